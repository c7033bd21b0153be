"""Template tags for the table's page: its templates, words and boxes."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django import template
from django.template.loader import select_template
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from engine import AnyGame, Game, Mark
from engine.language import say
from engine.scenes import WORDS
from engine.view import Envelope, MatchView, SeatView
from engine.words import and_list, ordinal, place_among
from foundation.drawings import drawing_of
from foundation.errors import refusal_words
from foundation.templatetags.post import recent_time
from games.levels import LEVELS
from games.registry import GAMES
from matches.lobby.forks import check_kind
from matches.templatetags.table_log import address_of
from matches.view.ending import by_place, headline, podium, seat_name
from matches.view.exports import is_piecepack
from matches.view.round_words import round_words
from matches.view.scenes import OpenedRound, last_seen, opened_rounds
from matches.view.summaries import Turn, result_words

register = template.Library()
register.filter(ordinal)
register.filter(place_among)


LONGEST_WHOLE = 16
"""Letters that fit a line of a phone with the words beside them."""


class Box(NamedTuple):
    """One box of the strip of rounds."""

    round: int
    player: int | None
    text: str
    step: int | None
    current: bool
    address: str


@register.filter
def method_of(brain: str) -> str:
    """Say how a bot of the site decides, from its level."""
    level = LEVELS.get(brain)
    return say(level.method) if level else ""


@register.filter
def live_templates(view: MatchView) -> tuple[str, str]:
    """Return the templates of the part that refreshes: the game's own, then the generic one."""
    return f"{view.slug}/table.html", "matches/table/_generic.html"


@register.filter
def may_play_on(view: MatchView) -> bool:
    """True if a match can be played on when it has ended: it began by the rules, and they are those of today."""
    return not refusal_words(lambda: check_kind(view.slug, view.rules_version, is_fork=bool(view.fork_words)))


@register.filter
def part_templates(slug: str, part: str) -> tuple[str, str]:
    """Return the templates of a part of a page: the game's own, then the generic one."""
    return f"{slug}/_{part}.html", f"matches/_{part}.html"


@register.filter
def chance_words(slug: str) -> str:
    """Return what chance decides in a game, as its players call it: "dice"."""
    game = GAMES.get(slug)
    return say(game.chance_words if game else Game.chance_words)


@register.simple_tag
def styles_of(games: Iterable[AnyGame]) -> SafeString:
    """Return the style sheets of these games' pieces, each once."""
    parts = [select_template(part_templates(game.slug, "styles")).render() for game in games]
    links = dict.fromkeys(line for part in parts for line in part.splitlines() if line)
    return mark_safe("".join(links))  # noqa: S308 - these are our own templates, which escape their context


register.filter("is_piecepack", is_piecepack)
register.filter(result_words)
register.filter(round_words)


@register.filter
def at(values: Sequence[Any] | None, index: int) -> Any:
    """Return one value of a sequence, or None if the index is out of range."""
    return values[index] if values is not None and 0 <= index < len(values) else None


@register.filter
def joined(words: Sequence[str]) -> str:
    """Join words into a list: "Marek, Yuki and Bram"."""
    return and_list(list(words))


@register.filter
def names_joined(names: Sequence[str]) -> SafeString:
    """Join names into a list, where a short one never breaks over a line: "Marek, Yuki and Steady-2"."""
    kept = [
        format_html('<span class="whole">{}</span>', name) if len(name) <= LONGEST_WHOLE else escape(name)
        for name in names
    ]
    return mark_safe(and_list(kept))  # noqa: S308 - each name is escaped


for ending in (by_place, headline, podium, seat_name):
    register.filter(ending)


@register.filter
def awaited_others(view: MatchView) -> list[str]:
    """Return the names of all others whose answer is visibly awaited."""
    awaited = (Envelope.AWAITED, Envelope.HIDDEN)
    return [seat.name for seat in view.seats if seat.envelope in awaited and (seat.stand_in or not seat.is_me)]


@register.filter
def envelope_words(seat: SeatView) -> str:
    """Describe the status of a seat in the round: "Sealed, Thu 21:14", "Not yet answered"."""
    if seat.envelope == Envelope.SEALED:
        return (
            gettext("Sealed, {moment}").format(moment=recent_time(seat.answered_at))
            if seat.answered_at
            else gettext("Sealed")
        )
    if seat.envelope == Envelope.AWAITED:
        return gettext("Waiting for you") if seat.is_me and not seat.stand_in else gettext("Not yet answered")
    return gettext("Not your turn") if seat.is_me else gettext("Not their turn")


@register.simple_tag
def strip_of(view: MatchView, desk: str = "", query: str = "") -> list[Box]:
    """Return the boxes of the strip, newest first, so that the latest is visible without scrolling.

    `desk` and `query` as in `log_rows`.
    """
    steps = {entry.round: entry.step for entry in sorted(view.log, key=lambda entry: entry.step)}

    def box(mark: Mark) -> Box:
        step = steps.get(mark.round)
        address = "" if step is None else address_of(view.number, step, desk, query)
        return Box(mark.round, mark.player, mark.text, step, view.step == step, address)

    return sorted(map(box, view.marks), key=lambda box: box.round, reverse=True)


@register.simple_tag
def rounds_opened(view: MatchView, seen: int | str = "") -> list[OpenedRound]:
    """Return the last rounds as they opened, oldest first; in a replay the one that led to the position shown.

    `seen`: the step up to which an open page has shown them, or nothing.
    """
    if not view.is_replay:
        return opened_rounds(view, seen=None if seen == "" else int(seen))
    return [opened for opened in opened_rounds(view, 1) if opened.step == view.step]


register.filter(last_seen)


@register.simple_tag
def pieces_in(kind: str, texts: Iterable[str]) -> SafeString:
    """Draw pieces of a scene, each in a span of this class."""
    return format_html_join("\n", '<span class="{}">{}</span>', ((kind, piece(text)) for text in texts))


@register.simple_tag
def piece(text: str) -> SafeString:
    """Draw a piece of a scene; words are shown as they are."""
    if text.startswith(WORDS):
        return format_html('<span class="scene-words">{}</span>', text[1:])
    return drawing_of(text)


@register.filter
def envelope_short(envelope: str) -> str:
    """Describe the status of a seat without its time: "Sealed", "Not yet answered"."""
    return {Envelope.SEALED: gettext("Sealed"), Envelope.AWAITED: gettext("Not yet answered")}.get(
        Envelope(envelope), gettext("Not their turn")
    )


@register.filter
def players_words(players: range) -> str:
    """Format the number of players: "3 or 4 players", "2 to 6 players"."""
    first, last = players[0], players[-1]
    if first == last:
        return ngettext("{count} player", "{count} players", first).format(count=first)
    if last == first + 1:
        return gettext("{first} or {last} players").format(first=first, last=last)
    return gettext("{first} to {last} players").format(first=first, last=last)


@register.filter
def next_turn(waiting: Sequence[Turn], view: MatchView) -> Turn | None:
    """Return the table to go to from this one: the next that waits, then from the start; None if no other waits."""
    turns = list(waiting or ())
    here = next((index for index, turn in enumerate(turns) if turn.number == view.number), -1)
    return next((turn for turn in turns[here + 1 :] + turns[: max(here, 0)]), None)
