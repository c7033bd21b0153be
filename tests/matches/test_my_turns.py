"""The page of my turns: tables as cards with a small picture, and always a way on."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.quick_chance import RandomChance
from games.registry import GAMES
from matches.rounds.resolve import resolve_round
from matches.view.match_view import match_view_light
from matches.view.summaries import decisions_awaited
from matches.web.cards import card_of
from matches.web.pictures.small import small_picture
from matches.web.views import lists
from notifications.channels.letters import notice_mail
from notifications.models import Kind, Notice
from notifications.services.devices import renew_feed
from tests.matches.tables import NOON, answer_all, person, table_of

pytestmark = pytest.mark.django_db


def page_of(name: str) -> str:
    """The page of one user's turns."""
    client = Client()
    client.force_login(person(name))
    return " ".join(client.get("/turns/").content.decode().split())


@pytest.mark.parametrize("slug", GAMES)
def test_a_table_is_drawn_with_what_everyone_sees(slug: str) -> None:
    match, people = table_of("ana", "ben", "cleo", slug=slug)
    for step in range(4):
        answer_all(match, people, RandomChance(step))
        resolve_round(match_id=match.pk, now=NOON)
        match.refresh_from_db()
    drawn = small_picture(match_view_light(match, 0))
    assert drawn and 0 < len(drawn.pieces) <= 6
    assert all(piece.x >= 0 and piece.x + piece.width <= drawn.width for piece in drawn.pieces)
    assert page_of("ana").count('class="turn-picture"') == 1


def test_a_card_says_whom_one_plays_what_to_do_and_by_when() -> None:
    table_of("ana", "ben", "cleo")
    page = page_of("ana")
    assert "with ben and cleo" in page
    assert "Next table: Bid!" in page and page.count("button-primary") == 1
    assert 'class="due-mark"' in page


def test_of_very_many_tables_those_are_drawn_whose_time_ends_first(monkeypatch: pytest.MonkeyPatch) -> None:
    (late, _), (soon, _), (later, _) = (table_of("ana", "ben", "cleo") for _ in range(3))
    for match, seconds in ((late, 2), (soon, 1), (later, 3)):
        match.seats.update(deadline=NOON + timedelta(seconds=seconds))
    soon.seats.filter(user__username="ana").update(awaited=False, deadline=None)
    monkeypatch.setattr(lists, "MOST_CARDS", 1)
    page = page_of("ana")
    assert f"/table/{late.pk}/" in page and f"/table/{soon.pk}/" not in page
    assert "You play at 2 more tables." in page


def test_a_table_of_bots_says_no_hurry_and_shows_no_deadline() -> None:
    table_of("ana", bots=("steady", "steady"))
    page = page_of("ana")
    assert "Next table: Bid!" in page and "No hurry" in page
    assert 'class="due-mark"' not in page


def test_people_who_wait_come_before_bots_whose_time_ends_first() -> None:
    alone, _ = table_of("ana", bots=("steady", "steady"))
    together, _ = table_of("ana", "ben", "cleo")
    alone.seats.filter(awaited=True).update(deadline=NOON + timedelta(seconds=1))
    page = page_of("ana")
    cards = page[page.index("<main") :]
    assert cards.index(f"/table/{together.pk}/") < cards.index(f"/table/{alone.pk}/")
    assert [turn.number for turn in decisions_awaited(person("ana").pk).turns] == [together.pk, alone.pk]


def test_what_closes_next_is_a_round_of_people() -> None:
    closes = "The next round closes"
    for names, bots in ((("ana",), ("steady", "steady")), (("ana", "ben", "cleo"), ())):
        assert closes not in page_of("ana")
        match, people = table_of(*names, bots=bots)
        answer_all(match, people, RandomChance(1), asked=(0,))
    assert closes in page_of("ana")


def test_the_front_page_names_a_deadline_only_where_somebody_waits() -> None:
    table_of("ana", bots=("steady", "steady"))
    client = Client()
    client.force_login(person("ana"))
    front = client.get("/").content.decode()
    assert "No hurry: only bots wait for you." in front and "your time" not in front
    table_of("ben", "cleo", bots=("steady",))
    client.force_login(person("ben"))
    front = client.get("/").content.decode()
    assert "your time" in front and "No hurry" not in front


