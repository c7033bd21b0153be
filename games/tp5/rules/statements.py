"""Statements: what players may say about a tile (T4, T20)."""

from functools import cache
from itertools import combinations, product
from typing import Protocol

from engine import IllegalAction, Player
from engine.language import say
from engine.piecepack import SUITS, suit_words
from engine.words import or_list
from games.tp5.rules.actions import MakeStatement
from games.tp5.rules.state import ROW, Tp5State
from games.tp5.rules.values import VALUE_OF, VALUES, one

IDENTITIES = len(SUITS) * len(VALUES)
MOST_IDENTITIES = 12
_SUITS = tuple(pick for size in range(1, 5) for pick in combinations(SUITS, size))
_VALUES = tuple(pick for size in range(1, 7) for pick in combinations(VALUES, size))
"""Each suit and each value at most once, in order."""
_ORDERED_SUITS, _ORDERED_VALUES = frozenset(_SUITS), frozenset(_VALUES)


class Stated(Protocol):
    """What an answer, an event and the table hold of a statement."""

    @property
    def suits(self) -> tuple[str, ...]:
        """The suits it names."""

    @property
    def values(self) -> tuple[int, ...]:
        """The values it names."""

    @property
    def either(self) -> bool:
        """True if “or” joins the two; else both hold."""


@cache
def statements_about(slot: int, tile: str, with_or: bool) -> tuple[MakeStatement, ...]:
    """Return every true statement about the tile in a slot, the vaguest first."""
    every = [
        MakeStatement(slot, suits, values, either)
        for either in (False, *([True] if with_or else []))
        for suits, values in product(_SUITS, _VALUES)
    ]
    allowed = [one for one in every if left_open(one) <= MOST_IDENTITIES and is_true_of(tile, one)]
    return tuple(sorted(allowed, key=left_open, reverse=True))


def statements_open_to(state: Tp5State, player: Player) -> tuple[MakeStatement, ...]:
    """Return all statements a player may make about their row."""
    first = ROW * player
    one, two, three = [
        statements_about(slot, tile, state.or_statements)
        for slot, tile in enumerate(state.tiles[first : first + ROW])
        if slot != state.shown_at[player]
    ]
    return one + two + three


def is_true_of(tile: str, statement: Stated) -> bool:
    """True if a statement is true of a tile."""
    suit, value = tile[0] in statement.suits, VALUE_OF[tile] in statement.values
    return suit or value if statement.either else suit and value


def left_open(statement: Stated) -> int:
    """Return how many of the 24 identities a statement leaves open."""
    suits, values = len(statement.suits), len(statement.values)
    return IDENTITIES - (len(SUITS) - suits) * (len(VALUES) - values) if statement.either else suits * values


def refuse_statement(state: Tp5State, player: Player, statement: MakeStatement) -> None:
    """Raise `IllegalAction` with the reason if a statement is not allowed (T4, T20)."""
    if not 0 <= statement.slot < ROW:
        raise IllegalAction("no_such_place", say("Your row has four tiles. Choose one of them."))
    if statement.slot == state.shown_at[player]:
        raise IllegalAction("tile_was_revealed", say("You have revealed this tile. Say something about another."))
    if not _is_written_in_order(statement):
        raise IllegalAction(
            "statement_unclear",
            say("A statement names at least one suit and one value, each once and in order. Add them."),
        )
    if statement.either and not state.or_statements:
        raise IllegalAction(
            "or_not_offered", say("This match has no statements with “or”. Join suit and value with “and”.")
        )
    if left_open(statement) > MOST_IDENTITIES:
        raise IllegalAction(
            "statement_too_vague",
            say("This leaves {open} of the 24 tiles open. Leave at most 12.", open=left_open(statement)),
        )
    if not is_true_of(state.tiles[ROW * player + statement.slot], statement):
        raise IllegalAction("statement_false", say("This is not true of the tile. Say something that is."))


def _is_written_in_order(statement: MakeStatement) -> bool:
    return statement.suits in _ORDERED_SUITS and statement.values in _ORDERED_VALUES


def statement_words(statement: Stated) -> str:
    """Return a statement in words: "its suit is Suns or Moons and its value is two, three or five"."""
    suits = [suit_words(suit) for suit in statement.suits] if len(statement.suits) < len(SUITS) else []
    values = [one(value) for value in statement.values] if len(statement.values) < len(VALUES) else []
    parts = [say("its suit is {suits}", suits=or_list(suits))] if suits else []
    parts += [say("its value is {values}", values=or_list(values))] if values else []
    if len(parts) < 2:
        return "".join(parts)
    suit, value = parts
    return (
        say("{suit}, or {value}", suit=suit, value=value)
        if statement.either
        else say("{suit} and {value}", suit=suit, value=value)
    )
