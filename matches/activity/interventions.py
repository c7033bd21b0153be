"""What moderators did at a table, in words for one reader: of steps that stand in the log for everyone."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from games.happenings import seat_of_whom
from games.rules.core import Player
from games.rules.core.log import LoggedStep

REASONS = {
    "stalling": "stalling",
    "collusion": "playing together in secret",
    "abuse": "abuse",
    "accounts": "several accounts of one person",
    "bug": "a fault of the site",
}
"""Reasons as a sentence names them; any other is not named."""

Words = Callable[[str, dict[str, Any]], str]
"""From what the seat's player is called and the note, a sentence without its end."""


def _moment(text: str) -> str:
    return f"{datetime.fromisoformat(text):%d %B %Y, %H:%M} UTC"


SENTENCES: dict[str, Words] = {
    "rewound": lambda who, note: f"A moderator took the match back to step {note['to']}",
    "paused": lambda who, note: "A moderator paused the match",
    "resumed": lambda who, note: "A moderator let the match go on",
    "extended": lambda who, note: f"A moderator gave {who} {note['hours']} hours more",
    "deadline_set": lambda who, note: f"A moderator set the deadline of {who} to {_moment(note['deadline'])}",
    "bot_seated": lambda who, note: f"A moderator gave {seat_of_whom(who)} to a bot",
    "handed_back": lambda who, note: f"A moderator gave {who} the seat back",
    "reseated": lambda who, note: f"A moderator gave {seat_of_whom(who)} to another player",
    "resigned": lambda who, note: f"A moderator resigned for {who}",
    "unresigned": lambda who, note: f"A moderator undid that {who} resigned",
    "called_off": lambda who, note: "A moderator called the match off",
    "adjusted": lambda who, note: f"A moderator set the places that count: {', '.join(map(str, note['places']))}",
    "unadjusted": lambda who, note: "A moderator let the places by the rules count again",
    "voided": lambda who, note: "A moderator took the result away: it counts for nobody",
    "counted": lambda who, note: "A moderator let the result count again",
    "talk_locked": lambda who, note: "A moderator locked the talk of this table",
    "talk_opened": lambda who, note: "A moderator opened the talk of this table again",
    "made_private": lambda who, note: "A moderator made the table private",
    "made_public": lambda who, note: "A moderator made the table public again",
    "seal_broken": lambda who, note: "A moderator looked at what was sealed",
}
"""Every kind of step that is no play."""


def sentence_of(entry: LoggedStep, who: Callable[[Player], str]) -> str:
    """Put a moderator's step into words; `who` names a seat's player as the reader calls them."""
    seat = entry.note.get("seat")
    said = SENTENCES[entry.kind]("" if seat is None else who(seat), entry.note)
    if (then := entry.note.get("step_then")) is not None:
        # It had to wait for the log to begin, or for the end of the match.
        said = f"{'Before the start' if then < 0 else f'After step {then}'} a{said[1:]}"
    reason = REASONS.get(entry.note.get("category", ""))
    return f"{said} ({reason})." if reason else f"{said}."
