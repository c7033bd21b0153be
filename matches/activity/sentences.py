"""Sentences for one reader about a table's activity."""

from collections.abc import Callable
from typing import Any

from engine import Player
from engine.language import Person, say
from engine.words import upper_first
from foundation.spans import span_words

Words = Callable[[Person, dict[str, Any]], str]
"""Takes the player's name and the data; returns a sentence."""

QUESTIONS: dict[str, Words] = {
    "pause": lambda who, data: say("{who} asked for a pause.", who=who),
    "abandon": lambda who, data: say("{who} asked to call the match off.", who=who),
    "take_back": lambda who, data: say("{who} asked to take the last round back.", who=who),
}
AGREED: dict[str, Words] = {
    "pause": lambda who, data: say("{who} agreed to the pause.", who=who),
    "abandon": lambda who, data: say("{who} agreed to calling the match off.", who=who),
    "take_back": lambda who, data: say("{who} agreed to taking the round back.", who=who),
}
REFUSED: dict[str, Words] = {
    "pause": lambda who, data: say("{who} refused, so the match is not paused.", who=who),
    "abandon": lambda who, data: say("{who} refused, so the match goes on.", who=who),
    "take_back": lambda who, data: say("{who} refused, so the round stays.", who=who),
}
LAPSED: dict[str, Words] = {
    "pause": lambda who, data: say("Not all agreed in time, so the match is not paused."),
    "abandon": lambda who, data: say("Not all agreed in time, so the match goes on."),
    "take_back": lambda who, data: say("Not all agreed in time, so the round stays."),
}
"""What people say of a vote, by its kind."""

SENTENCES: dict[str, Words] = {
    "vote_opened": lambda who, data: QUESTIONS[data["vote"]](who, data),
    "vote_agreed": lambda who, data: AGREED[data["vote"]](who, data),
    "vote_refused": lambda who, data: REFUSED[data["vote"]](who, data),
    "vote_lapsed": lambda who, data: LAPSED[data["vote"]](who, data),
    "called_off": lambda who, data: say("The match was called off and counts for nobody."),
    "resigned": lambda who, data: say("{who} resigned.", who=who),
    "without_beacon": lambda who, data: say(
        "Round {round} of the public randomness could not be fetched in time, so the match began without it.",
        round=data["round"],
    ),
    "rematch": lambda who, data: say("{who} proposed a rematch at table {table}.", who=who, table=data["table"]),
    "paused": lambda who, data: say("The match was paused."),
    "resumed": lambda who, data: say("The match went on."),
    "stood_in": lambda who, data: say("A bot holds the seat of {who}.", you="A bot holds your seat.", who=who),
    "undelivered": lambda who, data: say(
        "No notice reached {who}, so the deadline moved by {span}.", who=who, span=span_words(data["seconds"])
    ),
    "took_back": lambda who, data: say("{who} took the seat back.", who=who),
    "hinted": lambda who, data: say("{who} asked for a hint.", who=who),
    "excused": lambda who, data: say(
        "{who} missed the time and spent an excuse for more; {left} left.", who=who, left=data["left"]
    ),
    "offered": lambda who, data: say(
        "the seat of {who} is open to a substitute.", you="your seat is open to a substitute.", who=who
    ),
    "offer_ended": lambda who, data: say(
        "the seat of {who} is no longer open to a substitute.",
        you="your seat is no longer open to a substitute.",
        who=who,
    ),
    "substituted": lambda who, data: say("{who} took the seat over as a substitute.", who=who),
}


def sentence_of(kind: str, seat: Player | None, data: dict[str, Any], who: Callable[[Player], Person]) -> str:
    """Describe an activity; `who` returns a player's name for the reader."""
    sentence = SENTENCES[kind](Person() if seat is None else who(seat), data)
    return upper_first(sentence)
