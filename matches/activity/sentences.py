"""Sentences for one reader about a table's activity."""

from collections.abc import Callable
from typing import Any

from engine import Player
from engine.words import upper_first

Words = Callable[[str, dict[str, Any]], str]
"""Takes the player's name and the data; returns a sentence."""


def seat_of_whom(who: str) -> str:
    """Return "your seat" or "the seat of …"."""
    return "your seat" if who == "you" else f"the seat of {who}"


QUESTIONS = {"pause": "asked for a pause.", "abandon": "asked to call the match off."}
QUESTIONS |= {"take_back": "asked to take the last round back."}
VOTES = {"pause": "the pause", "abandon": "calling the match off", "take_back": "taking the round back"}
RESULTS = {"pause": "the match is not paused", "abandon": "the match goes on", "take_back": "the round stays"}
"""The outcome of a vote that fails."""

SENTENCES: dict[str, Words] = {
    "vote_opened": lambda who, data: f"{who} {QUESTIONS[data['vote']]}",
    "vote_agreed": lambda who, data: f"{who} agreed to {VOTES[data['vote']]}.",
    "vote_refused": lambda who, data: f"{who} refused, so {RESULTS[data['vote']]}.",
    "vote_lapsed": lambda who, data: f"Not all agreed in time, so {RESULTS[data['vote']]}.",
    "called_off": lambda who, data: "The match was called off and counts for nobody.",
    "resigned": lambda who, data: f"{who} resigned.",
    "without_beacon": lambda who, data: (
        f"Round {data['round']} of the public randomness could not be fetched in time, so the match began without it."
    ),
    "rematch": lambda who, data: f"{who} proposed a rematch at table {data['table']}.",
    "paused": lambda who, data: "The match was paused.",
    "resumed": lambda who, data: "The match went on.",
    "stood_in": lambda who, data: f"A bot holds {seat_of_whom(who)}.",
    "undelivered": lambda who, data: f"No notice reached {who}, so the deadline moved by {data['hours']} hours.",
    "took_back": lambda who, data: f"{who} took the seat back.",
    "hinted": lambda who, data: f"{who} asked for a hint.",
    "excused": lambda who, data: f"{who} missed the time and spent an excuse for more; {data['left']} left.",
    "offered": lambda who, data: f"{seat_of_whom(who)} is open to a substitute.",
    "offer_ended": lambda who, data: f"{seat_of_whom(who)} is no longer open to a substitute.",
    "substituted": lambda who, data: f"{who} took the seat over as a substitute.",
}


def sentence_of(kind: str, seat: Player | None, data: dict[str, Any], who: Callable[[Player], str]) -> str:
    """Describe an activity; `who` returns a player's name for the reader."""
    sentence = SENTENCES[kind]("" if seat is None else who(seat), data)
    return upper_first(sentence)
