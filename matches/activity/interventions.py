"""Sentences for one reader about moderators' actions in the public log."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from engine import Player
from engine.log import BY_PLAYERS, LoggedStep
from matches.activity.sentences import seat_of_whom

REASONS = {
    "stalling": "stalling",
    "collusion": "playing together in secret",
    "abuse": "abuse",
    "accounts": "several accounts of one person",
    "bug": "a fault of the site",
}
"""Reasons as named in a sentence; any other reason is left out."""

Words = Callable[[str, dict[str, Any]], str]
"""Takes the player's name and the note; returns a sentence without its end."""


def _moment(text: str) -> str:
    return f"{datetime.fromisoformat(text):%d %B %Y, %H:%M} UTC"


SENTENCES: dict[str, Words] = {
    "rewound": lambda who, note: (
        f"{'All players agreed and' if note.get('by') == BY_PLAYERS else 'A moderator'} took the match back to step"
        f" {note['to']}"
    ),
    "rewinding": lambda who, note: (
        f"A moderator takes the match back to step {note['to']} when round {note['round']} of the public randomness is"
        " known"
    ),
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
    "chat_locked": lambda who, note: "A moderator locked the chat of this table",
    "chat_opened": lambda who, note: "A moderator opened the chat of this table again",
    "made_private": lambda who, note: "A moderator made the table private",
    "made_public": lambda who, note: "A moderator made the table public again",
    "seal_broken": lambda who, note: "A moderator looked at what was sealed",
}
"""Sentences for every kind of step by a moderator."""


def sentence_of(entry: LoggedStep, who: Callable[[Player], str]) -> str:
    """Describe a moderator's step; `who` returns a player's name for the reader."""
    seat = entry.note.get("seat")
    sentence = SENTENCES[entry.kind]("" if seat is None else who(seat), entry.note)
    if (then := entry.note.get("step_then")) is not None:
        # It was recorded late: the log had not begun, or the match had to end first.
        sentence = f"{'Before the start' if then < 0 else f'After step {then}'} a{sentence[1:]}"
    reason = REASONS.get(entry.note.get("category", ""))
    return f"{sentence} ({reason})." if reason else f"{sentence}."
