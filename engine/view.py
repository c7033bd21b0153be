"""What one reader may know of one match: the only form in which match data leaves the site.

Created only by `matches.view.match_view.match_view`. Pages, sockets, mails, exports, logs and
bots receive these values, never a match's state.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, overload

import msgspec

from engine.conditional_moves import ConditionalMove
from engine.game import Event, Mark, Names, Observation, Player, Wording
from engine.language import YOU, Person, say
from engine.table_settings import TableSettings, TimeControl


class Envelope(StrEnum):
    """A seat's status in the open decision."""

    SEALED = "sealed"
    AWAITED = "awaited"
    NOT_ASKED = "not_asked"
    HIDDEN = "hidden"  # this match does not show who has answered


@dataclass(frozen=True)
class SeatView:
    """One seat of the table."""

    player: Player
    name: str
    is_me: bool
    is_bot: bool
    """True if a bot answers for the seat: a bot of the site or a stand-in."""
    envelope: Envelope
    answered_at: datetime | None = None
    deadline: datetime | None = None
    place: int | None = None
    profile_url: str = ""
    stand_in: bool = False
    """True if a bot plays in the player's place."""
    resigned: bool = False
    """True if the player resigned, so that a bot plays to the end."""
    substitute_wanted: bool = False
    """True if the seat is open to a substitute."""

    @property
    def person(self) -> Person:
        """The name as the reader reads it in a message: "you" for their own seat."""
        return Person.called(say("you", context="player"), YOU) if self.is_me else Person(self.name)


@dataclass(frozen=True)
class Choice:
    """One of my legal actions, as a radio button."""

    value: str
    """The action as JSON, the value of the form field `action`."""
    words: str
    action: Any
    chosen: bool
    """True if this is my sealed answer."""


class Choices(Sequence[Choice]):
    """My legal actions as choices, each described when it is first read: there may be thousands."""

    def __init__(
        self,
        actions: Sequence[Any],
        seen: Observation,
        wording: Wording[Any, Any, Any],
        names: Names,
        sealed: Any = None,
    ) -> None:
        self._actions = actions
        self._seen = seen
        self._wording = wording
        self._names = names
        self._sealed = sealed
        self._described: dict[int, Choice] = {}

    def __len__(self) -> int:
        return len(self._actions)

    @overload
    def __getitem__(self, index: int) -> Choice: ...
    @overload
    def __getitem__(self, index: slice) -> "Choices": ...
    def __getitem__(self, index: int | slice) -> "Choice | Choices":
        if isinstance(index, slice):
            return Choices(self._actions[index], self._seen, self._wording, self._names, self._sealed)
        # The parts of a page go through all choices again, each looking for its own.
        if index not in self._described:
            self._described[index] = self._describe(self._actions[index])
        return self._described[index]

    def _describe(self, action: Any) -> Choice:
        return Choice(
            value=msgspec.json.encode(action).decode(),
            words=self._wording.choice(action, self._seen, self._names),
            action=action,
            chosen=action == self._sealed,
        )


@dataclass(frozen=True)
class LogEntry:
    """One step of the log as this reader may see it."""

    step: int
    round: int | None
    at: datetime
    sentences: tuple[str, ...]
    events: tuple[Event, ...] = ()
    """The events behind the sentences, as this reader may see them."""
    closing: int | None = None
    """How many sentences come before those of the round that begins in it; None if none does."""
    part: int = 0
    """Counts the moderator steps that share the number of the step before them."""
    moderated: bool = False
    """True if it records a moderator's action."""
    taken_back: bool = False
    """True if a moderator's rewind took this step back."""
    answered: tuple[Player, ...] = ()
    """The seats whose answers it opened."""
    by_reader: bool = False
    """True if the reader answered it themselves, so that they saw what stood before it."""
    link: str = ""
    """Its hash in the chain, which tells nothing of its content."""


@dataclass(frozen=True)
class ActivityView:
    """A table event outside the game."""

    step: int
    at: datetime
    sentence: str


@dataclass(frozen=True)
class VoteView:
    """An open vote of the players."""

    kind: str
    question: str
    """"Pause this match?"."""
    agreed: tuple[str, ...]
    """The names of the players who agreed."""
    missing: tuple[str, ...]
    """The names of the players yet to vote."""
    asks_me: bool
    closes_at: datetime


