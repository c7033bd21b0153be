"""Those who are pestered by invitations, a follower or a club can report it on the page that shows it."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest

from engine.table_settings import TableSettings, TimeControl
from friends.services.following import follow
from matches.lobby.tables import SeatSpec, create_match
from moderation.models import Report
from tests.clubs.founded import club_of
from tests.matches.tables import DAY, NOON, SOME_GAME, person
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db


def by_an_invitation() -> str:
    match = create_match(
        host=person("eve"),
        slug=SOME_GAME.slug,
        options=SOME_GAME.Options(),
        seats=[SeatSpec("named", "ana"), SeatSpec("open")],
        time_control=TimeControl(DAY),
        table_settings=TableSettings(private=True),
        contribution="",
        now=NOON,
    )
    return f"/table/{match.pk}/"


def by_following() -> str:
    follow(user=person("eve"), other=person("ana"), now=NOON)
    return "/friends/followers/"


def by_a_club() -> str:
    return club_of("eve", joining="open").get_absolute_url()


@pytest.mark.parametrize(
    ("pestered", "about"), [(by_an_invitation, "match"), (by_following, "subject"), (by_a_club, "club")]
)
def test_the_page_that_shows_it_leads_to_a_report(pestered: Callable[[], str], about: str, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {}  # other tests report as users of the same numbers
    ana = person("ana")
    client, page = client_of(ana), pestered()
    [link] = set(re.findall(r'"(/report/\?[^"]+)"', client.get(page).content.decode()))
    assert client.post(unescape(link), {"category": "abuse", "words": "Again and again."}).status_code == 302
    report = Report.objects.get(reporter=ana)
    assert {name for name in ("match", "subject", "club") if getattr(report, name) is not None} == {about}
