"""Statements: what players may say about a tile (T4)."""

from functools import cache
from itertools import combinations

from engine import IllegalAction, Player
from engine.piecepack import SUIT_NAMES, SUITS
from games.tp5.rules.actions import MakeStatement
from games.tp5.rules.state import ROW, Tp5State
from games.tp5.rules.values import ONE, VALUE_OF, VALUES

MOST_IDENTITIES = 12
_SOME_SUITS = frozenset(pick for size in range(1, 5) for pick in combinations(SUITS, size))
_SOME_VALUES = frozenset(pick for size in range(1, 7) for pick in combinations(VALUES, size))
"""Each suit and each value at most once, in order."""


@cache
def statements_about(slot: int, tile: str) -> tuple[MakeStatement, ...]:
    """Return every true statement about the tile in a slot, the vaguest first."""
    suits = [pick for size in range(1, 5) for pick in combinations(SUITS, size) if tile[0] in pick]
    values = [pick for size in range(1, 7) for pick in combinations(VALUES, size) if VALUE_OF[tile] in pick]
    narrow = [
        MakeStatement(slot, some, several)
        for some in suits
        for several in values
        if len(some) * len(several) <= MOST_IDENTITIES
    ]
    return tuple(sorted(narrow, key=lambda statement: -len(statement.suits) * len(statement.values)))


def statements_open_to(state: Tp5State, player: Player) -> tuple[MakeStatement, ...]:
    """Return all statements a player may make about their row."""
    first = ROW * player
    one, two, three = [
        statements_about(slot, tile)
        for slot, tile in enumerate(state.tiles[first : first + ROW])
        if slot != state.shown_at[player]
    ]
    return one + two + three


def is_true_of(tile: str, suits: tuple[str, ...], values: tuple[int, ...]) -> bool:
    """Return True if a statement is true of a tile."""
    return tile[0] in suits and VALUE_OF[tile] in values


def refuse_statement(state: Tp5State, player: Player, statement: MakeStatement) -> None:
    """Raise `IllegalAction` with the reason if a statement is not allowed (T4)."""
    if not 0 <= statement.slot < ROW:
        raise IllegalAction("no_such_place", "Your row has four tiles. Choose one of them.")
    if statement.slot == state.shown_at[player]:
        raise IllegalAction("tile_was_revealed", "You have revealed this tile. Say something about another.")
    if not _is_written_in_order(statement):
        raise IllegalAction(
            "statement_unclear", "A statement names at least one suit and one value, each once and in order. Add them."
        )
    if len(statement.suits) * len(statement.values) > MOST_IDENTITIES:
        raise IllegalAction(
            "statement_too_vague",
            f"This leaves {len(statement.suits) * len(statement.values)} of the 24 tiles open. Leave at most 12.",
        )
    if not is_true_of(state.tiles[ROW * player + statement.slot], statement.suits, statement.values):
        raise IllegalAction("statement_false", "This is not true of the tile. Say something that is.")


def _is_written_in_order(statement: MakeStatement) -> bool:
    return statement.suits in _SOME_SUITS and statement.values in _SOME_VALUES


def statement_words(suits: tuple[str, ...], values: tuple[int, ...]) -> str:
    """Return a statement in words: "its suit is Suns or Moons and its value is two, three or five"."""
    parts = []
    if len(suits) < len(SUITS):
        parts.append(f"its suit is {_or_list([SUIT_NAMES[suit] for suit in suits])}")
    if len(values) < len(VALUES):
        parts.append(f"its value is {_or_list([ONE[value] for value in values])}")
    return " and ".join(parts)


def _or_list(words: list[str]) -> str:
    if len(words) < 2:
        return words[0]
    return f"{', '.join(words[:-1])} or {words[-1]}"
