"""Tables that one host opens in the same moment: each form counts once, and the limit holds."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from accounts.models import User, UserKind
from engine.table_settings import TableSettings, TimeControl
from games.registry import GAMES
from matches.lobby.tables import OPEN_AT_ONCE, SeatSpec, create_match
from matches.log.seeds import offer_seed
from matches.models import Match
from tests.matches.tables import DAY, NOON, person
from tests.matches.test_concurrency import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
PEOPLE = (SeatSpec("open"), SeatSpec("open"))
BOTS = (SeatSpec("bot", "steady"), SeatSpec("bot", "random"))


def opener(host: Any, token: str = "", seats: Sequence[SeatSpec] = PEOPLE) -> Callable[[], Any]:
    def act() -> Any:
        return create_match(
            host=host,
            slug="bid",
            options=GAMES["bid"].Options(),
            seats=seats,
            time_control=TimeControl(DAY),
            table_settings=TableSettings(),
            contribution="",
            now=NOON,
            seed_token=token,
        ).pk

    return act


def test_a_form_sent_twice_in_the_same_moment_opens_one_table() -> None:
    ana = person("ana")
    outcome = at_once([opener(ana, offer_seed(host_id=ana.pk).token)] * 2)
    assert Match.objects.count() == 1
    assert sorted(map(str, outcome)) == sorted([str(Match.objects.get().pk), "seed_offer_used"])


def test_the_limit_of_open_tables_holds_in_the_same_moment() -> None:
    ana = person("ana")
    for _ in range(OPEN_AT_ONCE - 1):
        opener(ana)()
    outcome = at_once([opener(ana)] * 3)
    assert outcome.count("too_many_open") == 2
    assert Match.objects.filter(status=Match.Status.OPEN).count() == OPEN_AT_ONCE


def test_the_first_bots_of_a_site_sit_down_at_several_tables_in_the_same_moment() -> None:
    hosts = [person(name) for name in ("ana", "ben", "cleo", "dora")]
    # In either order, so that no two wait for each other.
    outcome = at_once([opener(host, seats=BOTS[:: (-1) ** place]) for place, host in enumerate(hosts)])
    assert sorted(outcome) == sorted(Match.objects.values_list("pk", flat=True))
    assert {*User.objects.filter(kind=UserKind.HOUSE).values_list("username", flat=True)} == {"Steady-1", "Random-1"}
