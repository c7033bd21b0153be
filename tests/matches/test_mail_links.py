"""The link of a mail: it opens one decision, at one table, until its turn is over, and answers nothing by itself."""

import re
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from games.hexes.rules import HEXES
from games.hexes.rules.actions import Place
from matches.clocks.pauses import pause_match
from matches.log.states import state_of
from matches.models import Answer, Match
from matches.play.answers import submit_answer
from matches.rounds.locking import lock_match
from matches.rounds.resolve import resolve_round
from notifications.mail_links import act_token
from notifications.services import sweep_notices
from tests.games.hexes.site_tables import match_about_to_lay
from tests.matches.tables import NOON, person, table_of

pytestmark = pytest.mark.django_db
LET_STAND = '{"act":"let_stand"}'
ONLY_HERE = "at this table only"


@pytest.fixture(autouse=True)
def _noon(monkeypatch):
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


def link(match: Match, user: Any, step: int | None = None) -> str:
    step = match.next_step if step is None else step
    return f"/act/{act_token(user_id=user.pk, topic=f'match:{match.pk}', step=step)}/"


def by_mail(match: Match, user: Any) -> Client:
    """A browser that has opened the link."""
    client = Client(enforce_csrf_checks=True)
    assert client.get(link(match, user)).status_code == 302
    return client


def answer(client: Client, match: Match, **more: str) -> Any:
    page = client.get(f"/table/{match.pk}/").content.decode()
    token = re.search(r'csrfmiddlewaretoken" value="(\w+)"', page)
    assert token, page
    given = {"step": str(match.next_step), "action": LET_STAND, "csrfmiddlewaretoken": token[1], **more}
    return client.post(f"/table/{match.pk}/answer/", given)


def test_a_new_password_ends_links_in_mails_that_somebody_else_has_read():
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    path, thief = link(match, ana), by_mail(match, ana)
    ana.set_password("another-wax-8")
    ana.save()
    assert Client().get(path).status_code == 404
    assert ONLY_HERE not in thief.get(f"/table/{match.pk}/").content.decode()
    later = by_mail(match, ana).get(f"/table/{match.pk}/").content.decode()
    assert ONLY_HERE in later, "links of later mails work"


@pytest.mark.parametrize("where", ["everywhere", "elsewhere"])
def test_logging_out_everywhere_ends_links_in_mails_too(where: str):
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    path, thief, others = link(match, ana), by_mail(match, ana), link(match, ben)
    own = Client()
    own.force_login(ana)
    assert own.post("/people/me/safety/log-ins/end/", {"where": where}).status_code == 302
    assert Client().get(path).status_code == 404
    assert ONLY_HERE not in thief.get(f"/table/{match.pk}/").content.decode()
    assert Client().get(others).status_code == 302, "those of others work"
    assert ONLY_HERE in by_mail(match, ana).get(f"/table/{match.pk}/").content.decode(), "links of later mails work"


@pytest.mark.parametrize("claimed", ["", "x", "²", "-1", "0", "9" * 18, "9" * 400])
def test_a_link_that_claims_any_number_is_unknown(claimed: str):
    assert Client().get(f"/act/{claimed}.1.match:1~abc/").status_code == 404


def test_the_link_of_the_mail_opens_the_decision_and_one_button_answers():
    for name in ("ana", "ben", "cleo"):
        user = person(name)
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    match, _people = table_of("ana", "ben", "cleo")
    sweep_notices(now=NOON + timedelta(minutes=3))
    (sent,) = [each for each in mail.outbox if each.to == ["ana@example.org"]]
    path = re.search(r"http://[^/]+(/act/\S+)", str(sent.body))
    assert path
    client = Client(enforce_csrf_checks=True)
    led = client.get(path[1])
    assert led["Location"] == f"/table/{match.pk}/"
    assert not Answer.objects.exists(), "looking answers nothing"
    page = client.get(f"/table/{match.pk}/").content.decode()
    assert 'id="answer"' in page
    assert ONLY_HERE in page
    assert answer(client, match).status_code == 302
    assert Answer.objects.get().seat.user == person("ana")
    # The round is still open, so the answer may be changed.
    assert "Change it" in client.get(f"/table/{match.pk}/").content.decode()


@pytest.mark.parametrize("method", ["get", "head"])
def test_what_only_looks_answers_nothing(method):
    match, people = table_of("ana", "ben", "cleo")
    client = Client()
    getattr(client, method)(link(match, people[0]))
    for path in ("", "live/", "log/", "check/", "answer/", "step/0/"):
        getattr(client, method)(f"/table/{match.pk}/{path}?step=1&action={LET_STAND}")
    assert not Answer.objects.exists()
    assert Client().post(link(match, people[0])).status_code == 405


def test_the_cookie_goes_to_this_table_alone():
    match, people = table_of("ana", "ben", "cleo")
    client = Client()
    client.get(link(match, people[0]))
    cookie = client.cookies["act"]
    assert cookie["path"] == f"/table/{match.pk}/"
    assert cookie["httponly"] is True
    assert cookie["samesite"] == "Lax"


def test_under_https_nobody_else_sets_the_cookie(settings):
    settings.SESSION_COOKIE_SECURE = True
    match, people = table_of("ana", "ben", "cleo")
    client = Client()
    client.get(link(match, people[0]), secure=True)
    assert client.cookies["__Secure-act"]["secure"] is True
    assert ONLY_HERE in client.get(f"/table/{match.pk}/", secure=True).content.decode()
    other = Client()
    other.cookies.load({"act": client.cookies["__Secure-act"].value})
    assert ONLY_HERE not in other.get(f"/table/{match.pk}/", secure=True).content.decode()


