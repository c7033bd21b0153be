"""A guest who keeps the account gets a person's rights once the address is confirmed."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.identity.bot_accounts import create_bot_account
from accounts.identity.selectors import awaits_confirmation
from accounts.models import Token, User
from engine.table_settings import TableSettings, TimeControl
from foundation.errors import Refused
from ladders.models import Tournament
from ladders.services.ladders import join_ladder
from ladders.services.tournaments import Plan, enter_tournament, make_tournament
from matches.chat.read import chat_view, rooms_read
from matches.interventions.seats import give_seat_to_person
from matches.lobby.substitutes import take_over_seat
from matches.lobby.tables import SeatSpec, create_match, join_match
from matches.models import Match
from matches.models.social import Room
from tests.accounts.people import PASSWORD, guest, show_password
from tests.ladders.play import ladder_of, organiser
from tests.matches.tables import DAY, NOON, SOME_GAME, person, table_of

pytestmark = pytest.mark.django_db
CODE = "address_not_confirmed"
TOKEN = {"name": "mine", "scopes": ["read"], "days": "90"}


@pytest.fixture
def browser() -> Client:
    """The browser of a guest who has just kept the account as dora."""
    client = Client()
    client.force_login(guest())
    client.post("/people/keep/", {"username": "dora", "email": "dora@example.org", "password": PASSWORD})
    return client


@pytest.fixture
def dora(browser: Client) -> User:
    return User.objects.get(username="dora")


def confirm(browser: Client) -> None:
    """Follow the link of the mail, as its reader does."""
    found = re.search(r"http://[^/]+(/\S+)", str(mail.outbox[0].body))
    assert found
    browser.post(found[1])


def open_table(host: User, *, rated: bool = True) -> Match:
    settings: dict[str, Any] = {
        "time_control": TimeControl(DAY),
        "table_settings": TableSettings(rated=rated),
        "contribution": "",
        "now": NOON,
    }
    seats = [SeatSpec("open"), SeatSpec("open")]
    return create_match(host=host, slug=SOME_GAME.slug, options=SOME_GAME.Options(), seats=seats, **settings)


def cup_of(by: User) -> Tournament:
    later = NOON + timedelta(days=2)
    clock = TimeControl(DAY, excuses=0)
    plan = Plan(
        "The cup",
        slug=SOME_GAME.slug,
        options=SOME_GAME.Options(),
        kind="swiss",
        seats=4,
        time_control=clock,
        starts_at=later,
    )
    return make_tournament(by=by, plan=plan, now=NOON)


def test_only_confirming_ends_the_wait(browser: Client, dora: User):
    assert awaits_confirmation(dora)
    show_password(browser)
    browser.post("/accounts/email/", {"email": "dora@example.org", "action_remove": ""})
    assert EmailAddress.objects.filter(user=dora).exists() and awaits_confirmation(dora), "nobody takes the last away"
    confirm(browser)
    assert not awaits_confirmation(dora)


@pytest.mark.parametrize("who", ["guest", "bot account"])
def test_others_are_not_asked_for_an_address(who: str):
    owner = person("ana")
    bot = create_bot_account(owner=owner, name="ada-bot", about="", link="", now=NOON).user
    assert not awaits_confirmation(guest() if who == "guest" else bot) and not awaits_confirmation(owner)


def test_a_token_waits_for_the_address(browser: Client, dora: User):
    create_bot_account(owner=dora, name="ada-bot", about="", link="", now=NOON)
    show_password(browser)
    for path in ("/people/me/tokens/new/", "/people/me/bots/ada-bot/token/"):
        page = browser.post(path, TOKEN)
        assert page.status_code == 400 and "Confirm your mail address first" in page.content.decode()
    assert not Token.objects.exists()
    confirm(browser)
    assert browser.post("/people/me/tokens/new/", TOKEN).status_code == 200
    assert Token.objects.get().user == dora


def test_the_spectators_of_a_running_match_are_out_of_reach(browser: Client, dora: User):
    match, _ = table_of("ana", "ben", "cleo")
    assert rooms_read(match, dora) == []
    assert chat_view(match, dora, now=NOON).closed.startswith("Confirm your mail address to chat")
    confirm(browser)
    assert rooms_read(match, dora) == [Room.SPECTATORS]


def test_the_spectators_of_a_match_that_is_over_are_not(dora: User):
    match, _ = table_of("ana", "ben", "cleo")
    Match.objects.filter(pk=match.pk).update(status=Match.Status.CALLED_OFF, ended_at=NOON)
    match.refresh_from_db()
    assert rooms_read(match, dora) == [Room.SPECTATORS]


def test_rated_seats_wait_for_the_address(browser: Client, dora: User):
    rated, unrated = open_table(person("ana")), open_table(person("ana"), rated=False)
    with pytest.raises(Refused, match="Confirm your mail address first") as refused:
        join_match(match_id=rated.pk, user=dora, token="", contribution="", now=NOON)
    assert (refused.value.code, refused.value.status) == (CODE, 403)
    with pytest.raises(Refused, match="Confirm your mail address first"):
        open_table(dora)
    assert open_table(dora, rated=False).host == dora
    join_match(match_id=unrated.pk, user=dora, token="", contribution="", now=NOON)
    confirm(browser)
    join_match(match_id=rated.pk, user=dora, token="", contribution="", now=NOON)
    assert rated.seats.filter(user=dora).exists() and unrated.seats.filter(user=dora).exists()


def test_a_guest_who_keeps_nothing_gets_a_rated_seat_and_no_more():
    """A guest is called one, so that all at the table know; an account that is kept looks like anybody's."""
    rated, browser, visitor = open_table(person("ana")), Client(), guest()
    browser.force_login(visitor)
    join_match(match_id=rated.pk, user=visitor, token="", contribution="", now=NOON)
    assert rated.seats.filter(user=visitor).exists() and visitor.display_name.startswith("Guest ")
    running, _ = table_of("ben", "cleo", "dora")
    assert rooms_read(running, visitor) == []
    assert browser.post("/people/me/tokens/new/", TOKEN).status_code == 404
    assert not Token.objects.exists()


