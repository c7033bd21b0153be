"""Sentences for one reader about moderators' actions in the public log."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from engine import Player
from engine.language import Person, mark, say
from engine.log import BY_PLAYERS, LoggedStep
from foundation.spans import span_words
from foundation.templatetags.post import utc_time
from matches.activity.sentences import Words
from matches.policy import HOUR

REASONS = {
    "stalling": mark("stalling"),
    "collusion": mark("playing together in secret"),
    "abuse": mark("abuse"),
    "accounts": mark("several accounts of one person"),
    "bug": mark("a fault of the site"),
}
"""Reasons as named in a sentence; any other reason is left out."""


def _rewound(who: Person, note: dict[str, Any]) -> str:
    if note.get("by") == BY_PLAYERS:
        return say("All players agreed and took the match back to step {step}", step=note["to"])
    return say("A moderator took the match back to step {step}", step=note["to"])


def _deadline_set(who: Person, note: dict[str, Any]) -> str:
    moment = utc_time(datetime.fromisoformat(note["deadline"]))
    return say("A moderator set the deadline of {who} to {moment}", who=who, moment=moment)


SENTENCES: dict[str, Words] = {
    "rewound": _rewound,
    "rewinding": lambda who, note: say(
        "A moderator takes the match back to step {step} when round {round} of the public randomness is known",
        step=note["to"],
        round=note["round"],
    ),
    "paused": lambda who, note: say("A moderator paused the match"),
    "resumed": lambda who, note: say("A moderator let the match go on"),
    "extended": lambda who, note: say(
        "A moderator gave {who} {span} more", who=who, span=span_words(note["hours"] * HOUR)
    ),
    "deadline_set": _deadline_set,
    "bot_seated": lambda who, note: say(
        "A moderator gave the seat of {who} to a bot", you="A moderator gave your seat to a bot", who=who
    ),
    "handed_back": lambda who, note: say("A moderator gave {who} the seat back", who=who),
    "reseated": lambda who, note: say(
        "A moderator gave {who} the seat of another player",
        you="A moderator gave you the seat of another player",
        who=who,
    ),
    "resigned": lambda who, note: say("A moderator resigned for {who}", who=who),
    "unresigned": lambda who, note: say("A moderator undid that {who} resigned", who=who),
    "called_off": lambda who, note: say("A moderator called the match off"),
    "adjusted": lambda who, note: say(
        "A moderator set the places that count: {places}", places=", ".join(map(str, note["places"]))
    ),
    "unadjusted": lambda who, note: say("A moderator let the places by the rules count again"),
    "voided": lambda who, note: say("A moderator took the result away: it counts for nobody"),
    "counted": lambda who, note: say("A moderator let the result count again"),
    "chat_locked": lambda who, note: say("A moderator locked the chat of this table"),
    "chat_opened": lambda who, note: say("A moderator opened the chat of this table again"),
    "made_private": lambda who, note: say("A moderator made the table private"),
    "made_public": lambda who, note: say("A moderator made the table public again"),
    "seal_broken": lambda who, note: say("A moderator looked at what was sealed"),
}
"""Sentences for every kind of step by a moderator."""


def sentence_of(entry: LoggedStep, who: Callable[[Player], Person]) -> str:
    """Describe a moderator's step; `who` returns a player's name for the reader."""
    seat = entry.note.get("seat")
    sentence = SENTENCES[entry.kind](Person() if seat is None else who(seat), entry.note)
    if (then := entry.note.get("step_then")) is not None:
        # It was recorded late: the log had not begun, or the match had to end first.
        sentence = _recorded_late(sentence, then)
    reason = REASONS.get(entry.note.get("category", ""))
    return f"{sentence} ({say(reason)})." if reason else f"{sentence}."


def _recorded_late(sentence: str, then: int) -> str:
    if then < 0:
        return say("Before the start: {sentence}", sentence=sentence)
    return say("After step {step}: {sentence}", step=then, sentence=sentence)
