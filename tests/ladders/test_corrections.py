"""Results that moderators take away and give back: later ones stand, and nothing is left of a mistake."""

from datetime import timedelta
from random import Random

import pytest
from django.test import Client

from accounts.models import User
from ladders.models import Challenge, Ladder, SeasonPlace
from ladders.services.ladders import join_ladder, leave_ladder
from ladders.services.seasons import open_season
from ladders.services.sweep import sweep
from tests.ladders.challenges import accepted, end, moderated, stand
from tests.ladders.play import ladder_of, order_of, organiser, people
from tests.matches.tables import NOON
from tests.support.html import squeezed
from tests.support.tiers import some_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rows_give_the_rungs")]


def won(ladder: Ladder, winner: User, others: list[User], day: float) -> Challenge:
    """A challenge by someone who then wins it; the others finish in their order."""
    challenge = accepted(ladder, winner, others, day)
    end(challenge, [winner, *others], day + 0.5)
    return challenge


def season_of(ladder: Ladder, days: int) -> None:
    """Announce a season that ends after so many days."""
    dates = {"starts_at": NOON, "ends_at": NOON + timedelta(days=days), "now": NOON}
    open_season(ladder_id=ladder.pk, by=organiser(), title="Spring", **dates)


def kept(ladder: Ladder) -> list[User]:
    """The table of the ladder's season."""
    return [place.user for place in SeasonPlace.objects.filter(season__ladder=ladder)]


def test_a_result_taken_away_leaves_a_later_one_of_the_same_players_in_force() -> None:
    first, second = people(2)
    ladder = ladder_of([first, second])
    season_of(ladder, 15)
    one = won(ladder, second, [first], 0)
    two = won(ladder, second, [first], 9)
    sweep(now=NOON + timedelta(days=15))
    moderated(one, 16, voided=True)
    assert order_of(ladder) == kept(ladder) == [second, first]
    moderated(two, 17, voided=True)
    assert order_of(ladder) == kept(ladder) == [first, second]
    moderated(one, 18, voided=False)
    assert order_of(ladder) == kept(ladder) == [second, first]


def test_a_result_given_back_overrules_no_later_one() -> None:
    first, second = people(2)
    ladder = ladder_of([first, second])
    one = won(ladder, second, [first], 0)
    won(ladder, first, [second], 9)
    for day, voided in ((11, True), (12, False)):
        moderated(one, day, voided=voided)
        assert order_of(ladder) == [first, second]


def test_a_result_given_back_stays_behind_what_was_won_elsewhere_since() -> None:
    first, second, third = people(3)
    ladder = ladder_of([first, second, third])
    one = won(ladder, third, [second], 0)
    won(ladder, second, [first], 1)
    for day, voided in ((3, True), (4, False)):
        moderated(one, day, voided=voided)
        assert order_of(ladder) == [second, third, first]


def test_a_result_given_back_gives_the_kept_places_back_though_the_other_has_left() -> None:
    first, second = people(2)
    ladder = ladder_of([first, second])
    season_of(ladder, 5)
    one = won(ladder, second, [first], 0)
    sweep(now=NOON + timedelta(days=5))
    leave_ladder(ladder_id=ladder.pk, user=first, now=NOON + timedelta(days=6))
    moderated(one, 7, voided=True)
    assert kept(ladder) == [first, second]
    moderated(one, 8, voided=False)
    assert kept(ladder) == [second, first]


def changed(challenge: Challenge, day: int) -> None:
    """Let a moderator take a result away, or give it back where that was done before."""
    challenge.refresh_from_db()
    moderated(challenge, day, voided=challenge.state == Challenge.State.DONE)


def test_who_has_left_reads_why_a_kept_place_is_another_one() -> None:
    first, second, third = people(3)
    ladder = ladder_of([first, second, third])
    season_of(ladder, 5)
    one = won(ladder, second, [first], 0)
    sweep(now=NOON + timedelta(days=5))
    for user in (first, second):
        leave_ladder(ladder_id=ladder.pk, user=user, now=NOON + timedelta(days=6))
    join_ladder(ladder_id=ladder.pk, user=second, now=NOON + timedelta(days=14))
    moderated(one, 15, voided=True)
    assert kept(ladder)[:2] == [first, second] and order_of(ladder) == [third, second]
    rows = one.changes.filter(why="corrected").values_list("user", "before", "after")
    assert set(rows) == {(first.pk, None, None), (second.pk, 2, 2)}
    page = squeezed(Client().get(f"/ladder/{ladder.slug}/why/").content.decode())
    assert "has left, and has another place in a table kept before: because a moderator changed the result" in page


@pytest.mark.parametrize("seed", some_of(range(5), 1, "five histories of results, not one"))
def test_whatever_has_been_played_a_result_taken_away_and_given_back_changes_nothing(seed: int) -> None:
    luck, users = Random(seed), people(4)
    ladder = ladder_of(users, seats=range(2, 4))
    season_of(ladder, 20)
    played: list[Challenge] = []
    for week in range(5):
        table = luck.sample(users, 3 if week == seed else 2)
        played.append(won(ladder, table[0], table[1:], 8 * week))
        if luck.random() < 0.6:
            # None that counted before the season ended and is changed after it: that is what follows below.
            changed(luck.choice(played[4:] or played), 8 * week + 1)
        sweep(now=NOON + timedelta(days=8 * week + 2))
    for number, challenge in enumerate(played, start=50):
        was = stand(ladder), kept(ladder)
        changed(challenge, number)
        changed(challenge, number)
        assert (stand(ladder), kept(ladder)) == was
