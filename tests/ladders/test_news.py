"""A change of a ladder or tournament is announced to those it concerns, once."""

from datetime import timedelta

import pytest

from accounts.models import User
from engine.words import ordinal
from games.registry import GAMES
from ladders.models import Tournament
from ladders.services.ladders import close_ladder, join_ladder
from ladders.services.news import WORDS, News, notify_people
from ladders.services.seasons import end_season_of, open_season
from ladders.services.sweep import sweep
from ladders.services.tournaments import (
    Plan,
    call_off_tournament,
    enter_tournament,
    make_tournament,
    start_tournament,
    withdraw_from_tournament,
)
from notifications.models import Channel, Kind, Notice
from tests.ladders.play import CLOCK, SLUG, house, ladder_of, organiser, people, play_round, tournament_of
from tests.ladders.test_no_shows import LATER, begun, held_by_a_bot
from tests.matches.tables import NOON, person

pytestmark = pytest.mark.django_db
NEWS = Notice.objects.filter(kind=Kind.NEWS, channel=Channel.PAGE)


def texts_for(user: User) -> list[str]:
    """The notices of a user, in order."""
    return [str(notice.context["text"]) for notice in NEWS.filter(user=user).order_by("pk")]


def announced(count: int, most_entries: int = 200) -> tuple[Tournament, list[User]]:
    """A tournament that players have entered by themselves, and that has not begun."""
    plan = Plan("The cup", "swiss", SLUG, GAMES[SLUG].Options(), 4, LATER, CLOCK, most_entries=most_entries)
    tournament, users = make_tournament(by=organiser(), plan=plan, now=NOON), people(count)
    for user in users:
        enter_tournament(tournament_id=tournament.pk, user=user, now=NOON)
    return tournament, users


def test_players_who_entered_are_told_that_a_tournament_was_called_off() -> None:
    tournament, users = announced(5, most_entries=4)
    call_off_tournament(tournament_id=tournament.pk, by=organiser(), now=NOON)
    for user in users:
        assert texts_for(user) == ["An organiser called the tournament off. Running matches go on as ordinary ones."]
    found = NEWS.get(user=users[4])
    assert (found.context["title"], found.context["path"]) == (tournament.title, tournament.get_absolute_url())
    assert Notice.objects.filter(user=users[4], kind=Kind.NEWS, channel=Channel.MAIL).exists()


def test_players_of_too_small_a_tournament_are_told_why_it_is_off() -> None:
    tournament, users = announced(1)
    assert not start_tournament(tournament_id=tournament.pk, now=tournament.starts_at)
    assert "too few players" in texts_for(users[0])[-1]


def test_whom_an_organiser_enters_is_told_and_who_enters_alone_is_not() -> None:
    tournament, _ = announced(1)
    ladder = ladder_of([])
    other, alone = person("other"), person("alone")
    enter_tournament(tournament_id=tournament.pk, user=other, now=NOON, by=organiser())
    join_ladder(ladder_id=ladder.pk, user=other, now=NOON, by=organiser())
    enter_tournament(tournament_id=tournament.pk, user=alone, now=NOON)
    join_ladder(ladder_id=ladder.pk, user=alone, now=NOON)
    assert texts_for(other) == [WORDS[News.ENTERED], WORDS[News.ON_LADDER]]
    assert texts_for(alone) == []


def test_the_reserve_is_told_that_it_comes_in_at_the_start() -> None:
    tournament, users = announced(5, most_entries=4)
    withdraw_from_tournament(tournament_id=tournament.pk, user=users[0], now=NOON)
    start_tournament(tournament_id=tournament.pk, now=tournament.starts_at)
    assert texts_for(users[4])[-1] == "A place has become free, so you are in."


def test_who_never_came_and_who_came_in_are_told() -> None:
    _, match, seat = begun("knockout")
    absent = seat.user
    assert absent
    held_by_a_bot(match, seat)
    sweep(now=LATER)
    assert texts_for(absent)[-1].startswith("Others finished your table")
    assert texts_for(person("spare"))[-1].startswith("A place has become free")


def test_who_is_out_is_told_and_at_the_end_everyone_their_place() -> None:
    users = people(8)
    tournament = tournament_of(users, "knockout", seats=4, go_on=1)
    out = "You did not reach the next round. The tournament’s page shows who did."
    play_round(tournament, NOON)
    assert sum(out in texts_for(user) for user in users) == 6
    play_round(tournament, NOON)
    tournament.refresh_from_db()
    assert tournament.status == "finished"
    for entry in tournament.entries.select_related("user"):
        assert entry.rank
        assert texts_for(entry.user)[-1] == f"The tournament is over. You came {ordinal(entry.rank)}."


def test_at_the_end_of_a_season_everyone_reads_their_place_and_division() -> None:
    by, users = organiser(), people(4)
    ladder = ladder_of([], divisions=["Top", "Low"], moves=1)
    for number, user in enumerate(users):
        join_ladder(ladder_id=ladder.pk, user=user, now=NOON, by=by, division_title=("Top", "Low")[number // 2])
    ends = NOON + timedelta(days=9)
    season = open_season(ladder_id=ladder.pk, by=by, title="Spring", starts_at=NOON, ends_at=ends, now=NOON)
    assert end_season_of(season_id=season.pk, now=ends)
    assert texts_for(users[0])[-1] == "The season is over. You finished 1st in Top."
    assert texts_for(users[1])[-1] == "The season is over. You finished 2nd in Top and go down a division."
    assert texts_for(users[2])[-1] == "The season is over. You finished 1st in Low and go up a division."
    assert NEWS.filter(user=users[0]).latest("pk").context["title"] == f"{ladder.title}, Spring"


def test_a_ladder_that_closes_tells_who_stands_on_it_and_no_bots() -> None:
    ladder = ladder_of([*people(2), *house(1)])
    close_ladder(ladder_id=ladder.pk, by=organiser(), now=NOON)
    assert texts_for(people(2)[0])[-1] == "An organiser has closed the ladder. Its final order stays."
    assert not NEWS.filter(user__kind="house").exists()


def test_twice_is_once() -> None:
    ladder, users = ladder_of([]), people(1)
    for _ in range(2):
        notify_people(of=ladder, what=News.CLOSED, users=users, now=NOON)
    assert len(texts_for(users[0])) == 1
