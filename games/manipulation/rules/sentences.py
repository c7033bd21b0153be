"""A past-tense sentence for each event of Manipulation."""

from collections.abc import Sequence
from functools import singledispatch

from engine import Names
from engine.language import mark, plural, say
from engine.piecepack import RANKS, rank_words, the_tile_words, tiles_words
from engine.words import and_list, clauses, people, sentence
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

_COINS = {"n": mark("the null"), "a": mark("the ace")}
_ROLLED_A = mark("{who} rolled a {rank}")
_ROLLED = {"n": mark("{who} rolled a null"), "a": mark("{who} rolled an ace")}


def sentence_of(event: ManipulationEvent, names: Names) -> str:
    """Return the sentence for an event, or an empty string if it has none."""
    words = _words(event, names)
    return sentence(words)


def value_words(value: int) -> str:
    """Name the value of a coin or a die face: "null", "ace", "4"."""
    return rank_words(RANKS[value])


def coin_words(coin: int) -> str:
    """Name one coin: "the null", "the ace", "the 4"."""
    rank = RANKS[coin]
    return say(_COINS[rank]) if rank in _COINS else say("the {rank}", context="coin", rank=rank)


def _tiles(tiles: Sequence[str]) -> str:
    return tiles_words(tiles, article="")


def _each(text: str, coins: Sequence[int | None], names: Names) -> str:
    """Say what each player did with a coin: "Marek bid the 4, you bid the ace and Ann bid the null"."""
    given = [(player, coin) for player, coin in enumerate(coins) if coin is not None]
    return and_list([say(text, who=names.who(player), coin=coin_words(coin)) for player, coin in given])


_BID, _DREW = mark("{who} bid {coin}"), mark("{who} drew {coin}")


@singledispatch
def _words(event: object, names: Names) -> str:
    raise TypeError(f"Manipulation has no words for {event!r}")


@_words.register
def _(event: Began, names: Names) -> str:
    return say(
        "the first code was {code}, and {who} took the first turn",
        code=_tiles(event.code),
        who=names.who(event.player),
    )


@_words.register
def _(event: Dealt, names: Names) -> str:
    return say(
        "{who}'s goal was {goal}, and {who}'s first hand was {hand}",
        you="your goal was {goal}, and your first hand was {hand}",
        who=names.who(event.player),
        goal=_tiles(event.goal),
        hand=_tiles(event.hand),
    )


@_words.register
def _(event: Pushed, names: Names) -> str:
    return say(
        "{who} pushed {new} into the code in place of {old}",
        who=names.who(event.player),
        new=the_tile_words(event.tile),
        old=the_tile_words(event.replaced),
    )


@_words.register
def _(event: Pulled, names: Names) -> str:
    return say(
        "{who} pulled {tile} from the draw pile for an auction",
        who=names.who(event.player),
        tile=the_tile_words(event.tile),
    )


@_words.register
def _(event: Tried, names: Names) -> str:
    return say("{who} tried {tile} in an auction", who=names.who(event.player), tile=the_tile_words(event.tile))


@_words.register
def _(event: Forced, names: Names) -> str:
    return say(
        "{who} forced {who_lost} to discard a tile at random: {tile}",
        who=names.who(event.player),
        who_lost=names.who(event.opponent),
        tile=the_tile_words(event.tile),
    )


@_words.register
def _(event: Passed, names: Names) -> str:
    return say("{who} passed and discarded {tile}", who=names.who(event.player), tile=the_tile_words(event.tile))


@_words.register
def _(event: TookBack, names: Names) -> str:
    return say("{who} took back {coin}", who=names.who(event.player), coin=coin_words(event.coin))


@_words.register
def _(event: Drew, names: Names) -> str:
    if event.tile is None:
        return say("{who} drew a tile", who=names.who(event.player))
    return say("{who} drew {tile}", who=names.who(event.player), tile=the_tile_words(event.tile))


@_words.register
def _(event: CoinsRevealed, names: Names) -> str:
    bids = _each(_BID, event.coins, names)
    return bids if event.round == 1 else say("to break the tie, {bids}", bids=bids)


@_words.register
def _(event: Tied, names: Names) -> str:
    tied = people([names.who(player) for player in event.players])
    if event.coin:
        return say("{people} tied for highest with {coin}; each spent it", people=tied, coin=coin_words(event.coin))
    return say("{people} tied for highest with the null; nulls are never spent", people=tied)


@_words.register
def _(event: CoinsDrawn, names: Names) -> str:
    drawn = _each(_DREW, event.coins, names)
    return say("to break the tie by chance, {drawn}; no coin was spent", drawn=drawn)


@_words.register
def _(event: DiceRolled, names: Names) -> str:
    rolled = [(names.who(player), RANKS[die]) for player, die in enumerate(event.dice) if die is not None]
    return and_list([say(_ROLLED.get(rank, _ROLLED_A), who=who, rank=rank) for who, rank in rolled])


@_words.register
def _(event: Won, names: Names) -> str:
    who = names.who(event.player)
    if event.coin:
        return say("{who} won the auction and spent {coin}", who=who, coin=coin_words(event.coin))
    return say("{who} won the auction", who=who)


@_words.register
def _(event: Replaced, names: Names) -> str:
    return say(
        "{who} put {new} into the code in place of {old}",
        who=names.who(event.player),
        new=the_tile_words(event.tile),
        old=the_tile_words(event.replaced),
    )


@_words.register
def _(event: Kept, names: Names) -> str:
    return say("{who} kept {tile} in the code", who=names.who(event.player), tile=the_tile_words(event.kept))


@_words.register
def _(event: TurnEnded, names: Names) -> str:
    return ""


@_words.register
def _(event: Refilled, names: Names) -> str:
    return plural(
        event.tiles,
        "the draw pile was empty, and {count} discard was shuffled into a new one",
        "the draw pile was empty, and {count} discards were shuffled into a new one",
    )


@_words.register
def _(event: Ended, names: Names) -> str:
    goals = clauses(
        [
            say("{who}'s goal was {goal}", you="your goal was {goal}", who=names.who(player), goal=_tiles(goal))
            for player, goal in enumerate(event.goals)
        ]
    )
    if event.winner is None:
        return say("the last turn was over: {goals}", goals=goals)
    return say(
        "the code matched {who}'s goal, and {who} won: {goals}",
        you="the code matched your goal, and you won: {goals}",
        who=names.who(event.winner),
        goals=goals,
    )
