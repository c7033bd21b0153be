"""Moderators are told of reports that wait for them, and of nothing else."""

from datetime import datetime, timedelta

import pytest
from django.test import Client

from accounts.models import User
from moderation.action import Target
from moderation.models import Report
from moderation.notice_kinds import WAITING
from moderation.services.reports import claim_report, make_report
from moderation.services.waiting import tell_of_reports
from moderation.tasks import sweep
from notifications.models import Channel, Notice
from notifications.readers import reader_of
from tests.matches.tables import NOON, person, table_of
from tests.moderation.desk import moderator

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def reported(by: str = "ana", about: str = "ben", now: datetime = NOON) -> Report:
    """A report about a person."""
    return make_report(
        reporter=person(by), target=Target(user=person(about)), category="abuse", words="He shouts.", now=now
    )


def told(user: User) -> list[str]:
    """What a moderator was told on the site, oldest first."""
    notices = Notice.objects.filter(user=user, kind=WAITING, channel=Channel.PAGE).order_by("made_at")
    return [notice.context["title"] for notice in notices]


def test_moderators_are_told_once_of_reports_that_wait() -> None:
    mona = moderator()
    assert tell_of_reports(now=NOON) == 0
    reported()
    reported("cleo", "dora")
    assert [tell_of_reports(now=NOON + minutes * HOUR / 60) for minutes in (1, 2, 90)] == [1, 0, 0]
    assert told(mona) == ["2 reports wait"]
    assert told(User.objects.get(username="ana")) == []
    assert Notice.objects.filter(user=mona, channel=Channel.MAIL, kind=WAITING).count() == 1


def test_new_reports_are_told_within_an_hour_and_old_ones_daily() -> None:
    mona = moderator()
    reported()
    tell_of_reports(now=NOON)
    reported("cleo", "dora", now=NOON + HOUR / 6)
    assert tell_of_reports(now=NOON + HOUR / 2) == 0
    assert tell_of_reports(now=NOON + HOUR) == 1
    assert tell_of_reports(now=NOON + 24 * HOUR) == 0
    assert tell_of_reports(now=NOON + 25 * HOUR) == 1
    assert told(mona) == ["1 report waits", "2 reports wait", "2 reports wait"]


def test_nobody_is_told_of_a_report_that_somebody_has() -> None:
    mona, nora = moderator(), moderator("nora")
    claim_report(report_id=reported().pk, actor=mona, now=NOON)
    assert tell_of_reports(now=NOON) == 0
    assert told(mona) == told(nora) == []


@pytest.mark.parametrize("how", ["about", "by", "table"])
def test_a_moderator_learns_nothing_of_reports_that_they_may_not_read(how: str) -> None:
    mona, nora = moderator(), moderator("nora")
    if how == "table":
        match, _ = table_of("ana", "mona", "ben")
        make_report(reporter=person("cleo"), target=Target(match=match), category="abuse", words="Odd.", now=NOON)
    else:
        by, about = ("ana", "mona") if how == "about" else ("mona", "ben")
        reported(by, about)
    assert tell_of_reports(now=NOON) == 1
    assert (told(mona), told(nora)) == ([], ["1 report waits"])


def test_the_sweep_tells() -> None:
    mona = moderator()
    reported()
    sweep()
    assert told(mona) == ["1 report waits"]


def test_only_moderators_choose_how_they_are_told(client: Client) -> None:
    for user, offered in ((person("ana"), False), (moderator(), True)):
        client.force_login(user)
        page = client.get("/notices/choose/").content.decode()
        assert (f'name="{WAITING}-mail"' in page) is offered
        client.post("/notices/choose/", {"preset": "custom", "turn-mail": "on", "digest_hour": "8"})
        # What was not asked stays as it was; what was asked and not ticked is off.
        assert reader_of(user).wants(WAITING, Channel.MAIL) is not offered