def test_an_invitation_to_a_rated_seat_waits_too(dora: User):
    rated = open_table(person("ana"))
    with pytest.raises(Refused) as refused:
        join_match(match_id=rated.pk, user=dora, token=rated.invite_token, contribution="", now=NOON)
    assert refused.value.code == CODE


HANDED_ON: dict[str, Callable[[dict[str, Any]], object]] = {
    CODE: lambda seat: take_over_seat(number=0, token="", **seat),
    "player_not_confirmed": lambda seat: give_seat_to_person(seat=0, note={}, **seat),
}
"""Ways to a seat by what they are refused with: the second is a moderator's."""


@pytest.mark.parametrize("code", HANDED_ON)
def test_a_rated_seat_is_not_handed_on_to_them(code: str, dora: User):
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    match.seats.filter(user=ana).update(substitute_wanted=True)
    seat: dict[str, Any] = {"match_id": match.pk, "user": dora, "now": NOON}
    with pytest.raises(Refused) as refused:
        HANDED_ON[code](seat)
    assert refused.value.code == code
    assert not match.seats.filter(user=dora).exists()


def test_ladders_and_tournaments_wait_too(browser: Client, dora: User):
    ladder = ladder_of([person("ana")])
    with pytest.raises(Refused) as refused:
        join_ladder(ladder_id=ladder.pk, user=dora, now=NOON)
    assert refused.value.code == CODE
    cup = cup_of(organiser())
    with pytest.raises(Refused) as refused:
        enter_tournament(tournament_id=cup.pk, user=dora, now=NOON)
    assert refused.value.code == CODE
    confirm(browser)
    join_ladder(ladder_id=ladder.pk, user=dora, now=NOON)
    assert enter_tournament(tournament_id=cup.pk, user=dora, now=NOON).user == dora


def test_a_seat_from_before_is_played_on(browser: Client, dora: User):
    """Keeping the account takes nothing away that the guest had."""
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    match.seats.filter(user=ana).update(user=dora)
    assert rooms_read(match, dora) == [Room.PLAYERS]
