"""What people are told of moderation, handed to the ledger of notices."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from django.urls import reverse

from accounts.models import Program, User
from moderation.action import Told
from moderation.apps import ACTED, OUTCOME
from notifications.services import About, notice_plan


def owner_told(told: Iterable[Told], subject: User | None) -> list[Told]:
    """The same words for the owner of a program whom an action concerns: a program reads no mail."""
    program = Program.objects.filter(user=subject).select_related("owner").first()
    if program is None:
        return []
    return [
        replace(one, user=program.owner, text=f"This is about your program {program.user.display_name}: {one.text}")
        for one in told
        if one.user == program.user
    ]


def concerned_told(*, told: Iterable[Told], number: int, now: datetime) -> None:
    """Tell those whom an action concerns; once, as it is known by the number of its audit row."""
    for one in told:
        if one.user.is_house:
            continue
        title = f"Table {one.match.pk}" if one.match else "Your account"
        context: About = {"title": title, "path": one.path or reverse("moderation:mine"), "text": one.text}
        if one.match is not None and one.match.names_hidden:
            context["hidden"] = True
        topic = f"moderation:{number}"
        notice_plan(user=one.user, kind=ACTED, topic=topic, step=0, context=context, due_at=now, now=now)


def reporter_told(*, user: User, report_id: int, text: str, hidden: bool, now: datetime) -> None:
    """Tell who reported something how it was settled."""
    context: About = {"title": f"Report {report_id}", "path": reverse("moderation:mine"), "text": text}
    if hidden:
        context["hidden"] = True
    topic = f"report:{report_id}"
    notice_plan(user=user, kind=OUTCOME, topic=topic, step=0, context=context, due_at=now, now=now)
