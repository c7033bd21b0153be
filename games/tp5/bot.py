"""A bot with simple sense for TP5: it claims what goes with what it has claimed, and keeps its claims."""

from collections import Counter
from collections.abc import Sequence

from games.rules.core import Budget, Chance, Player, choice
from games.rules.piecepack import TILES
from games.rules.tp5.actions import (
    Choose,
    Claim,
    Hog,
    MakeStatement,
    Pass,
    PassOn,
    Tp5Action,
    TurnUp,
)
from games.rules.tp5.state import ROW, claims_of
from games.rules.tp5.statements import is_true_of
from games.rules.tp5.values import VALUE_OF
from games.rules.tp5.view import Tp5Observation

PAIRING = 4
SUITING = 1


def steady(seen: Tp5Observation, legal_actions: Sequence[Tp5Action], budget: Budget, chance: Chance) -> Tp5Action:
    """Hide good tiles, say little, claim what fits, and pass in windows."""
    first = legal_actions[0]
    if isinstance(first, Choose):
        return legal_actions[chance.below(min(len(legal_actions), 1 + len(seen.offered)))]
    if isinstance(first, Pass):
        return first
    if isinstance(first, PassOn | TurnUp):
        mine = [action for action in legal_actions if isinstance(action, PassOn | TurnUp)]
        return min(mine, key=lambda action: _worth_of_slot(seen, action.slot))
    if isinstance(first, MakeStatement):
        return _say_little(seen, legal_actions, chance)
    if isinstance(first, Claim | Hog):
        return _claim(seen, legal_actions, chance)
    return choice(chance, legal_actions)


def _worth_of_slot(seen: Tp5Observation, slot: int) -> tuple[int, int]:
    """How many tiles of the row share its value, then the value."""
    row = [VALUE_OF[tile] for tile in seen.tiles[ROW * seen.seat : ROW * seen.seat + ROW] if tile]
    return row.count(row[slot]), row[slot]


def _say_little(seen: Tp5Observation, legal_actions: Sequence[Tp5Action], chance: Chance) -> Tp5Action:
    """One of the vaguest statements about the tile that matters least."""
    said = [action for action in legal_actions if isinstance(action, MakeStatement)]
    slot = min({action.slot for action in said}, key=lambda slot: _worth_of_slot(seen, slot))
    about = [action for action in said if action.slot == slot]
    widest = max(len(action.suits) * len(action.values) for action in about)
    return choice(chance, [action for action in about if len(action.suits) * len(action.values) == widest])


def _claim(seen: Tp5Observation, legal_actions: Sequence[Tp5Action], chance: Chance) -> Tp5Action:
    """The claim that promises most; with others' identifiers the one that promises least."""
    mine = Fit(seen)
    claims = [action for action in legal_actions if isinstance(action, Claim | Hog)]
    worth = {action: mine.worth(action) + chance.below(10) / 100 for action in claims}
    return max(claims, key=worth.__getitem__)


class Fit:
    """How well tiles go with those that the viewer knows to have claimed."""

    def __init__(self, seen: Tp5Observation) -> None:
        self.seen = seen
        self.me: Player = seen.seat
        claimed = [tile for place in claims_of(seen.claims, self.me) if (tile := seen.tiles[place])]
        self.values = Counter(VALUE_OF[tile] for tile in claimed)
        self.suits = Counter(tile[0] for tile in claimed)
        known = {tile for tile in seen.tiles if tile} if len(seen.tiles) == len(TILES) else set()
        self.unknown = [tile for tile in TILES if tile not in known]

    def worth(self, action: Claim | Hog) -> float:
        """What a claim promises; what it promises another counts against it."""
        if isinstance(action, Hog):
            return self._of_place(ROW * self.me + action.slot) + SUITING
        worth = self._of_place(action.place)
        return worth if action.owner == self.me else -worth

    def _of_place(self, place: int) -> float:
        tile = self.seen.tiles[place]
        if tile:
            return self._of_tile(tile)
        likely = self._likely(place)
        return sum(map(self._of_tile, likely)) / len(likely)

    def _likely(self, place: int) -> list[str]:
        """The tiles that may lie there by what was said."""
        seat, slot = divmod(place, ROW)
        said = self.seen.statements[seat] if seat < self.seen.players else None
        if said is None or said.slot != slot:
            return self.unknown
        return [tile for tile in self.unknown if is_true_of(tile, said.suits, said.values)] or self.unknown

    def _of_tile(self, tile: str) -> float:
        value = VALUE_OF[tile]
        return value + PAIRING * self.values[value] + SUITING * self.suits[tile[0]]
