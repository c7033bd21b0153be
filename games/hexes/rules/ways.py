"""Every way to lay a hex, made only as far as it is read: on a large board there are over a thousand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import overload

from games.hexes.rules.actions import FINISH, HexAction, placements
from games.hexes.rules.board import Cell
from games.hexes.rules.tiles import ROTATIONS


@lru_cache(maxsize=4096)
def _ways_of(hand: tuple[str, ...]) -> int:
    return sum([len(ROTATIONS[tile]) for tile in hand])


@dataclass(frozen=True, slots=True)
class Ways(Sequence[HexAction]):
    """*Finish* if allowed, then every hex of a hand on every open cell in every rotation."""

    may_finish: bool
    hand: tuple[str, ...]
    cells: tuple[Cell, ...]

    def __len__(self) -> int:
        return self.may_finish + len(self.cells) * _ways_of(self.hand)

    def __iter__(self) -> Iterator[HexAction]:
        if self.may_finish:
            yield FINISH
        for tile in self.hand:
            for cell in self.cells:
                yield from placements(tile, cell)

    @overload
    def __getitem__(self, index: int) -> HexAction: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[HexAction]: ...

    def __getitem__(self, index: int | slice) -> HexAction | Sequence[HexAction]:
        if isinstance(index, slice):
            return tuple(self)[index]
        left = index if index >= 0 else index + len(self)
        if left == 0 and self.may_finish:
            return FINISH
        left -= self.may_finish
        cells = self.cells
        for tile in self.hand:
            ways = len(ROTATIONS[tile])
            if 0 <= left < ways * len(cells):
                return placements(tile, cells[left // ways])[left % ways]
            left -= ways * len(cells)
        raise IndexError(index)
