"""What the table of Manipulation shows: the code beside a goal, a hand with what it can do, stocks of coins."""

from typing import Any, NamedTuple

from django import template

from games.matchview import Choice, MatchView, SeatView
from games.rules.manipulation.actions import Force, Pass, Pull, Push, Replace, Try
from games.rules.manipulation.ending import agreement
from games.rules.manipulation.sentences import coin_words, value_words
from games.rules.manipulation.state import FULL_STOCK, Code, Stock, in_code, with_tile
from games.rules.manipulation.turn import can_be_pushed, lowest_spent
from games.rules.manipulation.view import ManipulationObservation
from games.rules.piecepack import RANKS, VALUE, and_list, tile_words
from games.templatetags.pieces import upper_first

register = template.Library()

Drawn = dict[str, Any]


class Numbered(NamedTuple):
    """A choice with its number in the list of all."""

    number: int
    choice: Choice


class CodeColumn(NamedTuple):
    """One suit of the code beside the reader's goal."""

    tile: str
    goal: str
    away: int | None
    """How many pushes part them, round the ring of values."""


class HandTile(NamedTuple):
    """A tile of the reader's hand: what it can do, what that would mean, and the choices it offers."""

    tile: str
    verb: str
    old: str
    effect: str
    play: Numbered | None = None
    discard: Numbered | None = None


class StockCoin(NamedTuple):
    """A coin of a stock, or the place of a spent one."""

    value: int
    held: bool


@register.inclusion_tag("games/tables/manipulation/_coin.svg")
def value_coin(value: int, spent: bool = False, decorative: bool = False) -> Drawn:
    """Draw a coin with its value; a spent one is a dashed ring."""
    words = f"{upper_first(value_words(value))}{', spent' if spent else ''}"
    return {"value": value, "spent": spent, "name": "" if decorative else words}


@register.filter
def coin_name(coin: int) -> str:
    """Name a coin as a label does: "Null", "Ace", "4"."""
    return upper_first(value_words(coin))


register.filter("coin_value", value_words)


@register.filter
def coin_back(stock: Stock) -> str:
    """Name the coin that passing would give back: "the ace"; nothing where none is spent."""
    coin = lowest_spent(stock)
    return "" if coin is None else coin_words(coin)


@register.filter
def stock_coins(stock: Stock) -> list[StockCoin]:
    """Return all six coins of a seat, held or spent."""
    return [StockCoin(value, value in stock) for value in FULL_STOCK]


@register.filter
def stock_words(stock: Stock) -> str:
    """Say what a stock holds: "null, ace and 4; 2, 3 and 5 spent"."""
    spent = [value_words(coin) for coin in FULL_STOCK if coin not in stock]
    held = and_list([value_words(coin) for coin in stock])
    return f"{held}; {and_list(spent)} spent" if spent else f"{held}; none spent"


@register.filter
def own_goal(view: MatchView) -> Code | None:
    """Return the reader's goal, if they have one."""
    seen = view.seen
    return seen.goals[view.me] if isinstance(seen, ManipulationObservation) and view.me is not None else None


@register.filter
def agreeing(goal: Code, code: Code) -> int:
    """Count the suits in which a goal agrees with the code."""
    return agreement(goal, code)


def steps_apart(tile: str, other: str) -> int:
    """Count the pushes from one value to another round the ring of six."""
    apart = abs(VALUE[tile] - VALUE[other])
    return min(apart, len(RANKS) - apart)


@register.simple_tag
def code_columns(code: Code, goal: Code | None = None) -> list[CodeColumn]:
    """Set the code beside a goal, suit by suit; without a goal the code alone."""
    return [_column(tile, in_code(goal, tile) if goal else "") for tile in code]


def _column(tile: str, goal: str) -> CodeColumn:
    return CodeColumn(tile, goal, steps_apart(tile, goal) if goal else None)


