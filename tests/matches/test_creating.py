"""The form that opens a table: who plays, how many and how fast are chips; the rest is folded."""

import re
from typing import Any

import pytest
from django.test import Client

from games.registry import GAMES
from matches.lobby.bot_tables import PACE
from matches.models import Match
from matches.policy import DAY
from tests.accounts.people import person

pytestmark = pytest.mark.django_db

BID = {"option_reroll": "pawns", "option_target": "100", "option_round_limit": "100", "friends": ""}


@pytest.fixture
def ana(client: Client) -> Client:
    """A client that is logged in."""
    client.force_login(person("ana"))
    return client


def opened(client: Client, **fields: str) -> Match:
    """The table that these fields open."""
    reply = client.post("/tables/new/bid/", BID | {"turn_seconds": str(7 * DAY)} | fields)
    assert reply.status_code == 302, reply.text
    return Match.objects.get()


def offers(match: Match) -> list[str]:
    """What became of each seat but the host's."""
    seats = match.seats.select_related("user").order_by("number")[1:]
    return [seat.user.kind if seat.user else str(seat.offer) for seat in seats]


def test_bots_start_at_once_without_hurry_or_rating(ana: Client):
    match = opened(ana, company="bots", players="4", pace=str(DAY))
    assert (match.status, match.rated, match.turn_seconds) == ("running", False, PACE.turn_seconds)
    assert offers(match) == ["house"] * 3


def test_friends_come_by_link_or_by_name(ana: Client):
    ben = person("ben")
    match = opened(ana, company="friends", players="4", friends=" ben, ", pace=str(DAY))
    assert offers(match) == ["named", "link", "link"]
    assert match.seats.get(number=1).invited == ben
    assert match.turn_seconds == DAY


def test_more_friends_than_seats_are_refused(ana: Client):
    fields = BID | {"company": "friends", "players": "3", "friends": "ben, cleo, dora", "pace": str(DAY)}
    reply = ana.post("/tables/new/bid/", fields)
    assert reply.status_code == 400
    assert "You named more than 2." in reply.text
    assert not Match.objects.exists()


def test_open_seats_and_a_pace_of_the_whole_list(ana: Client):
    match = opened(ana, company="open", players="3", pace="")
    assert offers(match) == ["open", "open"]
    assert match.turn_seconds == 7 * DAY


def test_seats_one_by_one(ana: Client):
    match = opened(ana, company="seats", players="4", seat_1="link", seat_2="bot:steady", pace=str(DAY))
    assert offers(match) == ["link", "house"]


@pytest.mark.parametrize("fields", [{"company": "cats"}, {"players": "9"}, {"pace": "61"}, {"company": "seats"}])
def test_what_no_chip_offers_is_refused(ana: Client, fields: dict[str, Any]):
    reply = ana.post("/tables/new/bid/", BID | {"company": "open", "players": "3", "pace": str(DAY)} | fields)
    assert reply.status_code == 400
    assert not Match.objects.exists()


@pytest.mark.parametrize("company", ["bots", "friends", "open", "seats"])
def test_a_link_chooses_the_company(ana: Client, company: str):
    page = ana.get(f"/tables/new/tp5/?company={company}").text
    assert re.findall(r'name="company" value="(\w+)"[^>]* checked', page) == [company]


@pytest.mark.parametrize("slug", GAMES)
def test_further_options_are_folded_until_one_is_wrong(ana: Client, slug: str):
    assert '<details id="more" class="disclosure">' in ana.get(f"/tables/new/{slug}/").text
    wrong = ana.post(f"/tables/new/{slug}/", {"company": "open", "pace": str(DAY), "excuses": "99"})
    assert '<details id="more" class="disclosure" open>' in wrong.text
