"""A past-tense sentence for each event of Manipulation."""

from collections.abc import Sequence
from functools import singledispatch

from engine import Names
from engine.piecepack import RANK_NAMES, RANKS, tile_words, tiles_words
from engine.words import and_list, sentence
from games.manipulation.rules.events import (
    Began,
    CoinsDrawn,
    CoinsRevealed,
    Dealt,
    DiceRolled,
    Drew,
    Ended,
    Forced,
    Kept,
    ManipulationEvent,
    Passed,
    Pulled,
    Pushed,
    Refilled,
    Replaced,
    Tied,
    TookBack,
    Tried,
    TurnEnded,
    Won,
)


def sentence_of(event: ManipulationEvent, names: Names) -> str:
    """Return the sentence for an event, or an empty string if it has none."""
    words = _words(event, names)
    return sentence(words)


def value_words(value: int) -> str:
    """Name the value of a coin or a die face: "null", "ace", "4"."""
    return RANK_NAMES[RANKS[value]]


def coin_words(coin: int) -> str:
    """Name one coin: "the null", "the ace", "the 4"."""
    return f"the {value_words(coin)}"


def _tiles(tiles: Sequence[str]) -> str:
    return tiles_words(tiles, article="")


def _each(numbers: Sequence[int | None], names: Names, did: str, article: str = "the") -> str:
    """Say what each player did with a value: "Marek bid the 4, you bid the ace and Ann bid the null"."""
    given = [(player, value_words(value)) for player, value in enumerate(numbers) if value is not None]
    words = [(player, f"{'an' if article == 'a' and value == 'ace' else article} {value}") for player, value in given]
    return and_list([f"{names.who(player)} {did} {value}" for player, value in words])


@singledispatch
def _words(event: object, names: Names) -> str:
    raise TypeError(f"Manipulation has no words for {event!r}")


@_words.register
def _(event: Began, names: Names) -> str:
    return f"the first code was {_tiles(event.code)}, and {names.who(event.player)} took the first turn"


@_words.register
def _(event: Dealt, names: Names) -> str:
    goal, hand = _tiles(event.goal), _tiles(event.hand)
    whose = names.whose(event.player)
    return f"{whose} goal was {goal}, and {whose} first hand was {hand}"


@_words.register
def _(event: Pushed, names: Names) -> str:
    new, old = tile_words(event.tile), tile_words(event.replaced)
    return f"{names.who(event.player)} pushed the {new} into the code in place of the {old}"


@_words.register
def _(event: Pulled, names: Names) -> str:
    return f"{names.who(event.player)} pulled the {tile_words(event.tile)} from the draw pile for an auction"


@_words.register
def _(event: Tried, names: Names) -> str:
    return f"{names.who(event.player)} tried the {tile_words(event.tile)} in an auction"


@_words.register
def _(event: Forced, names: Names) -> str:
    tile = tile_words(event.tile)
    return f"{names.who(event.player)} forced {names.who(event.opponent)} to discard a tile at random: the {tile}"


@_words.register
def _(event: Passed, names: Names) -> str:
    return f"{names.who(event.player)} passed and discarded the {tile_words(event.tile)}"


@_words.register
def _(event: TookBack, names: Names) -> str:
    return f"{names.who(event.player)} took back {coin_words(event.coin)}"


@_words.register
def _(event: Drew, names: Names) -> str:
    tile = "a tile" if event.tile is None else f"the {tile_words(event.tile)}"
    return f"{names.who(event.player)} drew {tile}"


@_words.register
def _(event: CoinsRevealed, names: Names) -> str:
    again = "" if event.round == 1 else "to break the tie, "
    return f"{again}{_each(event.coins, names, 'bid')}"


@_words.register
def _(event: Tied, names: Names) -> str:
    fate = "each spent it" if event.coin else "nulls are never spent"
    tied = and_list([names.who(player) for player in event.players])
    return f"{tied} tied for highest with {coin_words(event.coin)}; {fate}"


@_words.register
def _(event: CoinsDrawn, names: Names) -> str:
    return f"to break the tie by chance, {_each(event.coins, names, 'drew')}; no coin was spent"


@_words.register
def _(event: DiceRolled, names: Names) -> str:
    return _each(event.dice, names, "rolled", "a")


@_words.register
def _(event: Won, names: Names) -> str:
    spent = f" and spent {coin_words(event.coin)}" if event.coin else ""
    return f"{names.who(event.player)} won the auction{spent}"


@_words.register
def _(event: Replaced, names: Names) -> str:
    new, old = tile_words(event.tile), tile_words(event.replaced)
    return f"{names.who(event.player)} put the {new} into the code in place of the {old}"


@_words.register
def _(event: Kept, names: Names) -> str:
    return f"{names.who(event.player)} kept the {tile_words(event.kept)} in the code"


@_words.register
def _(event: TurnEnded, names: Names) -> str:
    return ""


@_words.register
def _(event: Refilled, names: Names) -> str:
    return f"the draw pile was empty, and {event.tiles} discards were shuffled into a new one"


@_words.register
def _(event: Ended, names: Names) -> str:
    goals = [f"{names.whose(player)} goal was {_tiles(goal)}" for player, goal in enumerate(event.goals)]
    if event.winner is None:
        return f"the last turn was over: {'; '.join(goals)}"
    return f"the code matched {names.whose(event.winner)} goal, and {names.who(event.winner)} won: {'; '.join(goals)}"
