"""Pages answer with the right status and one sentence, whatever is sent to them."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from engine.table_settings import TableSettings, TimeControl
from games.registry import GAMES
from matches.lobby.tables import SeatSpec, create_match
from matches.models import Answer, Match, Seat, Step
from matches.rounds.resolve import resolve_round
from matches.view.match_view import matches
from tests.matches.tables import DAY, NOON, person, table_of
from tests.support.html import squeezed

pytestmark = pytest.mark.django_db
LET_STAND = '{"act": "let_stand"}'


def client_of(user: User) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(user)
    return client


def answer(user: User, match: Match, **fields: Any) -> Any:
    return client_of(user).post(f"/table/{match.pk}/answer/", fields)


def test_an_answer_is_sealed_and_leads_back_to_the_table() -> None:
    match, people = table_of("ana", "ben", "cleo")
    reply = answer(people[0], match, step="1", action=LET_STAND)
    assert reply.status_code == 302
    page = client_of(people[0]).get(reply["Location"])
    assert "Let the dice stand" in page.content.decode()
    assert Answer.objects.get().seat.user == people[0]


def test_an_answer_sent_by_the_page_gets_the_table_alone() -> None:
    match, people = table_of("ana", "ben", "cleo")
    path, client = f"/table/{match.pk}/answer/", client_of(people[0])
    reply = client.post(path, {"step": "1", "action": LET_STAND}, headers={"HX-Request": "true"})
    assert reply.status_code == 200 and "Your answer is sealed." in reply.content.decode()
    assert '<div class="table-page"' in reply.content.decode() and "<html" not in reply.content.decode()
    reply = client.post(path, {"step": "7", "action": LET_STAND}, headers={"HX-Request": "true"})
    assert reply.status_code == 409 and "The table has moved on." in reply.content.decode()
    assert "<html" not in reply.content.decode()


def test_after_an_answer_a_link_leads_to_the_next_table_that_waits_for_me() -> None:
    first, later, soon = (table_of("ana", "ben", "cleo")[0] for _ in range(3))
    Seat.objects.filter(match=soon).update(deadline=NOON + timedelta(hours=1))
    ana = client_of(person("ana"))

    def words_after(match: Match) -> str:
        reply = ana.post(f"/table/{match.pk}/answer/", {"step": "1", "action": LET_STAND}, follow=True)
        return squeezed(reply.content.decode())

    link = '<span class="visually-hidden-on-phone">: Bid!, table {}</span>'
    for here, there in ((soon, first), (first, later), (later, soon)):
        assert link.format(there.pk) in squeezed(ana.get(f"/table/{here.pk}/").content.decode()), "all tables in turn"
    assert f'href="/table/{soon.pk}/"> Next' + link.format(soon.pk) in words_after(first)
    assert f": Bid!, table {later.pk}" in words_after(soon)
    assert "No other table waits for you." in words_after(later)


def test_the_front_page_begins_with_what_waits_for_me() -> None:
    _, (ana, *_) = table_of("ana", "ben", "cleo")
    assert "It is your turn at one table" in client_of(ana).get("/").content.decode()
    soon, _ = table_of("ana", "ben", "cleo")
    Seat.objects.filter(match=soon).update(deadline=NOON + timedelta(hours=1))
    page = client_of(ana).get("/").content.decode()
    assert page.index("It is your turn at two tables") < page.index(f'href="/table/{soon.pk}/">Go to this table</a>')
    for reader in (Client(), client_of(person("dora"))):
        assert "Board games by correspondence" in reader.get("/").content.decode()


@pytest.mark.parametrize(
    ("fields", "status", "sentence"),
    [
        ({"step": "1", "action": '{"act": "bid", "tiles": ["S5"]}'}, 400, "The rules do not allow this now."),
        ({"step": "7", "action": LET_STAND}, 409, "The table has moved on."),
        ({"step": "1"}, 400, "Choose one of the answers, then seal it."),
        ({"action": LET_STAND}, 400, "This form does not say which round it is for."),
        ({"step": "one", "action": LET_STAND}, 400, "This form does not say which round it is for."),
        ({"step": "-1", "action": LET_STAND}, 400, "This form does not say which round it is for."),
        ({"step": "9" * 30, "action": LET_STAND}, 400, "This form does not say which round it is for."),
        ({"step": "1", "action": "{"}, 400, "This answer cannot be read."),
        ({"step": "1", "action": "[" * 5000}, 400, "This answer cannot be read"),
        ({"step": "1", "action": [LET_STAND, LET_STAND]}, 400, "Choose one of the answers, then seal it."),
        ({"step": "1", "action": LET_STAND, "colour": "red"}, 400, "This form has a field that nobody asked for"),
    ],
)
def test_a_bad_answer_changes_nothing_and_says_why(fields: dict[str, Any], status: int, sentence: str) -> None:
    match, people = table_of("ana", "ben", "cleo")
    reply = answer(people[0], match, **fields)
    assert reply.status_code == status
    assert sentence in reply.content.decode()
    assert not Answer.objects.exists()
    assert Step.objects.count() == 1


def test_of_two_tabs_of_a_seat_the_last_answer_stands_and_both_say_so() -> None:
    match, (ana, ben, cleo) = table_of("ana", "ben", "cleo")
    one, other = client_of(ana), client_of(ana)
    url = f"/table/{match.pk}/"
    for tab, act in ((one, "let_stand"), (other, "reroll")):
        assert tab.post(f"{url}answer/", {"step": "1", "action": json.dumps({"act": act})}).status_code == 302
    assert Answer.objects.count() == 1
    for tab in (one, other):
        assert "<strong>Give up my pawn to roll all four dice again</strong>" in tab.get(f"{url}live/").content.decode()
    for rival in (ben, cleo):
        answer(rival, match, step="1", action=LET_STAND)
    assert resolve_round(match_id=match.pk, now=NOON)
    late = one.post(f"{url}answer/", {"step": "1", "action": LET_STAND})
    assert late.status_code == 409
    assert "This round has closed." in late.content.decode()


def test_three_megabytes_are_refused() -> None:
    match, people = table_of("ana", "ben", "cleo")
    reply = answer(people[0], match, step="1", action="x" * 3_000_000)
    assert reply.status_code == 400
    assert "<h1" in reply.content.decode()
    body = json.dumps(["x" * 3_000_000])
    reply = client_of(people[0]).post(f"/table/{match.pk}/answer/", body, content_type="application/json")
    assert reply.status_code == 400
    assert not Answer.objects.exists()


def test_who_has_no_seat_is_told_so() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    reply = answer(person("dora"), match, step="1", action=LET_STAND)
    assert reply.status_code == 403
    assert "You have no seat at this table." in reply.content.decode()


def test_a_visitor_is_sent_to_log_in() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    reply = Client().post(f"/table/{match.pk}/answer/", {"step": "1", "action": LET_STAND})
    assert reply.status_code == 302
    assert reply["Location"].startswith("/accounts/login/")


def test_answers_are_posted() -> None:
    match, people = table_of("ana", "ben", "cleo")
    assert client_of(people[0]).get(f"/table/{match.pk}/answer/").status_code == 405


PAGES = ("", "live/", "log/", "check/", "match.json", "step/0/")


@pytest.mark.parametrize("page", PAGES)
def test_a_table_that_is_not_there(page: str) -> None:
    assert Client().get(f"/table/99/{page}").status_code == 404


@pytest.mark.parametrize("page", PAGES)
def test_a_private_table_is_not_there_for_others(page: str) -> None:
    match, people = table_of("ana", "ben", "cleo", private=True)
    path = f"/table/{match.pk}/{page}"
    missing = client_of(person("dora")).get(path.replace(f"/{match.pk}/", "/99/"))
    hidden = client_of(person("dora")).get(path)
    assert hidden.status_code == missing.status_code == 404
    assert b"ana" not in hidden.content
    assert client_of(people[1]).get(path).status_code == (403 if page == "match.json" else 200)


def test_a_private_table_takes_no_answer_from_others() -> None:
    match, _ = table_of("ana", "ben", "cleo", private=True)
    assert answer(person("dora"), match, step="1", action=LET_STAND).status_code == 404


@pytest.mark.parametrize("step", [1, 99, 10**12])
def test_a_step_that_has_not_been(step: int) -> None:
    match, people = table_of("ana", "ben", "cleo")
    assert client_of(people[0]).get(f"/table/{match.pk}/step/{step}/").status_code == 404


def create(user: User, **fields: Any) -> Any:
    given = {
        "seat_1": "open",
        "seat_2": "bot:steady",
        "turn_seconds": str(DAY),
        "option_reroll": "pawns",
        "option_target": "100",
        "option_round_limit": "100",
    }
    return client_of(user).post("/tables/new/bid/", given | fields)


def test_a_table_is_made_of_its_form() -> None:
    reply = create(person("ana"), option_reroll="coins", private="on", contribution="my own words")
    assert reply.status_code == 302
    match = matches().get()
    assert match.options == {"reroll": "coins", "target": 100, "round_limit": 100, "open_hands": False}
    assert match.private
    assert [seat.user and seat.user.kind for seat in match.seats.all()] == ["person", None, "house"]
    assert match.seats.first().contribution == "my own words"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "fields",
    [
        {"option_target": "24"},
        {"option_target": "201"},
        {"option_target": "many"},
        {"option_reroll": "dice"},
        {"turn_seconds": "61"},
        {"seat_1": "bot:genius"},
        {"seat_1": "named", "name_1": "nobody at all"},
        {"seat_1": "named", "name_1": "ana"},
        {"seat_1": ""},
        {"option_colour": "red"},
        {"contribution": "x" * 101},
    ],
)
def test_options_out_of_range_are_refused(fields: dict[str, str]) -> None:
    reply = create(person("ana"), **fields)
    assert reply.status_code == 400
    assert not Match.objects.exists()
    assert 'class="error' in reply.content.decode()


def test_a_game_that_is_not_in_the_box() -> None:
    assert client_of(person("ana")).get("/tables/new/chess/").status_code == 404
    assert Client().get("/rules/chess/").status_code == 404


def test_markup_in_words_is_shown_as_words() -> None:
    ana = person("ana")
    options = GAMES["bid"].Options()
    match = create_match(
        host=ana,
        slug="bid",
        options=options,
        seats=[SeatSpec("bot", "steady")] * 2,
        time_control=TimeControl(DAY),
        table_settings=TableSettings(),
        contribution="<script>alert(1)</script>",
        now=NOON,
    )
    User.objects.filter(pk=ana.pk).update(username="<i>ana")
    page = Client().get(f"/table/{match.pk}/").content.decode()
    assert "<i>ana" not in page
    assert "&lt;i&gt;ana" in page
    assert "<script>alert" not in page


def test_every_page_forbids_inline_code() -> None:
    match, people = table_of("ana", "ben", "cleo")
    client = client_of(people[0])
    for path in (
        "/",
        "/turns/",
        "/tables/",
        "/tables/new/",
        "/tables/new/bid/",
        f"/table/{match.pk}/",
        "/rules/",
        "/rules/bid/",
    ):
        reply = client.get(path)
        assert reply.status_code == 200, path
        policy = reply["Content-Security-Policy"]
        assert "unsafe-inline" not in policy
        assert "default-src 'self'" in policy
        assert reply["X-Frame-Options"] == "DENY"
        assert reply["X-Content-Type-Options"] == "nosniff"
        body = reply.content.decode()
        assert " style=" not in body, path
        assert " onclick=" not in body, path


def test_the_table_page_asks_few_questions_of_the_database(django_assert_max_num_queries: Any) -> None:
    match, people = table_of("ana", "ben", "cleo")
    client = client_of(people[0])
    # The first page notes where one is logged in; whether there is a link to the desk is asked once in some minutes.
    client.get("/")
    table = f"/table/{match.pk}/"
    # The ratings on the place cards are asked for once in a minute.
    budgets = {table: 14, table + "live/": 13, table + "step/0/": 13, "/turns/": 17, "/tables/": 12, "/": 12}
    for path, most in budgets.items():
        with django_assert_max_num_queries(most):
            assert client.get(path).status_code == 200


def test_a_running_match_is_not_exported() -> None:
    match, people = table_of("ana", "ben", "cleo")
    reply = client_of(people[0]).get(f"/table/{match.pk}/match.json")
    assert reply.status_code == 403
    assert "opened when the match has ended" in reply.content.decode()
    assert "Refresh" not in reply and "by itself" not in reply.content.decode()


def test_the_admin_shows_no_secret() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    boss = User.objects.create_superuser(username="boss", email="boss@example.org", password="piecepack")
    client = client_of(boss)
    for path in (f"/admin/matches/match/{match.pk}/change/", "/admin/matches/match/"):
        page = client.get(path)
        assert page.status_code == 200
        assert b"gAAAA" not in page.content
        assert b"sealed" not in page.content


@pytest.mark.parametrize(("slug", "words"), [("bid", "Check the dice"), ("plaque-auction", "Check the shuffle")])
def test_a_check_is_named_after_what_chance_decides(slug: str, words: str) -> None:
    match, people = table_of("ana", "ben", "cleo", slug=slug)
    for page in ("", "check/"):
        assert words in client_of(people[0]).get(f"/table/{match.pk}/{page}").content.decode()
