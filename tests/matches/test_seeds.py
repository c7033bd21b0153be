"""The site's part of the chance is fixed before anyone's words, and used for one match only."""

import re

import pytest
from django.test import Client

from engine.log import seed_hash
from foundation.errors import Refused
from matches.log.seeds import offer_seed, offered_root, seed_at
from matches.models import Match
from tests.matches.tables import DAY, person, table_of

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


def test_house_players_add_words_that_nobody_chose() -> None:
    match, _ = table_of("ana", "ben", bots=["steady"])
    assert match.seats.get(number=2).contribution == f"house player {match.seats.get(number=2).user}"
