"""Notices of moderation, sent through the notice ledger."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from django.urls import reverse
from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy

from accounts.models import BotAccount, User
from foundation.language import Words, read_by
from moderation.action import ConcernedNotice
from moderation.models import Report
from moderation.notice_kinds import ACTED, OUTCOME
from moderation.selectors.desk import about_words
from moderation.selectors.names import subject_hidden
from notifications.services import About, schedule_notice


def owner_notices(notices: Iterable[ConcernedNotice], subject: User | None) -> list[ConcernedNotice]:
    """The same notices for the owner of a bot account, which reads no mail itself."""
    bot_account = BotAccount.objects.filter(user=subject).select_related("owner").first()
    if bot_account is None:
        return []
    return [
        replace(
            one,
            user=bot_account.owner,
            text=format_lazy(
                gettext_lazy("This is about your bot account {name}: {text}"),
                name=bot_account.user.display_name,
                text=one.text,
            ),
        )
        for one in notices
        if one.user == bot_account.user
    ]


def notify_concerned(*, notices: Iterable[ConcernedNotice], number: int, now: datetime) -> None:
    """Notify the people an action concerns, once per audit row."""
    for one in notices:
        if one.user.is_house:
            continue
        with read_by(one.user):
            title = gettext("Table {number}").format(number=one.match.pk) if one.match else gettext("Your account")
            text = str(one.text)
        context: About = {"title": title, "path": one.path or reverse("moderation:mine"), "text": text}
        if one.match is not None and one.match.names_hidden:
            context["hidden"] = True
        topic = f"moderation:{number}"
        schedule_notice(user=one.user, kind=ACTED, topic=topic, step=0, context=context, due_at=now, now=now)


def notify_reporter(*, report: Report, text: Words, now: datetime) -> None:
    """Notify a reporter of the outcome."""
    user = report.reporter
    with read_by(user):
        title = gettext("Your report about {what}").format(what=about_words(report))
        context: About = {"title": title, "path": reverse("moderation:mine"), "text": str(text)}
    if subject_hidden(report.match):
        context["hidden"] = True
    topic = f"report:{report.pk}"
    schedule_notice(user=user, kind=OUTCOME, topic=topic, step=0, context=context, due_at=now, now=now)
