"""What a viewer may know of a match, and states a player cannot distinguish from the real one."""

from functools import lru_cache
from itertools import product
from typing import NamedTuple

from engine import Chance, Observation, Player, choice, piecepack, shuffled
from games.manipulation.rules.ending import agreement
from games.manipulation.rules.options import ManipulationOptions
from games.manipulation.rules.state import Auction, Code, Hand, ManipulationState, Stock, players_awaited


class ManipulationObservation(Observation, frozen=True):
    """All public information, plus the viewer's own secrets."""

    viewer: Player | None
    options: ManipulationOptions
    goals: tuple[Code | None, ...]
    """The viewer's own goal; all goals after the end (M10)."""
    first_code: Code
    """The code in the middle when the match began."""
    code: Code
    """The code in the middle now."""
    hands: tuple[Hand | None, ...]
    """The viewer's own hand only, even after the end (M12)."""
    hand_batches: tuple[tuple[int, ...], ...]
    """For each hand, the shuffles its tiles came from (M11)."""
    pile_size: int
    """How many tiles the draw pile has."""
    discards: tuple[str, ...]
    """The face-up discards, newest last."""
    stocks: tuple[Stock, ...]
    player: Player
    """The seat whose turn it is."""
    batches: tuple[int, ...]
    """For each tile, in the order of the piecepack, its latest shuffle into the draw pile, from 0 (M11)."""
    turn: int
    auction: Auction | None
    failed_codes: tuple[Code, ...]
    """Codes at the end of a turn that won for no one but could have been a goal (M11)."""
    final_places: tuple[int, ...] | None
    """The place of each seat, at the end."""

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.stocks)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """The number of tiles each seat holds."""
        return tuple(len(batches) for batches in self.hand_batches)

    @property
    def awaited(self) -> tuple[Player, ...]:
        """The players the match is waiting for."""
        if self.final_places is not None:
            return ()
        return (self.player,) if self.auction is None else players_awaited(self.stocks, self.auction)


def observe(state: ManipulationState, viewer: Player | None) -> ManipulationObservation:
    """Return the viewer's observation, without the secrets of other seats (M2, M10, M12)."""
    over = state.final_places is not None
    return ManipulationObservation(
        viewer=viewer,
        options=state.options,
        goals=tuple([goal if over or seat == viewer else None for seat, goal in enumerate(state.goals)]),
        first_code=state.first_code,
        code=state.code,
        hands=tuple([hand if seat == viewer else None for seat, hand in enumerate(state.hands)]),
        hand_batches=tuple([_batches_of(hand, state.batches) for hand in state.hands]),
        pile_size=len(state.pile),
        discards=state.discards,
        stocks=state.stocks,
        player=state.player,
        batches=state.batches,
        turn=state.turn,
        auction=state.auction,
        failed_codes=state.failed_codes,
        final_places=state.final_places,
    )


def unseen_tiles(seen: ManipulationObservation) -> list[str]:
    """Return the tiles hidden from the viewer: those in the pile and in hidden hands."""
    offered = () if seen.auction is None else (seen.auction.offered,)
    shown = {*seen.code, *seen.discards, *offered}
    for hand in seen.hands:
        shown.update(hand or ())
    return [tile for tile in piecepack.TILES if tile not in shown]


def imagine(seen: ManipulationObservation, chance: Chance) -> ManipulationState:
    """Draw a state uniformly from those consistent with the viewer's knowledge (M11)."""
    hands, pile = _imagined_tiles(seen, chance)
    return ManipulationState(
        options=seen.options,
        goals=imagined_goals(seen, chance),
        first_code=seen.first_code,
        code=seen.code,
        hands=hands,
        pile=pile,
        discards=seen.discards,
        stocks=seen.stocks,
        player=seen.player,
        batches=seen.batches,
        turn=seen.turn,
        auction=seen.auction,
        failed_codes=seen.failed_codes,
        final_places=seen.final_places,
    )


def _batches_of(hand: Hand, batches: tuple[int, ...]) -> tuple[int, ...]:
    """Return the batches of a hand's tiles, sorted to hide which tile is from which."""
    return tuple(sorted([batches[piecepack.INDEX[tile]] for tile in hand]))


def _imagined_tiles(seen: ManipulationObservation, chance: Chance) -> tuple[tuple[Hand, ...], tuple[str, ...]]:
    """Deal the unseen tiles of each batch to the hands known to hold some; the rest is the pile."""
    left: dict[int, list[str]] = {}
    for tile in shuffled(chance, unseen_tiles(seen)):
        left.setdefault(seen.batches[piecepack.INDEX[tile]], []).append(tile)
    hands = []
    for hand, batches in zip(seen.hands, seen.hand_batches, strict=True):
        dealt = hand if hand is not None else [left[batch].pop() for batch in batches]
        hands.append(tuple(sorted(dealt, key=piecepack.INDEX.__getitem__)))
    return tuple(hands), tuple([tile for tiles in left.values() for tile in tiles])


def imagined_goals(seen: ManipulationObservation, chance: Chance) -> tuple[Code, ...]:
    """Draw the hidden goals uniformly from all possible combinations."""
    known = tuple([goal for goal in seen.goals if goal is not None])
    hidden = seen.seats - len(known)
    drawn = _draw_goals(seen, known, hidden, chance) if hidden else []
    return tuple([drawn.pop() if goal is None else goal for goal in seen.goals])


def _draw_goals(seen: ManipulationObservation, known: tuple[Code, ...], count: int, chance: Chance) -> list[Code]:
    """Draw goals that share no tile, repeatedly until all of them are possible.

    The first is drawn from the possible goals; each further one suit by suit from the tiles left over. The number of
    ways to do that does not depend on earlier draws, so every possible combination is equally likely.
    """
    possible = possible_goals((seen.first_code, *known), seen.failed_codes, seen.options.suits_to_win)
    while True:
        first = choice(chance, possible.row)
        drawn = [first, *_codes_beside((seen.first_code, *known, first), count - 1, chance)]
        if possible.lookup.issuperset(drawn):
            return drawn


def _codes_beside(taken: tuple[Code, ...], count: int, chance: Chance) -> list[Code]:
    """Draw codes that share no tile with each other or with `taken`."""
    if not count:
        return []
    suns, moons, crowns, arms = [shuffled(chance, tiles) for tiles in _tiles_beside(taken)]
    return list(zip(suns, moons, crowns, arms, strict=True))[:count]


@lru_cache(maxsize=4096)
def _tiles_beside(taken: tuple[Code, ...]) -> tuple[tuple[str, ...], ...]:
    """Return, for each suit, the tiles that are in none of the taken codes."""
    used = {tile for code in taken for tile in code}
    return tuple(tuple(suit + rank for rank in piecepack.RANKS if suit + rank not in used) for suit in piecepack.SUITS)


class PossibleGoals(NamedTuple):
    """The goals an opponent may have, as a tuple to draw from and a set to look up."""

    row: tuple[Code, ...]
    lookup: frozenset[Code]


@lru_cache(maxsize=128)
def possible_goals(taken: tuple[Code, ...], failed: tuple[Code, ...], suits_to_win: int) -> PossibleGoals:
    """Return the goals that share no tile with the taken codes and that no failed code would have matched."""
    suns, moons, crowns, arms = _tiles_beside(taken)
    free = product(suns, moons, crowns, arms)
    row = tuple([goal for goal in free if all(agreement(goal, code) < suits_to_win for code in failed)])
    return PossibleGoals(row, frozenset(row))