@register.simple_tag
def hand_tiles(view: MatchView) -> list[HandTile]:
    """Return the reader's hand with what each tile can do, and its choices when it is their turn."""
    seen = view.seen
    if not isinstance(seen, ManipulationObservation) or view.me is None:
        return []
    play: dict[str, Numbered] = {}
    discard: dict[str, Numbered] = {}
    for numbered in numbered_choices(view):
        action = numbered.choice.action
        if isinstance(action, Push | Try):
            play[action.tile] = numbered
        elif isinstance(action, Pass):
            discard[action.tile] = numbered
    goal = seen.goals[view.me]
    return [_hand_tile(tile, seen.code, goal, play, discard) for tile in seen.hands[view.me] or ()]


def _hand_tile(
    tile: str, code: Code, goal: Code | None, play: dict[str, Numbered], discard: dict[str, Numbered]
) -> HandTile:
    verb = "Push" if can_be_pushed(tile, code) else "Try"
    return HandTile(tile, verb, in_code(code, tile), effect_of(tile, code, goal), play.get(tile), discard.get(tile))


def effect_of(tile: str, code: Code, goal: Code | None) -> str:
    """Say what a tile in the code would mean for a goal."""
    if goal is None:
        return ""
    wanted, gained = in_code(goal, tile), agreement(goal, with_tile(code, tile)) - agreement(goal, code)
    if gained:
        return "agrees with your goal" if gained > 0 else "breaks agreement with your goal"
    nearer = steps_apart(in_code(code, tile), wanted) - steps_apart(tile, wanted)
    return "nearer to your goal" if nearer > 0 else "further from your goal" if nearer < 0 else "as near to your goal"


@register.simple_tag
def effect_on_goal(view: MatchView, tile: str) -> str:
    """Say what a tile in the code would mean for the reader's goal."""
    seen = view.seen
    return effect_of(tile, seen.code, own_goal(view)) if isinstance(seen, ManipulationObservation) else ""


@register.filter
def numbered_choices(view: MatchView) -> list[Numbered]:
    """Number the choices as the list of all does."""
    return [Numbered(number, choice) for number, choice in enumerate(view.asked.choices if view.asked else (), 1)]


@register.filter
def pull_choice(view: MatchView) -> Numbered | None:
    """Return the choice to pull."""
    return next((each for each in numbered_choices(view) if isinstance(each.choice.action, Pull)), None)


@register.simple_tag
def force_choices(view: MatchView) -> list[tuple[Numbered, SeatView]]:
    """Return the choices to force, each with its opponent."""
    return [
        (each, view.seats[each.choice.action.opponent])
        for each in numbered_choices(view)
        if isinstance(each.choice.action, Force)
    ]


@register.filter
def replaces(choice: Choice) -> bool:
    """Tell whether a decision puts the tile into the code."""
    return isinstance(choice.action, Replace)


@register.filter
def code_tile(code: Code, tile: str) -> str:
    """Return the code's tile of the same suit."""
    return in_code(code, tile)


@register.filter
def newest_first(tiles: tuple[str, ...]) -> tuple[str, ...]:
    """Turn the discards round, so that the last one comes first."""
    return tiles[::-1]


@register.filter
def tiles_words(tiles: tuple[str, ...]) -> str:
    """Name tiles in a row: "4 of Suns, ace of Moons and null of Arms"."""
    return and_list([tile_words(tile) for tile in tiles])


@register.simple_tag
def highest_coins(view: MatchView) -> str:
    """Say the highest coin that each bidder holds, best first: "Marek 5, you 4 and Bram null"."""
    seen = view.seen
    if not isinstance(seen, ManipulationObservation) or seen.auction is None:
        return ""
    bidders = sorted(seen.auction.bidders, key=lambda player: -seen.stocks[player][-1])
    said = [(view.seats[player], value_words(seen.stocks[player][-1])) for player in bidders]
    return and_list([f"{'you' if seat.is_me else seat.name} {words}" for seat, words in said])


@register.filter
def turns_gone(seen: ManipulationObservation) -> str:
    """Return how far the match is on its way to the turn limit, in per cent."""
    limit = seen.options.turn_limit
    gone = seen.turn if seen.final_places is not None else seen.turn - 1
    return f"{100 * gone / limit:.2f}" if limit else "0"
