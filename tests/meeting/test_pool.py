"""Asking for a quick table: at open tables, together, with bots, or waiting."""

from datetime import timedelta
from itertools import combinations
from typing import Any

import pytest
from django.test import TestCase

from accounts.identity.blocks import block_user
from accounts.models import User, UserKind
from engine.table_settings import TableSettings, TimeControl
from foundation.errors import Refused
from games.registry import GAMES
from ladders.models import Apart
from matches.lobby.tables import SeatSpec, create_match, start_match
from matches.models import Match, Seat
from meeting import criteria as criteria_module
from meeting.criteria import Criteria, usual_criteria
from meeting.methods import seating as methods
from meeting.models import Seeker
from meeting.selectors.open_tables import open_tables
from meeting.selectors.waiting import MOST_AT_ONCE, some_waiting, tables_elsewhere, wait_of
from meeting.services.pool import allow_bots, ask_table, leave_pool, stay_waiting
from meeting.services.seating import MOST_TRIED, seat_waiting, sweep
from notifications.models import Notice
from tests.matches.tables import DAY, NOON, person

pytestmark = pytest.mark.django_db
DUEL = Criteria(("tp5",), (str(DAY),), (2,))
THREE = Criteria(("tp5",), (str(DAY),), (3,))
LATER = NOON + timedelta(hours=2)


def ask(name: str, criteria: Criteria = DUEL, now=NOON, **more: object) -> int | None:
    return ask_table(user=person(name), criteria=criteria, now=now, **more)  # type: ignore[arg-type]


def open_table(host: str = "host", *, others: int = 1, kind: str = "open", slug: str = "tp5", **settings: Any) -> Match:
    return create_match(
        host=person(host),
        slug=slug,
        options=GAMES[slug].Options(),
        seats=[SeatSpec(kind)] * others,
        time_control=TimeControl(DAY),
        table_settings=TableSettings(**settings),
        contribution="",
        now=NOON - timedelta(hours=1),
    )


def players(number: int) -> set[str]:
    return {seat.user.username for seat in Seat.objects.filter(match=number).select_related("user") if seat.user}


def test_of_very_many_open_tables_the_newest_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meeting.selectors.open_tables.MOST_LOOKED_AT", 1)
    open_table("hilda")
    newest = open_table("hugo")
    open_table("heidi", kind="link")
    assert [table.number for table in open_tables()] == [newest.pk]


def test_a_table_whose_host_asks_for_a_stronger_player_is_left_out() -> None:
    open_table("hilda", least_rating=1501)
    lower = open_table("hugo", least_rating=1500, least_reliability=99)
    assert [table.admits(98, 1500) for table in open_tables()] == [False, False]
    assert ask("ana") == lower.pk


def test_many_tables_where_somebody_may_not_sit_keep_them_from_no_other() -> None:
    for _ in range(MOST_TRIED):
        open_table("eve")
    block_user(user=person("eve"), other=person("ana"), now=NOON)
    other = open_table("hugo")
    assert ask("ana") == other.pk


def test_somebody_who_asks_waits_for_no_look_at_everyone(monkeypatch: pytest.MonkeyPatch) -> None:
    people = [person(name) for name in ("ana", "ben", "cleo", "dora", "elsa", "finn")]
    for one, other in combinations(people, 2):
        block_user(user=one, other=other, now=NOON)
    for one in people:
        assert ask(one.username) is None
    looks: list[object] = []
    best_group = methods._best_group

    def counted(*args: Any, **more: Any) -> Any:
        looks.append(args)
        return best_group(*args, **more)

    monkeypatch.setattr(methods, "_best_group", counted)
    assert ask("gina", THREE) is None
    assert len(looks) <= 3
    assert sweep(now=NOON) == 0
    assert len(looks) > 2 * len(people)


