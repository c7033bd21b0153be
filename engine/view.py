"""What one reader may know of one match: the only shape in which match data leaves the site.

Made by `games.selectors.match_view` and by nothing else. Pages, sockets, mails, exports, logs and
bots are given these values, never a match's state.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, overload

import msgspec

from games.rules.core import Event, Mark, Names, Observation, Player, Wording
from games.rules.core.plans import Rule
from games.terms import Clock, Manners


class Envelope(StrEnum):
    """How a seat stands toward the decision that the match waits for."""

    SEALED = "sealed"
    AWAITED = "awaited"
    NOT_ASKED = "not_asked"
    HIDDEN = "hidden"  # this match tells nobody who has answered


@dataclass(frozen=True)
class SeatView:
    """One seat of the table."""

    player: Player
    name: str
    is_me: bool
    is_bot: bool
    """Whether a bot answers: a player of the site's own, or a stand-in."""
    envelope: Envelope
    answered_at: datetime | None = None
    deadline: datetime | None = None
    place: int | None = None
    profile_url: str = ""
    stand_in: bool = False
    """Whether a bot holds the seat for its player."""
    resigned: bool = False
    """Whether its player gave up, so that a bot plays on to the end."""
    substitute_wanted: bool = False
    """Whether somebody else may take the seat over."""


@dataclass(frozen=True)
class Choice:
    """One legal action of mine, as a radio button."""

    value: str
    """The action as JSON: the value of the form's field `action`."""
    words: str
    action: Any
    chosen: bool
    """Whether this is the answer that I have sealed."""


class Choices(Sequence[Choice]):
    """My legal actions as choices, each put into words when it is looked at: there may be thousands."""

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

    def __len__(self) -> int:
        return len(self._actions)

    @overload
    def __getitem__(self, index: int) -> Choice: ...
    @overload
    def __getitem__(self, index: slice) -> "Choices": ...
    def __getitem__(self, index: int | slice) -> "Choice | Choices":
        if isinstance(index, slice):
            return Choices(self._actions[index], self._seen, self._wording, self._names, self._sealed)
        action = self._actions[index]
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
    """What the sentences tell, as this reader may know it."""
    part: int = 0
    """Counts steps that change nothing and have the number of the one before: what moderators did."""
    moderated: bool = False
    """Whether it tells of what a moderator did."""
    taken_back: bool = False
    """Whether it counts no more: a moderator took the match back behind it."""


@dataclass(frozen=True)
class HappeningView:
    """What happened at the table beside the game."""

    step: int
    at: datetime
    sentence: str


@dataclass(frozen=True)
class VoteView:
    """What the players are voting on."""

    kind: str
    question: str
    """"Pause this match?"."""
    agreed: tuple[str, ...]
    """Who has agreed, as the reader calls them."""
    missing: tuple[str, ...]
    """Who has not answered yet."""
    asks_me: bool
    closes_at: datetime


@dataclass(frozen=True)
class Asked:
    """What is asked of me now."""

    step: int
    task: str
    """An order: "Seal one tile as your bid"."""
    seal: str
    """Words of the button: "Seal my bid"."""
    choices: Sequence[Choice]
    deadline: datetime | None
    answer: str | None
    """My sealed answer in words; it may be changed until the round resolves."""
    sealed: Any = None
    """That answer as an action."""
    by_plan: bool = False
    """Whether my plan gives it, while I have not answered myself."""


@dataclass(frozen=True)
class PlanView:
    """My orders for decisions to come, which nobody else is shown."""

    version: int
    """Names this state of the plan: a form made for another is refused."""
    orders: tuple[str, ...]
    """One order a line, in words; the first that fits counts."""
    rules: tuple[Rule, ...]
    """The same as values."""


@dataclass(frozen=True)
class MatchView:
    """One match as one reader may know it, now or (in a replay) after an earlier step."""

    number: int
    slug: str
    title: str
    status: str
    """`open`, `running`, `paused`, `finished` or `called_off`."""
    stage: str
    step: int
    last_step: int
    """Equal to `step` but in a replay."""
    me: Player | None
    seats: tuple[SeatView, ...]
    seen: Observation | None
    """What the game shows of itself to this reader; None before the start."""
    asked: Asked | None
    waiting_for: tuple[str, ...]
    deadline: datetime | None
    """When the match goes on at the latest."""
    turn_seconds: int
    clock: Clock | None = None
    manners: Manners | None = None
    """None, as its clock, for a match that was brought as a file, which does not tell."""
    log: tuple[LogEntry, ...] = ()
    happenings: tuple[HappeningView, ...] = ()
    """The latest, oldest first."""
    vote: VoteView | None = None
    marks: tuple[Mark, ...] = ()
    result: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    plan: PlanView | None = None
    """Mine, while the match goes on; in no replay."""
    arranged: bool = False
    """Whether it belongs to a ladder or a tournament."""
    pause_reason: str = ""
    """Why the match is paused, if it is."""
    taken_back: bool = False
    """Whether this shows a step of a replay that was taken back."""
    voided: bool = False
    """Whether a moderator took the result away."""
    adjusted: bool = False
    """Whether a moderator set the places."""
    talk_locked: bool = False
    """Whether nobody can write at the table, by word of a moderator."""
    rules_version: int = 1
    course: tuple[Observation, ...] = ()
    """What the game showed this reader after each step, from the first; only where that was asked for."""

    @property
    def my_seat(self) -> SeatView | None:
        """The reader's own seat, if they have one."""
        return None if self.me is None else self.seats[self.me]

    @property
    def is_replay(self) -> bool:
        """Whether this shows an earlier step than the last."""
        return self.step < self.last_step