@dataclass(frozen=True)
class Asked:
    """The decision that I am asked for now."""

    step: int
    task: str
    """The task: "Seal one tile as your bid"."""
    seal: str
    """The button's label: "Seal my bid"."""
    choices: Sequence[Choice]
    deadline: datetime | None
    answer: str | None
    """My sealed answer in words; I can change it until the round resolves."""
    sealed: Any = None
    """That answer as an action."""
    by_conditional_move: bool = False
    """True if a conditional move supplies it because I have not answered myself."""


@dataclass(frozen=True)
class ConditionalMovesView:
    """My conditional moves, shown to no one else."""

    version: int
    """Their version: a form made for another version is refused."""
    words: tuple[str, ...]
    """Each in words; the first that fits is used."""
    moves: tuple[ConditionalMove, ...]
    """The same as values."""


@dataclass(frozen=True)
class MatchView:
    """One match as one reader may know it, now or after an earlier step in a replay."""

    number: int
    slug: str
    title: str
    status: str
    """`open`, `running`, `paused`, `finished` or `called_off`."""
    stage: str
    step: int
    last_step: int
    """Equal to `step` except in a replay."""
    me: Player | None
    seats: tuple[SeatView, ...]
    seen: Observation | None
    """The game as this reader may see it; None before the start."""
    asked: Asked | None
    waiting_for: tuple[str, ...]
    deadline: datetime | None
    """The latest time at which the match continues."""
    turn_seconds: int
    time_control: TimeControl | None = None
    table_settings: TableSettings | None = None
    """None, like `time_control`, for an imported match, whose file does not contain it."""
    log: tuple[LogEntry, ...] = ()
    activity: tuple[ActivityView, ...] = ()
    """The latest activity, oldest first."""
    vote: VoteView | None = None
    marks: tuple[Mark, ...] = ()
    result: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    conditional_moves: ConditionalMovesView | None = None
    """My conditional moves while the match is running; None in a replay."""
    may_ask_back: bool = False
    """True if the players of this running match may vote on taking the last round back."""
    arranged: bool = False
    """True if it belongs to a ladder or a tournament."""
    fork_words: str = ""
    """Where it was played on from, such as "round 7 of table 12"; empty for a match that began by the rules."""
    fork_of: int | None = None
    """The number of the match that it was played on from, if that was played here."""
    fork_step: int | None = None
    pause_reason: str = ""
    """The reason for the pause, if the match is paused."""
    eyes_chosen: bool = False
    """True if the reader chose through whose eyes they look, so that `me` may be another's seat."""
    taken_back: bool = False
    """True if this replay shows a step that was taken back."""
    voided: bool = False
    """True if a moderator voided the result."""
    adjusted: bool = False
    """True if a moderator set the places."""
    chat_locked: bool = False
    """True if a moderator locked the chat."""
    rules_version: int = 1
    course: tuple[Observation, ...] = ()
    """The reader's observations after each step, from the first; filled only on request."""
    seed_hash: str = ""
    """The hash of the site's seed, public since the table was opened."""
    seated_at: datetime | None = None
    """When somebody sat down at the reader's seat. The words that they added then are kept with it."""
    head: str = ""
    """The last link of the chain; empty before the start."""
    envelopes: int = 0
    """How many answers of the open round are sealed, as far as all readers may know."""

    @property
    def my_seat(self) -> SeatView | None:
        """The reader's own seat, if they have one."""
        return None if self.me is None else self.seats[self.me]

    @property
    def places(self) -> list[int | None]:
        """The place of each seat."""
        return [seat.place for seat in self.seats]

    @property
    def is_against_bots(self) -> bool:
        """True if one person plays bots alone, so that nobody waits for an answer."""
        return sum(not seat.is_bot or seat.stand_in or seat.resigned for seat in self.seats) == 1

    @property
    def is_replay(self) -> bool:
        """True if this shows an earlier step than the latest, or what another saw."""
        return self.step < self.last_step or self.eyes_chosen

    @property
    def is_ongoing(self) -> bool:
        """True if the match runs, or will again after a pause."""
        return self.status in ("running", "paused")

    @property
    def is_live(self) -> bool:
        """True if this shows a running match as it is now."""
        return self.status == "running" and not self.is_replay

    @property
    def is_asked(self) -> bool:
        """True if the reader is asked now; a replay shows what they were asked then."""
        return self.asked is not None and not self.is_replay

    @property
    def is_my_turn(self) -> bool:
        """True if the reader is asked now and has not answered."""
        return self.asked is not None and not self.asked.answer and not self.is_replay
