"""A simple bot for TP5: it claims tiles that match its other claims, and keeps its claims."""

from collections.abc import Sequence

from engine import Budget, Chance, Player, choice
from engine.piecepack import SUITS, TILES
from games.tp5.rules.actions import (
    Choose,
    Claim,
    Hog,
    MakeStatement,
    Pass,
    PassOn,
    Tp5Action,
    TurnUp,
)
from games.tp5.rules.state import ROW, claims_of
from games.tp5.rules.statements import is_true_of, left_open
from games.tp5.rules.values import VALUE_OF, VALUES
from games.tp5.rules.view import Tp5Observation

PAIRING = 4
SUITING = 1


def steady(seen: Tp5Observation, legal_actions: Sequence[Tp5Action], budget: Budget, chance: Chance) -> Tp5Action:
    """Hide good tiles, make vague statements, claim matching tiles, and pass in windows."""
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
    """Return how many tiles of the row share the slot's value, then the value."""
    row = [VALUE_OF[tile] for tile in seen.tiles[ROW * seen.seat : ROW * seen.seat + ROW] if tile]
    return row.count(row[slot]), row[slot]


def _say_little(seen: Tp5Observation, legal_actions: Sequence[Tp5Action], chance: Chance) -> Tp5Action:
    """Return one of the vaguest statements about the least important tile."""
    statements = [action for action in legal_actions if isinstance(action, MakeStatement)]
    slot = min({action.slot for action in statements}, key=lambda slot: _worth_of_slot(seen, slot))
    about = [action for action in statements if action.slot == slot]
    widest = max(map(left_open, about))
    return choice(chance, [action for action in about if left_open(action) == widest])


def _claim(seen: Tp5Observation, legal_actions: Sequence[Tp5Action], chance: Chance) -> Tp5Action:
    """Return the most promising claim; a claim for another player counts by how little it promises."""
    mine = Fit(seen)
    claims = [action for action in legal_actions if isinstance(action, Claim | Hog)]
    worth = {action: mine.worth(action) + chance.below(10) / 100 for action in claims}
    return max(claims, key=worth.__getitem__)


class Fit:
    """How well tiles match those the viewer knows they have claimed."""

    def __init__(self, seen: Tp5Observation) -> None:
        self.seen = seen
        self.me: Player = seen.seat
        claimed = [tile for place in claims_of(seen.claims, self.me) if (tile := seen.tiles[place])]
        values, suits = [VALUE_OF[tile] for tile in claimed], [tile[0] for tile in claimed]
        by_value = {value: value + PAIRING * values.count(value) for value in VALUES}
        by_suit = {suit: SUITING * suits.count(suit) for suit in SUITS}
        self.of_tile = {tile: by_value[VALUE_OF[tile]] + by_suit[tile[0]] for tile in TILES}
        known = {tile for tile in seen.tiles if tile} if len(seen.tiles) == len(TILES) else set()
        self.unknown = [tile for tile in TILES if tile not in known]
        self.usual = self._mean(self.unknown) if self.unknown else 0.0
        self.spoken_of = {
            ROW * seat + statement.slot: statement
            for seat, statement in enumerate(seen.statements)
            if statement is not None
        }

    def worth(self, action: Claim | Hog) -> float:
        """Return the value of a claim; a claim for another player counts negatively."""
        if isinstance(action, Hog):
            return self._of_place(ROW * self.me + action.slot) + SUITING
        worth = self._of_place(action.place)
        return worth if action.owner == self.me else -worth

    def _of_place(self, place: int) -> float:
        """Return the value of a tile, or the mean of those that may lie there, given the statements."""
        tile = self.seen.tiles[place]
        if tile:
            return self.of_tile[tile]
        statement = self.spoken_of.get(place)
        if statement is None:
            return self.usual
        likely = [tile for tile in self.unknown if is_true_of(tile, statement)]
        return self._mean(likely) if likely else self.usual

    def _mean(self, tiles: Sequence[str]) -> float:
        return sum([self.of_tile[tile] for tile in tiles]) / len(tiles)
