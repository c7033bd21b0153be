"""The site's part of the chance is fixed before anyone's words, and used for one match only."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from engine.log import seed_hash
from engine.table_settings import TableSettings, TimeControl
from foundation.errors import Refused
from matches.lobby.arranged import arrange_match
from matches.lobby.tables import SeatSpec, create_match, join_match, leave_match, start_match
from matches.log.seeds import offer_seed, offered_root, seed_at
from matches.models import Match
from matches.view.verification import match_checks
from tests.matches.tables import DAY, NOON, SOME_GAME, person, table_of

pytestmark = pytest.mark.django_db
FORM = {
    "seat_1": "bot:steady",
    "seat_2": "bot:random",
    "turn_seconds": str(DAY),
    "option_reroll": "pawns",
    "option_target": "100",
    "option_round_limit": "100",
    "contribution": "chosen after I saw the hash",
}


def opened_form() -> tuple[Client, str, str]:
    """A client, the hash that the form showed and the offer it carries."""
    client = Client()
    client.force_login(person("ana"))
    page = client.get("/tables/new/bid/").content.decode()
    shown, token = re.search(r"\b[0-9a-f]{64}\b", page), re.search(r'name="seed_token" value="([^"]+)"', page)
    assert shown
    assert token
    return client, shown[0], token[1]


def test_the_hash_shown_on_the_form_is_the_match_s() -> None:
    client, shown, token = opened_form()
    assert client.post("/tables/new/bid/", FORM | {"seed_token": token}).status_code == 302
    assert Match.objects.get().seed_hash == shown


def test_an_offer_is_used_once() -> None:
    client, _, token = opened_form()
    client.post("/tables/new/bid/", FORM | {"seed_token": token})
    reply = client.post("/tables/new/bid/", FORM | {"seed_token": token})
    assert reply.status_code == 400
    assert "This form has been used before" in reply.content.decode()
    assert Match.objects.count() == 1


@pytest.mark.parametrize("token", ["rubbish", "gAAAAA", "é"])
def test_an_offer_that_the_site_did_not_make_is_refused(token: str) -> None:
    with pytest.raises(Refused) as refused:
        offered_root(token=token, host_id=1)
    assert refused.value.code == "seed_offer_invalid"


def test_an_offer_is_for_its_host_alone() -> None:
    offer = offer_seed(host_id=1)
    assert seed_hash(seed_at(offered_root(token=offer.token, host_id=1), 0)) == offer.hash
    with pytest.raises(Refused) as refused:
        offered_root(token=offer.token, host_id=2)
    assert refused.value.code == "seed_offer_used"


def test_the_site_writes_words_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither for its bots, nor for players who add none, nor at tables that it arranges."""
    match, people = table_of("ana", "ben", bots=["steady"])
    silent = create_match(
        host=people[0],
        slug=SOME_GAME.slug,
        options=SOME_GAME.Options(),
        seats=[SeatSpec("open"), SeatSpec("open")],
        time_control=TimeControl(DAY),
        table_settings=TableSettings(),
        contribution=" ",
        now=NOON,
    )
    join_match(match_id=silent.pk, user=people[1], token="", contribution="", now=NOON)
    start_match(match_id=silent.pk, user=people[0], now=NOON)
    arranged = arrange_match(
        slug=SOME_GAME.slug,
        options=SOME_GAME.Options(),
        players=[*people, person("cleo")],
        time_control=TimeControl(DAY),
        table_settings=TableSettings(),
        now=NOON,
    )
    words = [list(one.seats.values_list("contribution", "nonce")) for one in (match, silent, arranged)]
    assert [[bool(added) for added, _ in seats] for seats in words] == [[True, True, False], [False] * 3, [False] * 3]
    assert all(bool(added) == bool(nonce) for seats in words for added, nonce in seats)
    for one in (match, silent, arranged):
        assert [check.detail for check in match_checks(one) if not check.ok] == []


def test_everyone_sees_the_commitments_and_nobody_the_words() -> None:
    ana, ben = person("ana"), person("ben")
    match = create_match(
        host=ana,
        slug=SOME_GAME.slug,
        options=SOME_GAME.Options(),
        seats=[SeatSpec("open"), SeatSpec("open")],
        time_control=TimeControl(DAY),
        table_settings=TableSettings(),
        contribution="words of ana",
        now=NOON,
    )
    join_match(match_id=match.pk, user=ben, token="", contribution="words of ben", now=NOON + timedelta(hours=1))
    first = list(match.seats.exclude(contribution="").order_by("number"))
    page = Client().get(f"/table/{match.pk}/check/").content.decode()
    assert [page.index(seat.commitment) for seat in first] == sorted(page.index(seat.commitment) for seat in first)
    assert "words of" not in page
    leave_match(match_id=match.pk, user=ben, now=NOON + timedelta(hours=2))
    join_match(match_id=match.pk, user=ben, token="", contribution="words of ben", now=NOON + timedelta(hours=3))
    again = Client().get(f"/table/{match.pk}/check/").content.decode()
    assert (first[0].commitment in again, first[1].commitment in again) == (True, False)
