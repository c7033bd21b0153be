"""Who is seated with whom, by the ratings and turns that the database keeps."""

from datetime import timedelta

import pytest

from accounts.models import User
from ladders.models import Pool, Rating
from matches.models import Attendance, Match, Seat
from meeting.models import Seeker
from meeting.selectors.waiting import rows_waiting, values_of
from meeting.services.seating import seat_waiting
from tests.matches.tables import DAY, NOON, person, table_of
from tests.meeting.test_pool import players

pytestmark = pytest.mark.django_db
FAR = "far"
CLOSE = "close"


def wait(*names: str, pace: int = DAY) -> None:
    """Let people wait for a duel, the first for longest."""
    for minutes, name in enumerate(reversed(names)):
        since = NOON - timedelta(minutes=minutes)
        Seeker.objects.create(
            user=person(name), games=["tp5"], paces=[str(pace)], sizes=[2], since=since, chosen_at=since
        )


def rate(name: str, points: int, *, game: str = "tp5", speed: str = Pool.Speed.DAYS) -> None:
    pool, _ = Pool.objects.get_or_create(game=game, speed=speed)
    Rating.objects.create(pool=pool, user=person(name), mu=25 + (points - 1500) / 20, sigma=1, matches=20)


def missing(name: str, percent: int) -> User:
    """Somebody who missed this share of a hundred turns."""
    match, people = table_of(name, f"{name}-2", f"{name}-3")
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED, ended_at=NOON - timedelta(hours=1))
    seat = Seat.objects.get(match=match, user=people[0])
    Attendance.objects.create(
        match=seat.match, seat=seat, user=people[0], day=NOON.date(), answered=100 - percent, missed=percent
    )
    return people[0]


def seated() -> list[set[str]]:
    """The company at each table of two that the pool opened."""
    seat_waiting(now=NOON)
    return [players(number) for number in Match.objects.filter(players=2).values_list("pk", flat=True)]


def test_who_waited_longest_sits_with_the_closest_by_rating() -> None:
    wait("ana", FAR, CLOSE)
    rate("ana", 1700)
    rate(CLOSE, 1690)
    rate(FAR, 1580)
    assert seated() == [{"ana", CLOSE}]


def test_people_far_apart_by_rating_do_not_sit_together_yet() -> None:
    wait("ana", FAR)
    rate("ana", 2000)
    rate(FAR, 1400)
    assert seated() == []
    Seeker.objects.update(since=NOON - timedelta(hours=12))
    assert seated() == [{"ana", FAR}]


@pytest.mark.parametrize("other", [{"game": "bid"}, {"speed": Pool.Speed.LIVE}], ids=["game", "speed"])
def test_a_rating_of_another_pool_does_not_count(other: dict[str, str]) -> None:
    wait("ana", FAR)
    rate("ana", 2000, **other)
    rate(FAR, 1400)
    assert seated() == [{"ana", FAR}], "1500, as of newcomers, is close to 1400"


def test_a_live_table_goes_by_the_live_rating() -> None:
    wait("ana", FAR, CLOSE, pace=300)
    rate("ana", 1400, speed=Pool.Speed.LIVE)
    rate("ana", 2000)
    rate(FAR, 2000, speed=Pool.Speed.LIVE)
    rate(CLOSE, 1410, speed=Pool.Speed.LIVE)
    assert seated() == [{"ana", CLOSE}]


def test_who_often_misses_turns_sits_with_others_who_do() -> None:
    for name, percent in (("ana", 20), (FAR, 1), (CLOSE, 21)):
        missing(name, percent)
    wait("ana", FAR, CLOSE)
    assert seated() == [{"ana", CLOSE}]
    assert [row.user.username for row in rows_waiting(NOON)] == [FAR]


def test_the_values_are_those_of_the_pages() -> None:
    missing("ana", 20)
    wait("ana", "ben")
    rate("ana", 1700)
    ana, ben = values_of(list(rows_waiting(NOON)), NOON)
    assert (set(ana.wants.values()), ana.reliability) == ({1700}, 80)
    assert (set(ben.wants.values()), ben.reliability) == ({1500}, None)
