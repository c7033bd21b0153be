"""A tournament as a calendar feed (iCalendar, RFC 5545)."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from django.utils.translation import gettext, pgettext

from foundation.language import with_more
from ladders.models import Tournament

LONGEST_LINE = 73


def calendar_of(tournament: Tournament, url: str, now: datetime) -> str:
    """The start, the rounds and their deadlines, as text for calendar programs."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Piecepack by Post//Tournaments//EN",
        "CALSCALE:GREGORIAN",
        f"X-WR-CALNAME:{_text(tournament.title)}",
        *_events(tournament, url, now),
        "END:VCALENDAR",
    ]
    return "".join(f"{folded}\r\n" for line in lines for folded in _folded(line))


def _events(tournament: Tournament, url: str, now: datetime) -> Iterator[str]:
    starts = tournament.started_at or tournament.starts_at
    called_off = tournament.status == Tournament.Status.CALLED_OFF
    yield from _event(tournament, "start", pgettext("tournament", "begins"), starts, url, now, cancelled=called_off)
    for row in tournament.all_rounds.order_by("number"):
        begins = gettext("round {number} begins").format(number=row.number)
        yield from _event(tournament, f"round-{row.number}", begins, row.starts_at, url, now)
        closes = row.ended_at or row.deadline
        ends = gettext("round {number} ended") if row.ended_at else gettext("round {number} ends at the latest")
        # In a tournament that was called off, the matches still running have no deadline.
        off = called_off and not row.ended_at
        yield from _event(
            tournament, f"deadline-{row.number}", ends.format(number=row.number), closes, url, now, cancelled=off
        )


def _event(
    tournament: Tournament, name: str, words: str, at: datetime, url: str, now: datetime, *, cancelled: bool = False
) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:tournament-{tournament.pk}-{name}@piecepack-by-post"
    yield f"DTSTAMP:{_moment(now)}"
    yield f"DTSTART:{_moment(at)}"
    yield f"DTEND:{_moment(at + timedelta(minutes=15))}"
    yield f"SUMMARY:{_text(with_more(tournament.title, words))}"
    yield f"URL:{url}"
    if cancelled:
        yield "STATUS:CANCELLED"
    yield "END:VEVENT"


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(words: str) -> str:
    for mark in ("\\", ";", ","):
        words = words.replace(mark, f"\\{mark}")
    return words.replace("\n", "\\n").replace("\r", "")


def _folded(line: str) -> Iterator[str]:
    """Fold long lines with a leading space, never inside a multi-byte character."""
    part = ""
    for letter in line:
        if len((part + letter).encode()) > LONGEST_LINE:
            yield part
            part = " "
        part += letter
    yield part
