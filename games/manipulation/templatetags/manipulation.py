"""The table of Manipulation: the code next to a goal, a hand with its options, stocks of coins."""

from functools import partial
from math import cos, pi, sin
from typing import Any, NamedTuple

from django import template

from engine import Player
from engine.language import mark, say
from engine.piecepack import RANKS, VALUE, tile_words, tiles_words
from engine.view import Choice, MatchView, SeatView
from engine.words import and_list, upper_first
from games.manipulation.rules.actions import Force, Pass, Pull, Push, Replace, Try
from games.manipulation.rules.ending import agreement, steps_apart
from games.manipulation.rules.sentences import coin_words, value_words
from games.manipulation.rules.state import FULL_STOCK, Code, Stock, in_code, with_tile
from games.manipulation.rules.turn import can_be_pushed, lowest_spent
from games.manipulation.rules.view import ManipulationObservation

register = template.Library()
register.filter("tiles_words", partial(tiles_words, article=""))

Drawn = dict[str, Any]
RING_RADIUS = 28.5
RING_FOOT = 5.2
"""How far below its middle a number stands, in the units of the ring's picture."""


class Numbered(NamedTuple):
    """A choice with its number in the full list."""

    number: int
    choice: Choice


class CodeColumn(NamedTuple):
    """One suit of the code with the viewer's goal and the tile up for auction, where there are any."""

    tile: str
    goal: str
    away: int | None
    """The number of pushes between code and goal, around the ring of values."""
    offered: str = ""


class RingSpot(NamedTuple):
    """A value on the ring of six: its place, and what stands there as names of classes."""

    value: int
    x: str
    y: str
    foot: str
    """The line on which its number stands."""
    marks: str


class Effect(NamedTuple):
    """What a tile would mean for a goal."""

    lead: str
    """What stands under the piece."""
    words: str
    """The same for screen readers."""


class HandTile(NamedTuple):
    """A tile of the viewer's hand: its possible uses, their effect, and the choices it offers."""

    tile: str
    verb: str
    use: str
    """What the tile can be used for, and with what effect."""
    old: str
    effect: Effect | None
    play: Numbered | None = None
    discard: Numbered | None = None


class StockCoin(NamedTuple):
    """A coin of a stock, held or spent."""

    value: int
    held: bool


@register.inclusion_tag("manipulation/_coin.svg")
def value_coin(value: int, spent: bool = False, decorative: bool = False) -> Drawn:
    """Draw a coin with its value, or a dashed ring if it is spent."""
    coin = upper_first(value_words(value))
    words = say("{coin}, spent", context="coin", coin=coin) if spent else coin
    return {"value": value, "spent": spent, "name": "" if decorative else words}


@register.filter
def coin_name(coin: int) -> str:
    """Return a coin as a label: "Null", "Ace", "4"."""
    return upper_first(value_words(coin))


register.filter("the_coin", coin_words)


@register.filter
def coin_back(stock: Stock) -> str:
    """Return the coin that passing would give back, as in "the ace"; empty if none is spent."""
    coin = lowest_spent(stock)
    return "" if coin is None else coin_words(coin)


@register.filter
def stock_coins(stock: Stock) -> list[StockCoin]:
    """Return all six coins of a seat, held or spent."""
    return [StockCoin(value, value in stock) for value in FULL_STOCK]


@register.filter
def stock_words(stock: Stock) -> str:
    """Return what a stock holds in words: "null, ace and 4; 2, 3 and 5 spent"."""
    spent = [value_words(coin) for coin in FULL_STOCK if coin not in stock]
    held = and_list([value_words(coin) for coin in stock])
    if not spent:
        return say("{coins}; none spent", coins=held)
    return say("{coins}; {others} spent", coins=held, others=and_list(spent))


@register.filter
def own_goal(view: MatchView) -> Code | None:
    """Return the viewer's goal, if they have one."""
    seen = view.seen
    return seen.goals[view.me] if isinstance(seen, ManipulationObservation) and view.me is not None else None


@register.filter
def agreeing(goal: Code, code: Code) -> int:
    """Count the suits in which a goal agrees with the code."""
    return agreement(goal, code)


@register.simple_tag
def code_columns(seen: ManipulationObservation, goal: Code | None = None) -> list[CodeColumn]:
    """Pair the code with a goal and with the tile up for auction, suit by suit."""
    offered = "" if seen.auction is None else seen.auction.offered
    return [
        CodeColumn(
            tile,
            goal[suit] if goal else "",
            steps_apart(tile, goal[suit]) if goal else None,
            offered if offered[:1] == tile[0] else "",
        )
        for suit, tile in enumerate(seen.code)
    ]


@register.inclusion_tag("manipulation/_ring.svg")
def value_ring(column: CodeColumn) -> Drawn:
    """Draw the six values of a suit as a ring: the code filled, the goal ringed, an offered tile dashed."""
    return {"suit": column.tile[0], "spots": [_spot(value, column) for value in range(len(RANKS))]}


