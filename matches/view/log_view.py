"""The log of a match as one reader may see it: a part of `games.selectors.match_view`."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from games.engine import AnyGame
from games.matchview import LogEntry
from games.models import Match, Step
from games.moderated import sentence_of
from games.rules.core import Event, Mark, Player
from games.rules.core.log import BY_RULES, LoggedStep
from games.rules.piecepack import and_list


@dataclass(frozen=True)
class ReaderNames:
    """Names as one reader calls them: their own seat is *you*."""

    names: Sequence[str]
    me: Player | None

    def who(self, player: Player) -> str:
        """Subject or object."""
        return "you" if player == self.me else self.names[player]

    def whose(self, player: Player) -> str:
        """Possessive."""
        return "your" if player == self.me else f"{self.names[player]}'s"


def events_seen(game: AnyGame, entry: LoggedStep, viewer: Player | None) -> list[Event]:
    """The events of a step as a viewer may know them."""
    events = (msgspec.convert(raw, game.Event) for raw in entry.events)
    return [seen for event in events if (seen := event.seen_by(viewer)) is not None]


def marks_of(
    match: Match, game: AnyGame, entries: Sequence[LoggedStep], step: int, viewer: Player | None
) -> tuple[Mark, ...]:
    """Boxes of the strip by what led to a step, oldest first: not by what had been taken back by then."""
    gone = [(first, last) for first, last in match.taken_back if last < step]
    live = [entry for entry in entries if not any(first <= entry.number <= last for first, last in gone)]
    return tuple(mark for entry in live for mark in game.wording.marks(events_seen(game, entry, viewer)))


def log_entries(
    match: Match, game: AnyGame, entries: list[tuple[Step, LoggedStep]], names: ReaderNames
) -> tuple[LogEntry, ...]:
    """The entries of a log, newest first; a step whose events name no round belongs to the one before it."""
    lines: list[LogEntry] = []
    current: int | None = None
    for row, entry in reversed(entries):
        events = events_seen(game, entry, names.me)
        # A step may end one round and begin the next: it belongs to the first, what follows to the last.
        named = [number for event in events if (number := event.of_round)]
        numbers: list[int | None] = [*named] or [current]
        if entry.kind not in BY_RULES:
            numbers = [None]
        lines.append(
            LogEntry(
                row.number,
                numbers[0],
                row.at,
                sentences_of(game, entry, events, names),
                tuple(events),
                part=row.part,
                moderated=entry.kind not in BY_RULES,
                taken_back=match.was_taken_back(row.number) and row.part == 0,
            )
        )
        current = current if row.part else numbers[-1]
    return tuple(reversed(lines))


def sentences_of(game: AnyGame, entry: LoggedStep, events: list[Event], names: ReaderNames) -> tuple[str, ...]:
    """What one step says to its reader."""
    if entry.kind not in BY_RULES:
        return (sentence_of(entry, names.who),)
    late = [names.who(answer.player) for answer in entry.answers if answer.by == "default"]
    missed = [f"{who[0].upper()}{who[1:]} did not answer in time, so the table answered." for who in late]
    planned = [names.who(answer.player) for answer in entry.answers if answer.by == "plan"]
    by_plan = [f"{said[0].upper()}{said[1:]} answered by plan." for said in [and_list(planned)] if planned]
    return (*missed, *by_plan, *game.wording.events(events, names))
