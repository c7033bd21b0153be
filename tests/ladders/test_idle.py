"""Idle players of ladders: who sinks, and what it costs to find that nobody does."""

import random
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User, VacationDay
from games.registry import GAMES
from ladders.models import Challenge, ChallengeSeat, Ladder, Rung, RungChange, Tournament
from ladders.selectors.idle import ladders_to_sink_on
from ladders.services import sweep as sweep_of_ladders
from ladders.services.ladders import move_idle_down
from ladders.services.sweep import sweep
from ladders.services.tournaments import Plan, enter_tournament, make_tournament
from ladders.vacations import away_among
from tests.ladders.play import CLOCK, SLUG, ladder_of, order_of, organiser, people
from tests.ladders.test_large import long_ladder
from tests.matches.tables import NOON

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
LATER = NOON + timedelta(days=40)


def make_active(ladder: Ladder, *positions: int, at: datetime = LATER) -> None:
    ladder.rungs.filter(position__in=positions).update(active_at=at)


def take_today_off(user: User) -> None:
    VacationDay.objects.get_or_create(user=user, day=LATER.date())


def statements(ladder: Ladder) -> tuple[int, int]:
    """How many players sink, and how many statements that takes."""
    with CaptureQueriesContext(connection) as asked:
        moved = move_idle_down(ladder_id=ladder.pk, now=LATER)
    return moved, len(asked)


@pytest.mark.parametrize("active", [False, True], ids=["nobody", "every other"])
def test_the_statements_for_a_ladder_are_as_many_for_a_hundred_idle_players_as_for_ten(active: bool) -> None:
    costs = []
    for count in (10, 100):
        Ladder.objects.all().delete()
        ladder, users = long_ladder(count)
        take_today_off(users[0])
        if active:
            make_active(ladder, *range(2, count + 1, 2))
        moved, cost = statements(ladder)
        assert moved == (count // 2 - 1 if active else 0)
        costs.append(cost)
    assert costs[0] == costs[1]


def test_a_sweep_leaves_a_ladder_alone_on_which_nobody_can_sink() -> None:
    ladder, users = long_ladder(20)
    User.objects.filter(pk=users[0].pk).update(kind="house")
    with CaptureQueriesContext(connection) as asked:
        assert sweep(now=LATER) == 0
    assert not [query["sql"] for query in asked.captured_queries if query["sql"].startswith("UPDATE")]
    assert not ladders_to_sink_on(LATER).exists(), "everybody is idle"
    make_active(ladder, *range(1, 20))
    assert not ladders_to_sink_on(LATER).exists(), "the lowest player has nobody below"
    make_active(ladder, 5, at=NOON)
    assert sweep(now=LATER) == 1
    assert order_of(ladder)[3:6] == [users[3], users[5], users[4]]
    assert not ladders_to_sink_on(LATER).exists(), "who sank sinks again in a week"


def test_every_ladder_gets_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep_of_ladders, "MOST_AT_ONCE", 2)
    users = people(6)
    ladders = [ladder_of(users[place : place + 2], title=f"Ladder {place}") for place in (0, 2, 4)]
    for ladder, first in zip(ladders, users[::2], strict=True):
        make_active(ladder, 2)
        if ladder != ladders[2]:
            take_today_off(first)
    # Which ladders are swept is left to chance: it misses the third once in three billion times.
    for minute in range(20):
        sweep(now=LATER + timedelta(minutes=minute))
    assert [order_of(ladder) for ladder in ladders] == [users[:2], users[2:4], [users[5], users[4]]]