def test_even_where_the_cookie_is_sent_it_opens_nothing_else():
    """A browser would not send it, but another client may."""
    match, people = table_of("ana", "ben", "cleo")
    other, _ = table_of("ana", "dora", "emil", private=True)
    client = by_mail(match, people[0])
    value = client.cookies["act"].value
    client.cookies.load({"act": value})
    client.cookies["act"]["path"] = "/"
    for path in ("/turns/", "/people/me/", "/notices/", "/notices/choose/", f"/table/{match.pk}/notices/"):
        assert client.get(path)["Location"].startswith("/accounts/login/"), path
    assert client.get(f"/table/{other.pk}/").status_code == 404
    for path in (f"/table/{match.pk}/leave/", f"/table/{match.pk}/join/", f"/table/{match.pk}/start/"):
        free = Client()
        free.cookies.load({"act": value})
        assert free.post(path)["Location"].startswith("/accounts/login/"), path


def test_the_page_tells_nothing_of_the_rest_of_the_account():
    match, people = table_of("ana", "ben", "cleo")
    table_of("ana", "dora", "emil")
    page = by_mail(match, people[0]).get(f"/table/{match.pk}/").content.decode()
    masthead = page.split("<main")[0]
    assert "My turns" not in masthead
    assert "data-count" not in masthead
    assert "/accounts/login/" in masthead
    assert "visually-hidden-on-phone" not in page and "waits for you" not in page
    for path in ("chat/", "resign/"):
        assert f"/table/{match.pk}/{path}" not in page, "chat, notes and votes are for who is logged in"


def test_pages_are_kept_out_of_caches_and_their_addresses_to_themselves():
    match, people = table_of("ana", "ben", "cleo")
    client = Client()
    led = client.get(link(match, people[0]))
    table = client.get(f"/table/{match.pk}/")
    for response in (led, table, client.get("/act/x/")):
        assert response["Cache-Control"] == "private, no-store"
        # `no-referrer` would also hide from this site where a form comes from: browsers then send no origin.
        assert response["Referrer-Policy"] == "same-origin"


def test_it_works_until_the_turn_is_over():
    match, people = table_of("ana", "ben", "cleo")
    client = by_mail(match, people[0])
    old = link(match, people[0])
    for user in people:
        submit_answer(match_id=match.pk, user_id=user.pk, step=1, actions=[{"act": "let_stand"}], now=NOON)
    assert resolve_round(match_id=match.pk, now=NOON)
    over = client.get(f"/table/{match.pk}/")
    assert "This turn is over" in over.content.decode()
    assert Client().get(old).status_code == 410
    # Without the cookie, which is gone now, it is a visitor's page again.
    assert ONLY_HERE not in client.get(f"/table/{match.pk}/").content.decode()
    match.refresh_from_db()
    assert Client().get(link(match, people[0])).status_code == 302, "the next mail's link opens the next turn"


def test_a_turn_of_several_decisions_in_a_row_is_one_turn():
    match = match_about_to_lay("ana", "ben")
    ana, first = person("ana"), match.next_step
    state = state_of(match)
    place = next(action for action in HEXES.legal_actions(state, 0) if isinstance(action, Place))
    raw = msgspec.to_builtins(place)
    submit_answer(match_id=match.pk, user_id=ana.pk, step=first, actions=[raw], now=NOON)
    assert resolve_round(match_id=match.pk, now=NOON)
    match.refresh_from_db()
    assert match.seats.get(awaited=True).user == ana, "one placed, others to place"
    client = Client()
    assert client.get(link(match, ana, first)).status_code == 302
    assert ONLY_HERE in client.get(f"/table/{match.pk}/").content.decode()
    # An earlier step was another decision, in which others had a part.
    assert Client().get(link(match, ana, 1)).status_code == 410


def test_a_paused_match_and_a_closed_account_open_nothing():
    match, people = table_of("ana", "ben", "cleo")
    one, two = link(match, people[0]), link(match, people[1])
    people[1].is_active = False
    people[1].save()
    assert Client().get(two).status_code == 410
    pause_match(match=lock_match(match.pk), reason="vote", now=NOON)
    assert Client().get(one).status_code == 410


def test_a_link_that_was_changed_opens_nothing():
    match, people = table_of("ana", "ben", "cleo")
    real = link(match, people[0])
    for forged in (real.replace(f"/act/{people[0].pk}.", f"/act/{people[1].pk}."), real[:-3] + "/", "/act/x/"):
        assert Client().get(forged).status_code == 404
        client = Client()
        client.cookies.load({"act": forged.split("/")[2]})
        assert ONLY_HERE not in client.get(f"/table/{match.pk}/").content.decode()


def test_who_is_logged_in_needs_no_cookie_and_others_are_told():
    match, people = table_of("ana", "ben", "cleo")
    ana, ben = Client(), Client()
    ana.force_login(people[0])
    ben.force_login(people[1])
    led = ana.get(link(match, people[0]))
    assert led.status_code == 302
    assert "act" not in ana.cookies
    refused = ben.get(link(match, people[0]))
    assert refused.status_code == 409
    assert "someone else" in refused.content.decode()
