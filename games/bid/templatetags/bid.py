"""The table of Bid!: the score track, tiles that are sealed, and their sum."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from engine.language import say
from engine.piecepack import VALUE, die_words
from engine.view import Asked, MatchView
from engine.words import coins_words, points_words
from foundation.kept_drawings import Drawn, kept_drawing
from foundation.templatetags.pieces import mark_of
from games.bid.page.score_track import Flag, flags_of, scale_of, ticks_of
from games.bid.rules.actions import Reroll, RerollDie
from games.bid.rules.dice import ACE_OF_CROWNS, ACE_OF_MOONS, ACE_OF_SUNS, ARMS_THRESHOLD, PRIZES
from games.bid.rules.view import BidObservation

register = template.Library()
register.filter("die_name", die_words)


@register.filter
def tile_sum(tiles: Sequence[str]) -> int:
    """Add up the values of tiles, null 0 and ace 1."""
    return sum(VALUE[tile] for tile in tiles)


@register.filter
def bold_lead(sentence: str) -> SafeString:
    """Make the words before the first colon bold: "Ace of Crowns: …"."""
    lead, colon, rest = sentence.partition(":")
    return format_html("<strong>{}:</strong>{}", lead, rest) if colon else format_html("{}", sentence)


@register.simple_tag
def aces_on(seen: BidObservation) -> list[tuple[str, str]]:
    """Return the sentence of each ace on offer, and one for a board that has no room for it."""
    return list(zip(seen.aces, (_in_short(die, seen.dice) for die in seen.dice if die.endswith("a")), strict=True))


def _in_short(ace: str, dice: Sequence[str]) -> str:
    """What an ace does, in a few words; where they stand, its die says the rest."""
    prize = PRIZES[tuple(dice)]
    if ace == ACE_OF_SUNS:
        return say("Suns: two tiles, all doubled.")
    if ace == ACE_OF_MOONS:
        return say("Moons: {coins} for each who does not win.", coins=coins_words(prize.moons_coins))
    if ace == ACE_OF_CROWNS:
        return say("Crowns: a tie loses {points}.", points=points_words(prize.points))
    return say("Arms: {points} for {least} or more.", points=points_words(prize.arms_bonus), least=ARMS_THRESHOLD)


@register.filter
def die_effect(face: str, seen: BidObservation) -> str:
    """Return what a die on offer brings: "Suns 3: 3 points", or the sentence of its ace."""
    aces = dict(zip([die for die in seen.dice if die.endswith("a")], seen.aces, strict=True))
    times = 1 + seen.double
    gives = points_words(times * VALUE[face]) if VALUE[face] else coins_words(times)
    return aces.get(face) or say("{die}: {gives}", die=die_words(face), gives=gives)


@register.simple_tag
def sealed_tiles(asked: Asked) -> tuple[str, ...]:
    """Return the tiles in the reader's sealed answer, if it has any."""
    chosen = [choice.action for choice in asked.choices if choice.chosen]
    return tuple(getattr(chosen[0], "tiles", ())) if chosen else ()


@register.simple_tag
def reroll_choice(view: MatchView, face: str = "") -> int:
    """Return the number of the choice to roll this die again, or all for a pawn; 0 if the reader has none to make."""
    choices = view.asked.choices if view.asked and view.is_my_turn else ()
    wanted = RerollDie(face[0]) if face else Reroll()
    return next((number for number, choice in enumerate(choices, 1) if choice.action == wanted), 0)


@register.filter
def numbers(text: str) -> tuple[int, ...]:
    """Parse a row of numbers: "34 41 28 19"."""
    return tuple(int(part) for part in text.split())


@register.simple_tag
def score_track(
    scores: tuple[int, ...], target: int | None = None, seats: Any = (), me: int | None = None, signs_only: bool = False
) -> SafeString:
    """Draw the scores on one line, with a mark at the target. `seats` have names, in seat order.

    With `signs_only` the scores are left out, as they stand beside the names, and the track is lower.
    """
    return _score_track(scores, target, tuple(seat.name for seat in seats), me, signs_only)


@kept_drawing("bid/_score_track.html")
def _score_track(
    scores: tuple[int, ...], target: int | None, names: tuple[str, ...], me: int | None, signs_only: bool
) -> Drawn:
    low, high = scale_of(scores, target)
    flags = flags_of(scores, low, high)
    levels = 1 + max((flag.level for flag in flags), default=0)
    rise, top = (26, 30) if signs_only else (46, 48)
    base = top + rise * (levels - 1)
    return {
        "name": track_words(scores, target, names),
        "base": base,
        "is_high": levels > 2,
        "height": base + 30,
        "label_y": base + 24,
        "ticks": ticks_of(low, high, base),
        "goal": None if target is None else place_on(target, low, high),
        "goal_top": base - top,
        "signs_only": signs_only,
        "flags": [place_flag(flag, base, rise, low, high, me) for flag in sorted(flags, key=lambda flag: -flag.level)],
    }


def track_words(scores: tuple[int, ...], target: int | None, names: Sequence[str]) -> str:
    """Describe the track: "Scores, target 100: Marek 41, you 34"."""
    called = names or [mark_of(seat).words for seat in range(len(scores))]
    said = ", ".join(f"{name} {score}" for name, score in zip(called, scores, strict=True))
    if target is None:
        return say("Scores: {scores}", scores=said)
    return say("Scores, target {target}: {scores}", target=target, scores=said)


def place_on(score: int, low: int, high: int) -> str:
    """Return the position of a score as a percentage of the track."""
    return f"{100 * (score - low) / (high - low):.2f}"


def place_flag(flag: Flag, base: int, rise: int, low: int, high: int, me: int | None) -> Drawn:
    """Return one flag of the track with its coordinates."""
    stem = base - 7 - rise * flag.level
    return {
        "mark": mark_of(flag.seat),
        "at": place_on(flag.score, low, high),
        "score": flag.score,
        "mine": flag.seat == me,
        "stem": stem,
        "foot": base,
        "top": stem - 23,
        "text": stem - 28,
    }
