"""What an action of a moderator is, and the register of all there are.

Each action is one file of `moderation/actions/`; nothing else has to know of it. `moderation.services.acting`
carries one out: permission, interest, reason, deed, audit row and notices, in one transaction.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar, TypeVar

from django import forms

from accounts.models import User
from games.beside import Message
from games.models import Match, Seat, Step
from games.services.errors import Refused
from moderation.models import AuditRow, Category, Report

ROLE = "a moderator"
"""What players read of who acted; the account stands in the audit row alone."""


T = TypeVar("T")


class On(StrEnum):
    """What an action is done to."""

    PLAYER = "player"
    MATCH = "match"
    SEAT = "seat"
    MESSAGE = "message"


@dataclass(frozen=True)
class Target:
    """What is acted on: a player, a match, one of its seats or messages. `report` is what led to it."""

    user: User | None = None
    match: Match | None = None
    seat: Seat | None = None
    message: Message | None = None
    report: Report | None = None

    @property
    def subject(self) -> User | None:
        """The player whom it concerns first: by name, or by the message or seat."""
        if self.user is not None:
            return self.user
        if self.message is not None:
            return self.message.author
        return self.seat.user if self.seat is not None else None

    @property
    def player(self) -> User:
        """The player, for actions on players."""
        return _there(self.subject)

    @property
    def table(self) -> Match:
        """The match, for actions on matches and what they hold."""
        return _there(self.match)

    @property
    def place(self) -> Seat:
        """The seat, for actions on seats."""
        return _there(self.seat)

    @property
    def said(self) -> Message:
        """The message, for actions on messages."""
        return _there(self.message)


def _there(part: T | None) -> T:
    if part is None:
        raise LookupError("This action is done to something else.")
    return part


@dataclass(frozen=True)
class Acting:
    """One doing of an action: who does what, to what, why and when."""

    actor: User
    target: Target
    given: Mapping[str, Any]
    """What the form asked for besides the reason, checked."""
    category: Category
    reason: str
    """For moderators alone; players read the category."""
    number: int
    """The number that the audit row will have."""
    now: datetime

    def note(self, action: "Action", **more: Any) -> dict[str, Any]:
        """What a step of the match's log says of it: public, and it names the audit row."""
        return {
            "action": action.slug,
            "by": ROLE,
            "category": str(self.category),
            "audit": self.number,
            **more,
        }


@dataclass(frozen=True)
class Told:
    """Something to tell somebody concerned: a sentence, and the page to open."""

    user: User
    text: str
    path: str = ""
    """Empty: the reader's own page of what moderators did."""
    match: Match | None = None
    """The match that it tells of, whose names may be hidden."""


@dataclass(frozen=True)
class Done:
    """What came of an action."""

    data: dict[str, Any] = field(default_factory=dict)
    """For the audit row: what undoing needs, and no secret."""
    told: Sequence[Told] = ()
    step: Step | None = None
    """The step of the match's log that tells of it."""
    after: Callable[[AuditRow], object] | None = None
    """Does what follows at other tables once the audit row is written: each of it has a row of its own."""


class ActionForm(forms.Form):
    """What every action asks for. An action adds fields of its own."""

    category = forms.ChoiceField(label="What it is about", choices=[("", "Choose"), *Category.choices])
    reason = forms.CharField(
        label="Reason",
        max_length=2000,
        widget=forms.Textarea({"rows": 3}),
        help_text="For other moderators. It stands in the audit for good. Players read only what it is about.",
    )

    def given(self) -> dict[str, Any]:
        """What was asked for besides the category and the reason."""
        return {name: value for name, value in self.cleaned_data.items() if name not in ("category", "reason")}


class Action(ABC):
    """Something that moderators can do. Its slug without hyphens is the name of the permission it needs."""

    slug: ClassVar[str]
    title: ClassVar[str]
    """Words of the button: "Warn"."""
    says: ClassVar[str]
    """What it does, in a sentence or two, above its form."""
    on: ClassVar[On]
    past: ClassVar[str]
    """For lists of what was done: "warned"."""
    form: ClassVar[type[ActionForm]] = ActionForm
    undoable: ClassVar[bool] = True
    adds_up: ClassVar[bool] = False
    """Whether each doing stands by itself: then it can be undone though it was done again since."""
    shows: ClassVar[bool] = False
    """Whether everyone sees by name whom it was done to: then it is not done by a seat where names are hidden."""
    decides: ClassVar[bool] = False
    """Whether it changes a result or who sits: that is not for who organises what the table belongs to."""
    senior: ClassVar[bool] = False
    """Whether senior moderators alone may do it, unless an administrator says otherwise."""

    @property
    def codename(self) -> str:
        """The permission, without its application."""
        return self.slug.replace("-", "_")

    @property
    def permission(self) -> str:
        """The permission, as `has_perm` wants it."""
        return f"moderation.{self.codename}"

    def refusal(self, target: Target, now: datetime) -> str:
        """Why it cannot be done to this, in a sentence; empty if it can."""
        return ""

    @abstractmethod
    def carry_out(self, acting: Acting) -> Done:
        """Do it, within the transaction that also writes the audit row. Raises `Refused`."""

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Undo what a row says was done, if that still stands. Raises `Refused`: some cannot be undone."""
        raise Refused("cannot_be_undone", "This cannot be undone.")


ACTIONS: dict[str, Action] = {}


def register(action: Action) -> Action:
    """Add an action to the register."""
    ACTIONS[action.slug] = action
    return action


def actions_on(what: On) -> list[Action]:
    """All actions on such a thing, in the order of their titles."""
    return sorted((action for action in ACTIONS.values() if action.on == what), key=lambda action: action.title)