def test_tournaments_do_not_wait_for_idle_players(monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(BaseException):
        """What ends a worker whose time is up."""

    def last_too_long(**_: object) -> int:
        raise Killed

    ladder, _ = long_ladder(3)
    make_active(ladder, 2)
    cup = announced_cup()
    monkeypatch.setattr(sweep_of_ladders, "move_idle_down", last_too_long)
    with pytest.raises(Killed):
        sweep(now=LATER)
    cup.refresh_from_db()
    assert cup.status == Tournament.Status.RUNNING


def announced_cup() -> Tournament:
    """A tournament that begins, with enough players for it."""
    plan = Plan(
        title="The cup",
        slug=SLUG,
        options=GAMES[SLUG].Options(),
        kind="swiss",
        seats=4,
        time_control=CLOCK,
        starts_at=LATER - timedelta(hours=1),
    )
    cup = make_tournament(by=organiser(), plan=plan, now=NOON)
    for user in people(4):
        enter_tournament(tournament_id=cup.pk, user=user, now=NOON, by=organiser())
    return cup


def sinking_plainly(ladder: Ladder) -> list[int]:
    """The users who sink, found from the bottom up, one by one."""
    sinking: list[int] = []
    idle = {rung.user_id for rung in ladder.rungs.select_related("user") if is_idle_plainly(rung)}
    for rung in ladder.rungs.filter(user__in=idle).order_by("-position"):
        below = rung.division.rungs.filter(position=rung.position + 1).first()
        if below is None or below.user_id in idle or below.user_id in made_room_lately(ladder):
            continue
        sinking.append(rung.user_id)
    return sinking


def is_idle_plainly(rung: Rung) -> bool:
    playing = ChallengeSeat.objects.filter(challenge__ladder=rung.ladder, challenge__state="running", user=rung.user)
    waiting = rung.ladder.challenges.filter(state="open", challenger=rung.user)
    busy = playing.exists() or waiting.exists() or away_among([rung.user_id], LATER)
    return rung.active_at <= LATER - timedelta(days=28) and not busy and not rung.user.is_house


def made_room_lately(ladder: Ladder) -> set[int]:
    changes = ladder.changes.filter(why="made_room", at__gt=LATER - timedelta(days=7))
    return set(changes.values_list("user_id", flat=True))


def at_random(ladder: Ladder, chance: random.Random) -> None:
    """Let each player of a ladder be idle, busy, away or of the house, or have made room."""
    division = ladder.divisions.get()
    shared = {"ladder": ladder, "division": division}
    for rung in ladder.rungs.select_related("user"):
        make_active(ladder, rung.position, at=chance.choice([NOON, LATER - timedelta(days=28), LATER]))
        match chance.randrange(10):
            case 0:
                User.objects.filter(pk=rung.user_id).update(kind="house")
            case 1:
                zone = chance.choice(["Pacific/Kiritimati", "UTC", "Pacific/Pago_Pago"])
                User.objects.filter(pk=rung.user_id).update(time_zone=zone)
                day = LATER.date() + timedelta(days=chance.randint(-2, 2))
                VacationDay.objects.create(user=rung.user, day=day)
            case 2 | 3:
                state = chance.choice(list(Challenge.State))
                made = Challenge.objects.create(
                    **shared, state=state, challenger=rung.user, made_at=LATER, expires_at=LATER + timedelta(days=3)
                )
                seated = rung.user if chance.random() < 0.5 else chance.choice(people(40))
                ChallengeSeat.objects.create(challenge=made, user=seated)
            case 4 | 5:
                at = LATER - timedelta(days=chance.choice([6, 7, 8]))
                RungChange.objects.create(**shared, user=rung.user, before=2, after=1, why="made_room", at=at)


def test_who_sinks_is_who_sinks_by_looking_at_one_after_another() -> None:
    chance, users, found = random.Random(7), people(40), 0
    for number in range(20):
        ladder = ladder_of(chance.sample(users, 5), title=f"Ladder {number}")
        at_random(ladder, chance)
        names = {rung.user_id: rung.position for rung in ladder.rungs.all()}
        sinking = sinking_plainly(ladder)
        is_found = ladders_to_sink_on(LATER).filter(pk=ladder.pk).exists()
        assert is_found or not sinking
        found += is_found
        assert move_idle_down(ladder_id=ladder.pk, now=LATER) == len(sinking)
        after = {rung.user_id: rung.position for rung in ladder.rungs.all()}
        assert {user for user, place in names.items() if after[user] == place + 1} == set(sinking)
        assert {user for user, place in names.items() if after[user] != place} == set(
            ladder.changes.filter(at=LATER, why__in=("inactive", "made_room")).values_list("user_id", flat=True)
        )
        User.objects.update(kind="person")
        VacationDay.objects.all().delete()
    assert 5 < found < 20
