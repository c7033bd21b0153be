"""Buttons for a moderator's actions on a target."""

from collections.abc import Collection
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from foundation.language import Words
from moderation.action import On, Target, actions_on
from moderation.selectors.interest import Interest
from moderation.selectors.names import subject_hidden
from moderation.services.acting import rank_against, refusal_of
from moderation.views.acting import action_path


@dataclass(frozen=True)
class Button:
    """A link to the form of an action."""

    title: Words
    path: str


@dataclass(frozen=True)
class Group:
    """Buttons for one target, or the reason there are none."""

    about: str
    buttons: list[Button]
    why_none: str = ""


def buttons(user: User, target: Target, interest: Interest, for_seniors: Collection[int]) -> list[Group]:
    """The actions on a target and its parts that the user's permissions and this interest allow.

    `for_seniors` are those whom the user must leave to seniors (`left_to_seniors`).
    """
    if interest.why:
        return [Group("", [], interest.why)]
    decides = not interest.organises
    names = {"report": target.report.pk} if target.report else {}
    groups = [
        _group(user, On.PLAYER, gettext("The player"), _player(target), names, target, for_seniors=for_seniors),
        _group(user, On.MESSAGE, gettext("The message"), _message(target), names, target),
        _group(user, On.CLUB_MESSAGE, gettext("The message"), _club_message(target), names, target),
        _group(user, On.CLUB, gettext("The club"), {"club": target.club.pk} if target.club else {}, names, target),
        _group(user, On.SEAT, gettext("The seat"), _seat(target), names, target, decides),
        _group(
            user,
            On.MATCH,
            gettext("The table"),
            {"table": target.match.pk} if target.match else {},
            names,
            target,
            decides,
        ),
    ]
    return [group for group in groups if group.buttons]


def _group(
    user: User,
    on: On,
    about: str,
    where: dict[str, object],
    more: dict[str, int],
    target: Target,
    decides: bool = True,
    for_seniors: Collection[int] = (),
) -> Group:
    """Buttons of one kind: actions that are possible now and that the user may decide."""
    may = [action for action in actions_on(on) if user.has_perm(action.permission)] if where else []
    now = timezone.now()
    may = [action for action in may if (decides or not action.decides) and not refusal_of(action, target, now)]
    may = [action for action in may if not rank_against(action, target, for_seniors)]
    return Group(about, [Button(action.title, action_path(action, **where, **more)) for action in may])


def _player(target: Target) -> dict[str, object]:
    """A player is targeted by name; where names are hidden, by the seat only."""
    subject = target.subject
    if subject is None or subject.is_house:
        return {}
    if not subject_hidden(target.match):
        return {"player": subject.username}
    return {**_seat(target), **_message(target)}


def _message(target: Target) -> dict[str, object]:
    if target.message is None:
        return {}
    return {"table": target.message.match_id, "message": f"{target.message.room}-{target.message.number}"}


def _club_message(target: Target) -> dict[str, object]:
    said = target.club_message
    return {} if said is None else {"club": said.club_id, "message": said.number}


def _seat(target: Target) -> dict[str, object]:
    return {"table": target.seat.match_id, "seat": target.seat.number} if target.seat else {}
