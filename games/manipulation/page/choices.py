"""Choices on the page, numbered as in the full list, and the hand that offers them."""

from typing import Any, NamedTuple

from engine import Player
from engine.language import mark, say
from engine.piecepack import tile_words
from engine.view import Choice, MatchView, SeatView
from engine.words import upper_first
from games.manipulation.page.code import Effect, effect_of
from games.manipulation.rules.actions import Force, Pass, Pull, Push, Replace, Try
from games.manipulation.rules.state import Code, in_code
from games.manipulation.rules.turn import can_be_pushed
from games.manipulation.rules.view import ManipulationObservation


class Numbered(NamedTuple):
    """A choice with its number in the full list."""

    number: int
    choice: Choice


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


def numbered_choices(view: MatchView) -> list[Numbered]:
    """Number the choices as in the full list."""
    return [Numbered(number, choice) for number, choice in enumerate(view.asked.choices if view.asked else (), 1)]


def pull_choice(view: MatchView) -> Numbered | None:
    """Return the choice to pull."""
    return next((each for each in numbered_choices(view) if isinstance(each.choice.action, Pull)), None)


def force_choices(view: MatchView) -> list[tuple[Numbered, SeatView]]:
    """Return the choices to force, each with its opponent."""
    return [
        (each, view.seats[each.choice.action.opponent])
        for each in numbered_choices(view)
        if isinstance(each.choice.action, Force)
    ]


def force_on(view: MatchView, player: Player) -> Numbered | None:
    """Return the choice to force an opponent, while the reader has still to answer."""
    open_choices = [] if view.asked is None or view.asked.answer else force_choices(view)
    return next((each for each, seat in open_choices if seat.player == player), None)


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
