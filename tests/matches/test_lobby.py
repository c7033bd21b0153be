"""The open tables: which of them a reader looks for, which start soonest, and whom their hosts let join."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.identity.bot_accounts import create_bot_account
from accounts.models import User
from engine.table_settings import TableSettings, TimeControl
from foundation.errors import Forbidden, Refused
from games.registry import GAMES
from ladders.models import Pool, Rating
from matches.lobby.rematch import propose_rematch
from matches.lobby.substitutes import offer_seat, take_over_seat
from matches.lobby.tables import SeatSpec, create_match, join_match
from matches.models import Attendance, Match, Seat
from tests.api.bots import caller, problem
from tests.matches.tables import DAY, NOON, person, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("watched_templates")]


def open_table(
    host: str = "ana", *, kinds: tuple[str, ...] = ("open", "open"), turn: int = DAY, **settings: Any
) -> Match:
    game = GAMES[settings.pop("slug", "bid")]
    return create_match(
        host=person(host),
        slug=game.slug,
        options=game.Options(),
        seats=[SeatSpec(kind, "dora" if kind == "named" else "") for kind in kinds],
        time_control=TimeControl(turn),
        table_settings=TableSettings(**settings),
        contribution="",
        now=NOON,
    )


def join(match: Match, name: str, token: str = "") -> None:
    join_match(match_id=match.pk, user=person(name), token=token, contribution="", now=NOON)


def with_reliability(name: str, percent: int) -> User:
    match, people = table_of(name, f"{name}-2", f"{name}-3")
    seat = Seat.objects.get(match=match, user=people[0])
    Attendance.objects.create(
        match=seat.match, seat=seat, user=people[0], day=NOON.date(), answered=percent, missed=100 - percent
    )
    return people[0]


def with_rating(name: str, points: int, game: str = "bid", speed: str = Pool.Speed.DAYS) -> User:
    pool, _ = Pool.objects.get_or_create(game=game, speed=speed)
    user = person(name)
    Rating.objects.create(pool=pool, user=user, mu=25 + (points - 1500) / 20, sigma=1, matches=20)
    return user


def listed(query: str = "", reader: User | None = None) -> list[int]:
    """The tables of the page, in order."""
    client = Client()
    if reader:
        client.force_login(reader)
    page = client.get(f"/tables/?show=open{query}")
    return [line.number for line in page.context["tables"]]


def test_a_host_asks_for_reliability_and_newcomers_may_come() -> None:
    match = open_table(least_reliability=90)
    with_reliability("late", 80)
    with_reliability("punctual", 95)
    with pytest.raises(Forbidden) as refused:
        join(match, "late")
    assert refused.value.code == "reliability_too_low"
    assert "90 %" in refused.value.message
    assert "you have 80 %" in refused.value.message
    join(match, "punctual")
    join(match, "newcomer")
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


@pytest.mark.parametrize(("points", "comes"), [(1399, False), (1400, True), (1600, True), (1601, False)])
def test_a_host_asks_for_a_range_of_ratings(points: int, comes: bool) -> None:
    match = open_table(least_rating=1400, most_rating=1600)
    with_rating("ben", points)
    if comes:
        join(match, "ben")
    else:
        with pytest.raises(Forbidden) as refused:
            join(match, "ben")
        assert refused.value.code == "rating_out_of_range"


def test_the_rating_is_that_of_the_game_and_pace_and_a_newcomers_without_any() -> None:
    with_rating("ben", 1900, speed=Pool.Speed.LIVE)
    with_rating("ben", 1900, game="tp5")
    with pytest.raises(Forbidden):
        join(open_table(least_rating=1501), "ben")
    join(open_table(least_rating=1500), "ben")


def test_an_invitation_goes_before_what_the_host_asks() -> None:
    person("dora")
    match = open_table(kinds=("named", "link", "open"), least_rating=1800, least_reliability=99)
    join(match, "dora")
    join(match, "ben", match.invite_token)
    with pytest.raises(Forbidden):
        join(match, "cleo")


def test_programs_are_refused_like_pages() -> None:
    match = open_table(least_rating=1800)
    ben = person("ben")
    problem(caller(ben).post(f"matches/{match.pk}/seat", {}), 403, "rating_out_of_range")
    client = Client()
    client.force_login(ben)
    answer = client.post(f"/table/{match.pk}/join/")
    assert answer.status_code == 403
    assert "a rating of 1800 or more" in answer.content.decode()
    assert not Seat.objects.filter(user=ben).exists()


def test_substitutes_are_held_to_it_too() -> None:
    match, people = table_of("ana", "ben", "cleo", least_rating=1800)
    offer_seat(match_id=match.pk, user_id=people[0].pk, number=0, wanted=True, now=NOON)
    asked: dict[str, Any] = {"match_id": match.pk, "user": person("dora"), "number": 0, "now": NOON}
    with pytest.raises(Forbidden) as refused:
        take_over_seat(**asked, token="")
    assert refused.value.code == "rating_out_of_range"
    take_over_seat(**asked, token=match.invite_token)


def test_a_rematch_keeps_what_was_asked() -> None:
    match, people = table_of("ana", "ben", "cleo", least_rating=1800, language="de")
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED, ended_at=NOON)
    again = propose_rematch(match_id=match.pk, user=people[0], contribution="", now=NOON)
    assert (again.least_rating, again.language) == (1800, "de")


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ("no_such_language", {"language": "xx"}),
        ("no_such_reliability", {"least_reliability": 101}),
        ("no_such_reliability", {"least_reliability": -1}),
        ("rating_range_empty", {"least_rating": 1600, "most_rating": 1500}),
        ("rating_range_empty", {"most_rating": -1}),
        ("rating_range_empty", {"least_rating": 10_000}),
        ("rating_range_empty", {"most_rating": 10_000}),
    ],
)
def test_what_nobody_can_have_is_refused(code: str, wrong: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        open_table(**wrong)
    assert refused.value.code == code


def test_tables_that_start_soonest_come_first() -> None:
    four = open_table("ana", kinds=("open",) * 3)
    one = open_table("ben", kinds=("open",) * 2)
    join(one, "eva")
    later = open_table("cleo", kinds=("open",) * 2)
    join(later, "fay")
    Match.objects.filter(pk=later.pk).update(created_at=NOON + timedelta(hours=1))
    two = open_table("dora")
    assert listed() == [one.pk, later.pk, two.pk, four.pk]
    bot = caller(person("gil"))
    assert [line["number"] for line in bot.get("matches?sort=soonest").json()["results"]] == listed()
    first = bot.get("matches?sort=soonest&limit=3").json()
    rest = bot.get(f"matches?sort=soonest&limit=3&cursor={first['next_cursor']}").json()
    assert [line["number"] for line in rest["results"]] == [four.pk]
    problem(bot.get(f"matches?sort=soonest&game=tp5&cursor={first['next_cursor']}"), 400, "cursor_invalid")


def test_of_very_many_open_tables_the_newest_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.view.lobby_filter.MOST_COMPARED", 2)
    open_table("ana")
    four, two = open_table("ben", kinds=("open",) * 3), open_table("cleo")
    assert listed() == [two.pk, four.pk]


SOUGHT: dict[str, dict[str, Any]] = {
    "game=tp5": {"slug": "tp5", "kinds": ("open",)},
    "seats=4": {"kinds": ("open",) * 3},
    "pace=live": {"turn": 300},
    f"pace={7 * DAY}": {"turn": 7 * DAY},
    "language=de": {"language": "de"},
    "least_reliability=90": {"least_reliability": 95},
    "least_rating=1500": {"least_rating": 1500},
    "most_rating=1500": {"most_rating": 1400},
}


@pytest.mark.parametrize("query", SOUGHT)
def test_each_filter_finds_its_table_by_page_and_api(query: str) -> None:
    usual = open_table("ben", rated=False)
    found = open_table("ana", **SOUGHT[query])
    assert listed(f"&{query}") == [found.pk]
    assert set(listed()) == {usual.pk, found.pk}
    lines = caller(person("gil")).get(f"matches?{query}").json()["results"]
    assert [line["number"] for line in lines] == [found.pk]


def test_rated_and_unrated_tables_are_told_apart() -> None:
    rated, unrated = open_table("ana"), open_table("ben", rated=False)
    bot = caller(person("gil"))
    for page, api, match in (("yes", "true", rated), ("no", "false", unrated)):
        assert listed(f"&rated={page}") == [match.pk]
        assert [line["number"] for line in bot.get(f"matches?rated={api}").json()["results"]] == [match.pk]


def test_a_reader_sees_only_tables_that_they_can_join() -> None:
    low, high = open_table("ana", most_rating=1600), open_table("ben", least_rating=1700)
    both = open_table("cleo", least_rating=1600, most_rating=1800, least_reliability=80)
    open_table("eva", kinds=("link", "link"))
    open_table("strong", least_rating=1700)
    late = with_reliability("late", 70)
    strong = with_rating("strong", 1750)
    assert listed("&fits=on", late) == [low.pk]
    assert listed("&fits=on", strong) == [high.pk, both.pk]
    lines = caller(strong).get("matches?fits=true&sort=soonest").json()["results"]
    assert [line["number"] for line in lines] == [high.pk, both.pk]


def test_a_bot_account_can_join_what_is_not_rated() -> None:
    open_table("ana", rated=True)
    unrated = open_table("ben", rated=False)
    bot = create_bot_account(owner=person("gil"), name="gil-bot", about="", link="", now=NOON)
    lines = caller(bot.user).get("matches?fits=true").json()["results"]
    assert [line["number"] for line in lines] == [unrated.pk]


def test_a_wrong_filter_says_so() -> None:
    match = open_table()
    page = Client().get("/tables/?game=chess&least_rating=many&seats=3")
    assert page.status_code == 200
    assert [line.number for line in page.context["tables"]] == [match.pk]
    assert set(page.context["form"].errors) == {"game", "least_rating"}
    bot = caller(person("gil"))
    problem(bot.get("matches?pace=soon"), 400, "no_such_pace", "pace")
    problem(bot.get("matches?least_rating=many"), 400, "field_invalid", "least_rating")


def test_the_pages_say_whom_the_host_wants() -> None:
    ana = Client()
    ana.force_login(person("ana"))
    ana.post(
        "/tables/new/bid/",
        {
            "option_reroll": "pawns",
            "option_target": "100",
            "option_round_limit": "100",
            "company": "open",
            "players": "3",
        }
        | {"pace": str(DAY), "language": "de", "least_reliability": "90"}
        | {"least_rating": "1400", "most_rating": "1600"},
    )
    match = Match.objects.get()
    assert (match.language, match.least_reliability, match.least_rating, match.most_rating) == ("de", 90, 1400, 1600)
    for path in ("/tables/", f"/table/{match.pk}/"):
        text = Client().get(path).content.decode()
        for words in ("Deutsch", "90 % of turns on time", "a rating of 1400 to 1600"):
            assert words in text, path