def test_which_kinds_fit_is_worked_out_once_for_equal_criteria(monkeypatch: pytest.MonkeyPatch) -> None:
    criteria_module._kinds_of.cache_clear()
    looked: list[str] = []
    allows = criteria_module._allows

    def counted(slug: str, size: int) -> bool:
        looked.append(slug)
        return allows(slug, size)

    monkeypatch.setattr(criteria_module, "_allows", counted)
    ask("ana", THREE)
    block_user(user=person("ana"), other=person("ben"), now=NOON)
    ask("ben", THREE)
    assert wait_of(Seeker.objects.get(user=person("ben")), NOON).waiting == 2
    assert looked == ["tp5"]


def test_an_open_table_that_fits_is_joined_at_once() -> None:
    match = open_table()
    assert ask("ana") == match.pk
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert not Seeker.objects.exists()


def test_two_strangers_find_a_table_of_their_own_and_it_counts() -> None:
    assert ask("ana") is None
    number = ask("ben")
    assert number
    match = Match.objects.get(pk=number)
    assert players(number) == {"ana", "ben"}
    assert match.rated
    assert not match.is_arranged
    assert match.status == Match.Status.RUNNING
    assert not Seeker.objects.exists()


def test_the_one_who_waited_is_told_and_the_one_who_sees_it_is_not() -> None:
    ask("ana")
    number = ask("ben")
    told = Notice.objects.filter(kind="quick_table", topic=f"match:{number}")
    assert set(told.values_list("user__username", flat=True)) == {"ana"}
    assert set(told.values_list("channel", flat=True)) == {"page", "mail"}


def test_two_who_wait_go_before_a_table_that_still_waits_for_more() -> None:
    half = open_table(others=2)
    Seeker.objects.create(user=person("ana"), games=["tp5"], paces=[str(DAY)], sizes=[2], since=NOON, chosen_at=NOON)
    number = ask("ben", Criteria(("tp5",), (str(DAY),), (2, 3)))
    assert number != half.pk
    assert players(number or 0) == {"ana", "ben"}


@pytest.mark.parametrize(
    "settings", [{"kind": "link"}, {"private": True}, {"anonymous": True}], ids=["link", "private", "anonymous"]
)
def test_tables_not_open_to_everyone_are_never_joined(settings: dict) -> None:
    open_table(**settings)
    assert ask("ana") is None
    assert Seeker.objects.count() == 1


def test_a_table_with_unusual_rules_is_not_joined() -> None:
    match = open_table()
    Match.objects.filter(pk=match.pk).update(options={**match.options, "unusual": True})
    assert ask("ana") is None


def test_a_table_opened_later_takes_those_who_wait() -> None:
    assert ask("ana") is None
    match = open_table()
    assert sweep(now=LATER) == 1
    assert players(match.pk) == {"host", "ana"}


def test_the_last_seat_taken_by_another_means_waiting() -> None:
    open_table()
    assert ask("ana")
    assert ask("ben") is None


def test_blocked_people_meet_neither_in_the_pool_nor_at_open_tables() -> None:
    block_user(user=person("ana"), other=person("ben"), now=NOON)
    open_table("ana")
    assert ask("ben") is None
    Match.objects.all().delete()
    assert ask("ana") is None
    sweep(now=NOON + timedelta(days=2))
    assert Seeker.objects.count() == 2
    assert ask("cleo", now=NOON + timedelta(days=2))


def test_a_second_click_leads_to_the_first_ones_table() -> None:
    open_table("host")
    first = ask("ana")
    open_table("other")
    assert ask("ana", now=NOON + timedelta(seconds=1)) == first
    assert not Seeker.objects.exists()


def test_bots_come_after_the_time_chosen_and_the_match_is_not_rated() -> None:
    assert ask("ana", bots_after=30) is None
    sweep(now=NOON + timedelta(minutes=29))
    assert Seeker.objects.exists()
    sweep(now=NOON + timedelta(minutes=30))
    match = Match.objects.get()
    assert (match.status, match.rated, match.players) == (Match.Status.RUNNING, False, 2)


