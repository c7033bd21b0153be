"""Nobody fills the site with matches against bots that they never finish."""

from collections.abc import Sequence

import pytest
from django.test import Client

from accounts.models import User
from engine.table_settings import TableSettings, TimeControl
from foundation.errors import Refused
from matches.lobby.resigning import resign_seat
from matches.lobby.tables import SeatSpec, create_match, join_match, start_match
from matches.models import Match
from tests.accounts.people import guest
from tests.api.bots import caller, problem
from tests.matches.tables import DAY, NOON, SOME_GAME, person

pytestmark = pytest.mark.django_db
BOTS = (SeatSpec("bot", "steady"), SeatSpec("bot", "random"))
NEW = {"game": "bid", "seats": [{"kind": "bot", "name": "random"}] * 2}


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.lobby.tables.ALONE_AT_ONCE", 2)


def opened(host: User, seats: Sequence[SeatSpec] = BOTS) -> Match:
    return create_match(
        host=host,
        slug=SOME_GAME.slug,
        options=SOME_GAME.Options(),
        seats=seats,
        time_control=TimeControl(DAY),
        table_settings=TableSettings(rated=False),
        contribution="",
        now=NOON,
    )


def test_a_guest_who_starts_one_after_the_other_is_stopped():
    browser = Client()
    browser.force_login(guest())
    pages = [browser.post("/tables/new/bid/bots/") for _ in range(4)]
    assert [page.status_code for page in pages] == [302, 302, 400, 400]
    assert "Finish or resign one first" in pages[-1].content.decode()
    assert Match.objects.count() == 2


def test_tables_that_bots_filled_early_count_too():
    ana = person("ana")
    for _ in range(2):
        start_match(match_id=opened(ana, [SeatSpec("open")] * 2).pk, user=ana, now=NOON)
    with pytest.raises(Refused, match="Finish or resign one first") as refused:
        opened(ana, [SeatSpec("open")] * 2)
    assert refused.value.code == "too_many_alone"


def test_matches_with_people_and_matches_that_are_over_do_not_count():
    ana, ben = person("ana"), person("ben")
    for _ in range(2):
        match = opened(ana, [SeatSpec("open"), SeatSpec("bot", "random")])
        join_match(match_id=match.pk, user=ben, token="", contribution="", now=NOON)
    alone = [opened(ana), opened(ana)]
    assert opened(ben).host == ben
    resign_seat(match_id=alone[0].pk, user_id=ana.pk, now=NOON)
    Match.objects.filter(pk=alone[0].pk).update(status=Match.Status.FINISHED)
    assert opened(ana).host == ana
    Match.objects.filter(pk=alone[1].pk).update(status=Match.Status.PAUSED)
    with pytest.raises(Refused):
        opened(ana)


def test_programs_are_told_by_a_code_of_no_field():
    ana = caller(person("ana"))
    assert [ana.post("matches", NEW).status_code for _ in range(2)] == [201, 201]
    assert problem(ana.post("matches", NEW), 400, "too_many_alone")["errors"] == []
