"""Tell moderators that reports wait which nobody has taken: no more than how many there are."""

from datetime import datetime

from django.db.models import Max
from django.urls import reverse
from django.utils.translation import ngettext

from accounts.identity.selectors import selves
from accounts.models import User
from foundation.language import read_by
from moderation.models import Report
from moderation.notice_kinds import WAITING
from moderation.policy import TOLD_AGAIN_AFTER, TOLD_AT_MOST_EVERY
from moderation.selectors.desk import moderators, queue
from moderation.services.sweeping import each
from notifications.models import Notice
from notifications.services import About, schedule_notice

TOPIC = "desk"


def tell_of_reports(*, now: datetime) -> int:
    """Notify each moderator of reports that wait for them; return how many moderators were told.

    A moderator is told of new reports once an hour at most, and again each day for as long as one waits.
    """
    if not Report.objects.filter(closed_at=None, claimed_by=None).exists():
        return 0
    told = dict(
        Notice.objects.filter(topic=TOPIC, kind=WAITING).values_list("user").annotate(Max("made_at")).order_by()
    )
    to_tell = {user.pk: user for user in moderators(now=now) if _may_be_told(told.get(user.pk), now)}
    return each(to_tell, lambda pk: _tell(to_tell[pk], told.get(pk), now), what="The notice of reports for user")


def _may_be_told(last: datetime | None, now: datetime) -> bool:
    return last is None or now - last >= TOLD_AT_MOST_EVERY


def _tell(user: User, last: datetime | None, now: datetime) -> bool:
    # What a moderator may not read, such as a report about themselves, is not counted for them.
    made = list(queue(user, selves(user), "open").filter(claimed_by=None).values_list("at", flat=True))
    if not made or (last is not None and made[-1] <= last and now - last < TOLD_AGAIN_AFTER):
        return False
    count = len(made)
    with read_by(user):
        title = ngettext("{count} report waits", "{count} reports wait", count).format(count=count)
        text = ngettext("No moderator has taken it yet.", "No moderator has taken them yet.", count)
    context: About = {"title": title, "path": reverse("moderation:queue"), "text": text}
    hour = int(now.timestamp()) // int(TOLD_AT_MOST_EVERY.total_seconds())
    schedule_notice(user=user, kind=WAITING, topic=TOPIC, step=hour, context=context, due_at=now, now=now)
    return True