def test_two_people_share_a_table_with_bots() -> None:
    criteria = Criteria(("tp5",), (str(DAY),), (3,))
    ask("ana", criteria, bots_after=30)
    ask("ben", criteria, bots_after=30)
    sweep(now=NOON + timedelta(minutes=30))
    match = Match.objects.get()
    assert {"ana", "ben"} < players(match.pk)
    assert not match.rated


def test_bots_may_be_chosen_and_refused_while_waiting() -> None:
    ask("ana")
    allow_bots(user=person("ana"), minutes=5, now=NOON)
    allow_bots(user=person("ana"), minutes=None, now=NOON)
    sweep(now=LATER)
    assert Seeker.objects.exists()
    with pytest.raises(Refused):
        allow_bots(user=person("ana"), minutes=7, now=NOON)


def test_a_seat_elsewhere_holds_the_waiting_until_one_chooses() -> None:
    ask("ana", now=NOON - timedelta(hours=2))
    match = open_table("ana", kind="link")
    assert tables_elsewhere(person("ana"), NOON - timedelta(hours=2)) == [match.pk]
    assert ask("ben") is None
    stay_waiting(user=person("ana"), now=NOON)
    assert sweep(now=NOON + timedelta(minutes=1)) == 2


def test_a_game_with_bots_alone_passes_the_time() -> None:
    ask("ana", now=NOON - timedelta(hours=2))
    create_match(
        host=person("ana"),
        slug="tp5",
        options=GAMES["tp5"].Options(),
        seats=[SeatSpec("bot", "steady")],
        time_control=TimeControl(DAY),
        table_settings=TableSettings(rated=False),
        contribution="",
        now=NOON - timedelta(hours=1),
    )
    assert ask("ben") is not None


def test_leaving_is_final_and_harmless_twice() -> None:
    ask("ana")
    leave_pool(user=person("ana"))
    leave_pool(user=person("ana"))
    assert ask("ben") is None
    with pytest.raises(Refused) as refused:
        stay_waiting(user=person("ana"), now=NOON)
    assert refused.value.code == "not_waiting"


def test_nobody_waits_for_ever_and_is_told_so() -> None:
    ask("ana")
    sweep(now=NOON + timedelta(days=6, hours=23))
    assert Seeker.objects.exists()
    sweep(now=NOON + timedelta(days=7))
    assert not Seeker.objects.exists()
    assert Notice.objects.filter(user__username="ana", kind="quick_table").exists()


def test_live_tables_are_found_for_an_hour_only() -> None:
    live = Criteria(("tp5",), ("300", str(DAY)), (2,))
    ask("ana", live)
    wait = wait_of(Seeker.objects.get(), LATER)
    assert wait.live_over
    ask("ben", Criteria(("tp5",), ("300",), (2,)), now=LATER)
    assert Seeker.objects.count() == 2


def test_suspended_and_closed_accounts_are_not_seated() -> None:
    ask("ana")
    User.objects.filter(username="ana").update(suspended_until=NOON + timedelta(days=30))
    assert ask("ben") is None
    User.objects.filter(username="ana").update(suspended_until=None, is_active=False)
    assert sweep(now=LATER) == 0


def test_a_waiting_person_sees_how_many_wait() -> None:
    ask("ana")
    ask("ben", Criteria(("bid",), (str(DAY),), (3,)))
    ask("cleo", THREE)
    ask("dora", Criteria(("tp5", "bid"), (str(DAY),), (3,)))
    wait = wait_of(Seeker.objects.get(user__username="cleo"), NOON)
    assert (wait.waiting, wait.fitting) == (4, 1)


@pytest.mark.parametrize("apart", ["blocks", "is blocked", "organisers"])
def test_what_one_sees_while_waiting_tells_of_no_block_and_of_nobody_kept_apart(apart: str) -> None:
    ana, ben = person("ana"), person("ben")
    if apart == "organisers":
        Apart.objects.create(one=ana, other=ben, made_by=person("olga"), made_at=NOON)
    else:
        block_user(user=ana if apart == "blocks" else ben, other=ben if apart == "blocks" else ana, now=NOON)
    for name in ("ana", "ben", "cleo"):
        ask(name, THREE)
    seen = {wait_of(row, NOON) for row in Seeker.objects.all()}
    assert {(wait.waiting, wait.fitting) for wait in seen} == {(3, 2)}
    assert not Match.objects.exists()