def _spot(value: int, column: CodeColumn) -> RingSpot:
    turn = 2 * pi * value / len(RANKS)
    x, y = RING_RADIUS * sin(turn), -RING_RADIUS * cos(turn)
    marked = {"ring-code": column.tile, "ring-goal": column.goal, "ring-offered": column.offered}
    marks = " ".join(name for name, tile in marked.items() if tile and VALUE[tile] == value)
    return RingSpot(value, f"{x:.1f}", f"{y:.1f}", f"{y + RING_FOOT:.1f}", marks)


@register.simple_tag
def hand_tiles(view: MatchView) -> list[HandTile]:
    """Return the viewer's hand with each tile's uses, and its choices if it is their turn."""
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
    return [_held(tile, seen.code, goal, play.get(tile), discard.get(tile)) for tile in seen.hands[view.me] or ()]


def _held(tile: str, code: Code, goal: Code | None, play: Numbered | None, discard: Numbered | None) -> HandTile:
    effect, pushed = effect_of(tile, code, goal), can_be_pushed(tile, code)
    use = mark("{tile}, to push: {effect}") if pushed else mark("{tile}, to try: {effect}")
    return HandTile(
        tile=tile,
        verb=say("Push") if pushed else say("Try"),
        use=say(use, tile=upper_first(tile_words(tile)), effect=effect.words if effect else ""),
        old=in_code(code, tile),
        effect=effect,
        play=play,
        discard=discard,
    )


def effect_of(tile: str, code: Code, goal: Code | None) -> Effect | None:
    """Return what putting a tile into the code would mean for a goal."""
    if goal is None:
        return None
    wanted, gained = in_code(goal, tile), agreement(goal, with_tile(code, tile)) - agreement(goal, code)
    if gained > 0:
        return Effect(say("agrees"), say("agrees with your goal"))
    if gained < 0:
        return Effect(say("breaks"), say("breaks agreement with your goal"))
    nearer = steps_apart(in_code(code, tile), wanted) - steps_apart(tile, wanted)
    if nearer > 0:
        return Effect(say("nearer"), say("nearer to your goal"))
    if nearer < 0:
        return Effect(say("further"), say("further from your goal"))
    return Effect(say("as near"), say("as near to your goal"))


@register.simple_tag
def effect_on_goal(view: MatchView, tile: str) -> Effect | None:
    """Return what putting a tile into the code would mean for the viewer's goal."""
    seen = view.seen
    return effect_of(tile, seen.code, own_goal(view)) if isinstance(seen, ManipulationObservation) else None


def numbered_choices(view: MatchView) -> list[Numbered]:
    """Number the choices as in the full list."""
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


@register.simple_tag
def force_on(view: MatchView, player: Player) -> Numbered | None:
    """Return the choice to force an opponent, while the reader has still to answer."""
    open_choices = [] if view.asked is None or view.asked.answer else force_choices(view)
    return next((each for each, seat in open_choices if seat.player == player), None)


@register.simple_tag
def choice_over(view: MatchView, tile: str) -> Numbered | None:
    """Return the one choice that puts another tile over a tile of the code, while the reader has still to answer.

    With two tiles of a suit in hand there are two such choices, and the hand has to say which.
    """
    if view.asked is None or view.asked.answer or not isinstance(view.seen, ManipulationObservation):
        return None
    offered = "" if view.seen.auction is None else view.seen.auction.offered
    over = [each for each in numbered_choices(view) if _laid(each.choice.action, offered)[:1] == tile[0]]
    return over[0] if len(over) == 1 else None


def _laid(action: Any, offered: str) -> str:
    """Return the tile that an action puts into the code."""
    if isinstance(action, Replace):
        return offered
    return action.tile if isinstance(action, (Push, Try)) else ""


@register.filter
def replaces(choice: Choice) -> bool:
    """True if a decision puts the tile into the code."""
    return isinstance(choice.action, Replace)


@register.filter
def code_tile(code: Code, tile: str) -> str:
    """Return the code's tile of the same suit."""
    return in_code(code, tile)


@register.filter
def newest_first(tiles: tuple[str, ...]) -> tuple[str, ...]:
    """Reverse the discards, so that the newest comes first."""
    return tiles[::-1]


@register.simple_tag
def highest_coins(view: MatchView) -> str:
    """Return the highest coin of each bidder, best first: "Marek 5, you 4 and Bram null"."""
    seen = view.seen
    if not isinstance(seen, ManipulationObservation) or seen.auction is None:
        return ""
    bidders = sorted(seen.auction.bidders, key=lambda player: -seen.stocks[player][-1])
    shown = [(view.seats[player], value_words(seen.stocks[player][-1])) for player in bidders]
    you = say("you", context="player")
    return and_list([f"{you if seat.is_me else seat.name} {words}" for seat, words in shown])
