"""The log of a match as one reader may see it, for `matches.view.match_view.match_view`."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
from django.utils.translation import gettext

from engine import AnyGame, Event, Mark, Player
from engine.language import say
from engine.log import BY_RULES, LoggedStep
from engine.names import ReaderNames
from engine.origin import ORIGIN
from engine.view import LogEntry
from engine.words import people, upper_first
from matches.activity.intervention_sentences import sentence_of
from matches.log.states import steps_taken_back
from matches.models import Match, Step
from matches.view.fork_words import fork_place


def events_seen(game: AnyGame, entry: LoggedStep, viewer: Player | None) -> list[Event]:
    """Return the events of a step as a viewer may see them."""
    return [seen for event in open_events(game, entry) if (seen := event.seen_by(viewer)) is not None]


def open_events(game: AnyGame, entry: LoggedStep) -> list[Event]:
    """Return the events of a step of a finished match, with what they hid."""
    events: list[Event] = msgspec.convert({"events": entry.events}, _events_of(game.Event)).events
    return events


@cache
def _events_of(kind: Any) -> Any:
    """Return a struct that holds events: msgspec reads a union in one that it knows many times as fast."""
    events = msgspec.defstruct("Events", [("events", list[kind])])
    # Two threads must not be the first to decode it: see matches/log/prepared_types.py.
    msgspec.json.Decoder(events)
    return events


def marks_of(match: Match, game: AnyGame, log: Sequence[LogEntry], step: int) -> tuple[Mark, ...]:
    """Return the strip's boxes of a log up to a step, oldest first, without steps already taken back by then."""
    gone = steps_taken_back(match, by=step)
    live = [entry for entry in reversed(log) if entry.step not in gone]
    return tuple(mark for entry in live for mark in game.wording.marks(entry.events))


def log_entries(
    match: Match, game: AnyGame, entries: list[tuple[Step, LoggedStep]], names: ReaderNames, *, is_open: bool = False
) -> tuple[LogEntry, ...]:
    """Return the log entries, newest first; a step without a round belongs to the round before it."""
    lines: list[LogEntry] = []
    current: int | None = None
    gone = steps_taken_back(match)
    for row, entry in reversed(entries):
        events = open_events(game, entry) if is_open else events_seen(game, entry, names.me)
        # A step that ends one round and starts the next belongs to the first; later steps belong to the second.
        numbers: list[int | None] = [*rounds_of(events)] or [current]
        if entry.kind not in BY_RULES:
            numbers = [None]
        sentences = sentences_of(game, entry, events, names, match.fork_words)
        lines.append(
            LogEntry(
                row.number,
                numbers[0],
                row.at,
                sentences,
                tuple(events),
                closing=closing_of(game, events, names, sentences) if numbers[0] != numbers[-1] else None,
                part=row.part,
                moderated=entry.kind not in BY_RULES,
                taken_back=row.part == 0 and row.number in gone,
                answered=tuple(answer.player for answer in entry.answers),
                by_reader=any(answer.player == names.me and answer.by == "player" for answer in entry.answers),
                link=row.hash,
            )
        )
        current = current if row.part else numbers[-1]
    return tuple(reversed(lines))


def closing_of(game: AnyGame, events: Sequence[Event], names: ReaderNames, sentences: tuple[str, ...]) -> int | None:
    """Return how many sentences of a step are about what came before the round that begins in it."""
    begun = rounds_of(events)[-1]
    before = events[: next(at for at, event in enumerate(events) if event.of_round == begun)]
    closing = tuple(game.wording.events(before, names))
    # Before them the log may say who missed the turn.
    ends = range(max(1, len(closing)), len(sentences) + 1)
    return next((end for end in ends if sentences[end - len(closing) : end] == closing), None)


def rounds_of(events: Sequence[Event]) -> list[int]:
    """Return the rounds to which the events of a step belong, in order."""
    numbered = [(event, number) for event in events if (number := event.of_round)]
    numbers = [number for _, number in numbered]
    if numbered and numbered[0][0].begins_round and numbered[0][0] is not events[0] and numbers[0] > 1:
        # What ended the round before says no number.
        return [numbers[0] - 1, *numbers]
    return numbers


def sentences_of(
    game: AnyGame, entry: LoggedStep, events: list[Event], names: ReaderNames, fork_words: str = ""
) -> tuple[str, ...]:
    """Return the sentences of one step for its reader."""
    if ORIGIN in entry.note:
        return (_fork_sentence(fork_words, game.slug),)
    if entry.kind not in BY_RULES:
        return (sentence_of(entry, names.who),)
    late = [names.who(answer.player) for answer in entry.answers if answer.by == "default"]
    missed = [upper_first(say("{who} did not answer in time, so the table answered.", who=who)) for who in late]
    ahead = [names.who(answer.player) for answer in entry.answers if answer.by == "conditional_move"]
    by_conditional_move = (
        [upper_first(say("{people} answered by conditional move.", people=people(ahead)))] if ahead else []
    )
    return (*missed, *by_conditional_move, *game.wording.events(events, names))


def _fork_sentence(fork_words: str, slug: str) -> str:
    if not fork_words:
        return gettext("The match is played on from another one. It counts for nothing.")
    return gettext("The match is played on from {place}. It counts for nothing.").format(
        place=fork_place(fork_words, slug)
    )