def test_guests_find_tables_as_people_do_and_bot_accounts_do_not() -> None:
    User.objects.filter(pk=person("guest-1").pk).update(kind=UserKind.GUEST)
    User.objects.filter(pk=person("robot").pk).update(kind=UserKind.BOT)
    assert ask("guest-1") is None
    with pytest.raises(Refused) as refused:
        ask("robot")
    assert refused.value.code == "people_only"
    assert ask("ana")


@pytest.mark.parametrize(
    ("criteria", "code"),
    [
        (Criteria(("bid",), (str(DAY),), (2,)), "nothing_fits"),
        (Criteria((), (), ()), "nothing_fits"),
        (Criteria(("chess",), (str(DAY),), (2,)), "no_such_choice"),
        (Criteria(("tp5",), ("1",), (2,)), "no_such_choice"),
        (Criteria(("tp5",), (str(DAY),), (99,)), "no_such_choice"),
    ],
)
def test_criteria_that_no_table_suits_are_refused(criteria: Criteria, code: str) -> None:
    with pytest.raises(Refused) as refused:
        ask("ana", criteria)
    assert refused.value.code == code


def test_an_unconfirmed_address_sits_where_nothing_is_rated() -> None:
    from allauth.account.models import EmailAddress

    EmailAddress.objects.create(user=person("ana"), email="ana@example.org", verified=False)
    open_table()
    assert ask("ana") is None
    number = ask("ben", Criteria(("tp5",), (str(DAY),), (2,)))
    assert number
    Match.objects.exclude(pk=number).delete()
    assert ask("cleo") is not None
    assert not Match.objects.get(players=2, seats__user=person("ana")).rated


def test_the_usual_criteria_can_be_met() -> None:
    with TestCase().assertNumQueries(0):
        assert usual_criteria().games
    assert ask("ana", usual_criteria()) is None
    assert ask("ben", usual_criteria())


def test_a_table_with_bots_just_before_is_not_the_table_that_was_asked_for() -> None:
    start_match(match_id=open_table("ana").pk, user=person("ana"), now=NOON)
    Seat.objects.filter(user=person("ana")).update(joined_at=NOON)
    assert ask("ana") is None and Seeker.objects.filter(user=person("ana")).exists()


@pytest.mark.parametrize("first", ["ana", "hilda"])
def test_people_whom_organisers_keep_apart_do_not_meet_at_an_open_table(first: str) -> None:
    open_table("hilda")
    one, other = sorted((person("ana"), person("hilda")), key=lambda user: user.username == first)
    Apart.objects.create(one=one, other=other, made_by=person("olga"), made_at=NOON)
    assert ask("ana") is None
    assert ask("ben"), "another may sit there"


def test_people_whom_nothing_fits_keep_nobody_else_waiting() -> None:
    """More than are looked at together, who have waited longer, and guests who have waited longest of all."""
    kinds = [UserKind.GUEST] * 300 + [UserKind.PERSON] * (MOST_AT_ONCE - 200)
    users = User.objects.bulk_create(User(username=f"waits-{number}", kind=kind) for number, kind in enumerate(kinds))
    Seeker.objects.bulk_create(
        Seeker(user=user, games=["gone"], paces=[str(DAY)], sizes=[2], since=NOON, chosen_at=NOON) for user in users
    )
    for name in ("ana", "ben"):
        values = {"games": ["tp5"], "paces": [str(DAY)], "sizes": [2]}
        Seeker.objects.create(user=person(name), since=LATER, chosen_at=LATER, **values)
    for _ in range(30):
        if seat_waiting(now=LATER):
            break
    assert Match.objects.exists(), "one time in a billion, the lot would not have fallen on both"
    assert len(some_waiting(LATER)) == MOST_AT_ONCE
