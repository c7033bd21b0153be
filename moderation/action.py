"""The base of moderators' actions, and the register of them all.

Each action is one file of `moderation/actions/`; nothing else has to know it. `moderation.services.acting` runs one:
permission, interest, reason, action, audit row and notices, in one transaction.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar, TypeVar

from django import forms
from django.utils.translation import gettext, gettext_lazy

from accounts.models import User
from clubs.models import Club, ClubMessage
from foundation.errors import Refused
from foundation.language import Words
from matches.models import Match, Seat, Step
from matches.models.social import Message
from moderation.models import AuditRow, Category, Report

ROLE = "a moderator"
"""How players see the moderator; only the audit row names the account."""


T = TypeVar("T")


class On(StrEnum):
    """The kind of thing an action applies to."""

    PLAYER = "player"
    MATCH = "match"
    SEAT = "seat"
    MESSAGE = "message"
    CLUB = "club"
    CLUB_MESSAGE = "club_message"


@dataclass(frozen=True)
class Target:
    """The target of an action: a player, a match or club, or a part of one. `report` led to it."""

    user: User | None = None
    match: Match | None = None
    seat: Seat | None = None
    message: Message | None = None
    report: Report | None = None
    club: Club | None = None
    club_message: ClubMessage | None = None

    @property
    def subject(self) -> User | None:
        """The player it mainly concerns: given directly, or by the message or seat."""
        if self.user is not None:
            return self.user
        if self.message is not None:
            return self.message.author
        if self.club_message is not None:
            return self.club_message.author
        return self.seat.user if self.seat is not None else None

    @property
    def player(self) -> User:
        """The player, for actions on players."""
        return _there(self.subject)

    @property
    def whole_match(self) -> Match:
        """The match, for actions on matches and what they hold."""
        return _there(self.match)

    @property
    def place(self) -> Seat:
        """The seat, for actions on seats."""
        return _there(self.seat)

    @property
    def chat_message(self) -> Message:
        """The message, for actions on messages."""
        return _there(self.message)

    @property
    def whole_club(self) -> Club:
        """The club, for actions on clubs."""
        return _there(self.club)

    @property
    def message_in_club(self) -> ClubMessage:
        """The message, for actions on messages in clubs."""
        return _there(self.club_message)


def _there(part: T | None) -> T:
    if part is None:
        raise LookupError("This action applies to another kind of target.")
    return part


@dataclass(frozen=True)
class Acting:
    """One use of an action: who, on what, why and when."""

    actor: User
    target: Target
    given: Mapping[str, Any]
    """The validated form fields other than category and reason."""
    category: Category
    reason: str
    """For moderators only; players read the category."""
    number: int
    """The number that the audit row will have."""
    now: datetime

    def note(self, action: "Action", **more: Any) -> dict[str, Any]:
        """The note in the step of the match's log: public, with the number of the audit row."""
        return {
            "action": action.slug,
            "by": ROLE,
            "category": str(self.category),
            "audit": self.number,
            **more,
        }


@dataclass(frozen=True)
class ConcernedNotice:
    """A notice to a person concerned: a sentence and the page to open."""

    user: User
    text: Words
    """Worded for the person when the notice is sent."""
    path: str = ""
    """Empty: the reader's own page about moderators' actions."""
    match: Match | None = None
    """The match it is about, whose names may be hidden."""


@dataclass(frozen=True)
class Done:
    """The outcome of an action."""

    data: dict[str, Any] = field(default_factory=dict)
    """For the audit row: what undoing needs, and no secret."""
    notices: Sequence[ConcernedNotice] = ()
    step: Step | None = None
    """The step of the match's log that records it."""
    after: Callable[[AuditRow], object] | None = None
    """Called once the audit row is written, for effects on other matches; each has an audit row of its own."""


class ActionForm(forms.Form):
    """The fields every action has. An action adds its own."""

    category = forms.ChoiceField(
        label=gettext_lazy("What it is about"), choices=[("", gettext_lazy("Choose")), *Category.choices]
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=2000,
        widget=forms.Textarea({"rows": 3}),
        help_text=gettext_lazy(
            "For other moderators. It stays in the audit for good. Players only read what it is about."
        ),
    )

    def given(self) -> dict[str, Any]:
        """The fields other than category and reason."""
        return {name: value for name, value in self.cleaned_data.items() if name not in ("category", "reason")}


class Action(ABC):
    """Something that moderators can do. Its slug with underscores is the permission it needs."""

    slug: ClassVar[str]
    title: ClassVar[Words]
    """The button's label: "Warn"."""
    says: ClassVar[Words]
    """A sentence or two above its form that explains what it does."""
    on: ClassVar[On]
    past: ClassVar[Words]
    """For lists of past actions: "warned"."""
    weight: ClassVar[int] = 0
    """How hard it hits. Buttons begin with the mildest."""
    form: ClassVar[type[ActionForm]] = ActionForm
    undoable: ClassVar[bool] = True
    adds_up: ClassVar[bool] = False
    """True if each use stands by itself: then it can be undone even after it was done again."""
    shows: ClassVar[bool] = False
    """True if everyone can see by name to whom it was done: then it cannot target a seat where names are hidden."""
    decides: ClassVar[bool] = False
    """True if it changes a result or who sits: then organisers of the ladder or tournament may not do it."""
    senior: ClassVar[bool] = False
    """True if only senior moderators may do it by default."""

    @property
    def codename(self) -> str:
        """The permission without its app label."""
        return self.slug.replace("-", "_")

    @property
    def permission(self) -> str:
        """The permission as `has_perm` expects it."""
        return f"moderation.{self.codename}"

    def refusal(self, target: Target, now: datetime) -> str:
        """Why it cannot be done to this target, as a sentence; empty if it can."""
        return ""

    @abstractmethod
    def carry_out(self, acting: Acting) -> Done:
        """Do it, within the transaction that also writes the audit row. Raises `Refused`."""

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Undo what a row records, if it still stands. Raises `Refused`, also for actions that cannot be undone."""
        raise Refused("cannot_be_undone", gettext("This cannot be undone."))


ACTIONS: dict[str, Action] = {}


def register(action: Action) -> Action:
    """Add an action to the register."""
    ACTIONS[action.slug] = action
    return action


def actions_on(what: On) -> list[Action]:
    """All actions for this kind of target, the mildest first."""
    found = [action for action in ACTIONS.values() if action.on == what]
    return sorted(found, key=lambda action: (action.weight, str(action.title)))