def test_strangers_see_a_deadline_only_where_somebody_waits() -> None:
    match, _ = table_of("ana", bots=("steady", "steady"))
    pages = ("/", "/tables/?show=running", f"/table/{match.pk}/")
    for path in pages:
        page = Client().get(path).content.decode()
        assert f"/table/{match.pk}/" in page, path
        assert (
            'class="postmark' not in page and ", until" not in page and "Closes" not in page and "closes by" not in page
        ), path
    match.delete()
    match, _ = table_of("ben", "cleo", bots=("steady",))
    front, tables, table = (Client().get(path).content.decode() for path in (*pages[:2], f"/table/{match.pk}/"))
    assert "Closes" in front and ", until" in tables and "closes by" in table


def test_a_full_table_names_three_others_at_most() -> None:
    match, people = table_of(*"abcdefghijkl", slug="tp5")
    assert card_of(match, people[0].pk).opponents == "b, c and 9 others"
    match, people = table_of(*"abcd")
    assert card_of(match, people[1].pk).opponents == "a, c and d"


def test_a_table_that_hides_who_answered_shows_no_envelope() -> None:
    match, people = table_of("ana", "ben", "cleo", hide_answered=True)
    assert not card_of(match, people[0].pk).envelopes
    assert 'class="turn-seats"' not in page_of("ana")
    open_match, _ = table_of("ana", "ben", "cleo")
    assert card_of(open_match, people[0].pk).envelopes


def test_an_empty_page_has_the_acts_that_fill_it() -> None:
    page = page_of("zoe")
    assert 'href="/tables/new/"' in page and 'href="/tables/"' in page
    assert re.search(r"against bots\s*</button>", page)
    assert page.count("button-primary") == 1


def test_thirty_tables_cost_no_more_queries_than_three() -> None:
    def queries(tables: int) -> int:
        for number in range(tables):
            table_of("ana", "ben", "cleo", slug=list(GAMES)[number % len(GAMES)])
        client = Client()
        client.force_login(person("ana"))
        client.get("/turns/")
        with CaptureQueriesContext(connection) as caught:
            assert client.get("/turns/").status_code == 200
        return len(caught)

    assert queries(3) == queries(27)


def test_against_bots_alone_a_turn_is_no_news_but_a_reminder_stays() -> None:
    def planned(name: str) -> set[str]:
        return set(Notice.objects.filter(user__username=name).values_list("kind", flat=True))

    table_of("ana", bots=("steady", "steady"))
    assert planned("ana") == {Kind.REMINDER}
    table_of("ben", "cleo", bots=("steady",))
    assert planned("ben") == {Kind.TURN, Kind.REMINDER}


def test_against_bots_alone_nothing_that_people_read_names_a_deadline() -> None:
    def read_by(name: str, number: int) -> tuple[str, str, str, str]:
        """The mail of a reminder, the calendar, the list of notices, and the table's page."""
        user, client = person(name), Client()
        client.force_login(user)
        notice = Notice.objects.filter(user=user, kind=Kind.REMINDER, channel="mail").get()
        news, table = (client.get(path).content.decode() for path in ("/notices/", f"/table/{number}/"))
        calendar = client.get(f"/feeds/{renew_feed(user=user, now=NOON)}/deadlines.ics").content.decode()
        return str(notice_mail(notice=notice, address="a@example.org").body), calendar, news, table

    alone, _ = table_of("ana", bots=("steady", "steady"))
    mail, calendar, news, table = read_by("ana", alone.pk)
    assert "Answer by" not in mail and "Answer by" not in news
    assert "VEVENT" not in calendar
    assert "for each answer" not in table
    together, _ = table_of("ben", "cleo", bots=("steady",))
    mail, calendar, news, table = read_by("ben", together.pk)
    assert "Answer by" in mail and "VEVENT" in calendar and "for each answer" in table
