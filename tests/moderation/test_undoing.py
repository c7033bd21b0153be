"""An undoing takes back what its row did, and nothing that anybody has done since."""

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import Block, User
from foundation.errors import Refused
from matches.clocks.pauses import pause_match
from matches.interventions.pausing import resume_as_moderator
from matches.models import Match, Seat
from matches.timeouts.stand_ins import begin_stand_in, take_back_seat
from matches.view.match_view import matches
from moderation.action import ACTIONS, Target
from moderation.models import AuditRow
from moderation.services.acting import refusal_of, undo
from tests.matches.tables import DAY, NOON, person, table_of
from tests.matches.test_rewinding import NAMES, NOTE, go_on, take_back
from tests.moderation.desk import done, moderator

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
LATER = NOON + 2 * HOUR


@pytest.fixture
def match() -> Match:
    """A running match, with a player asked at its next seat."""
    match, people = table_of(*NAMES, target=25, turn_seconds=3 * DAY)
    return go_on(match, people, 2)


def at(match: Match, number: int | None = None) -> Target:
    seat = None if number is None else match.seats.select_related("user").get(number=number)
    return Target(match=matches().get(pk=match.pk), seat=seat)


def taken_back(row: AuditRow, now=LATER) -> AuditRow:
    return undo(actor=moderator(), row=row, reason="It was wrong.", now=now)


def refused(row: AuditRow, now=LATER) -> str:
    with pytest.raises(Refused) as error:
        taken_back(row, now)
    assert AuditRow.objects.filter(undoes=row).count() == 0
    return error.value.code


def seat_of(match: Match) -> Seat:
    return match.seats.select_related("user").get(number=1)


def test_only_the_moderators_own_pause_is_ended(match: Match) -> None:
    row = done(moderator(), "pause", at(match))
    resume_as_moderator(match_id=match.pk, note=NOTE, now=NOON + HOUR)
    pause_match(match=matches().get(pk=match.pk), reason="vote", now=NOON + HOUR)
    assert refused(row) == "over_already"
    assert matches().get(pk=match.pk).status == "paused"


def test_who_let_it_go_on_does_not_end_a_later_pause_twice(match: Match) -> None:
    done(moderator(), "pause", at(match))
    row = done(moderator(), "resume", at(match))
    pause_match(match=matches().get(pk=match.pk), reason="vote", now=NOON + HOUR)
    resume_as_moderator(match_id=match.pk, note=NOTE, now=NOON + HOUR)
    assert refused(row) == "over_already"


def test_a_deadline_that_something_else_has_moved_stays(match: Match) -> None:
    row = done(moderator(), "extend", at(match, 1), hours=5)
    done(moderator(), "set-deadline", at(match, 1), now=NOON + HOUR, deadline=NOON + 30 * HOUR)
    assert refused(row) == "moved_on"
    assert seat_of(match).deadline == NOON + 30 * HOUR


def test_places_of_a_result_that_was_taken_back_do_not_come_again(match: Match) -> None:
    def ended() -> None:
        Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED, ended_at=NOON)

    ended()
    done(moderator(), "adjust", at(match), places=[1, 2, 3])
    row = done(moderator(), "adjust", at(match), places=[3, 2, 1])
    done(moderator(), "rewind", at(match), to=1)
    ended()
    assert refused(row) == "rewound_since"
    assert not matches().get(pk=match.pk).adjusted


@pytest.mark.parametrize("slug", ["seat-bot", "resign-seat", "extend"])
def test_nothing_is_undone_for_who_has_the_seat_since(match: Match, slug: str) -> None:
    given: dict[str, Any] = {"hours": 5} if slug == "extend" else {}
    row = done(moderator(), slug, at(match, 1), **given)
    Seat.objects.filter(match=match, number=1).update(user=person("dora"))
    assert refused(row) == "held_by_another"


def test_a_bot_that_came_later_for_another_reason_stays(match: Match) -> None:
    row = done(moderator(), "seat-bot", at(match, 1))
    take_back_seat(match_id=match.pk, user_id=seat_of(match).user_id or 0, now=NOON + HOUR)
    begin_stand_in(match=matches().get(pk=match.pk), seat=seat_of(match), now=NOON + HOUR)
    assert refused(row) == "no_stand_in"
    assert seat_of(match).stand_in


@pytest.mark.parametrize("slug", ["seat-bot", "resign-seat"])
def test_who_gets_a_seat_back_has_time_to_come(match: Match, slug: str) -> None:
    row = done(moderator(), slug, at(match, 1))
    held = seat_of(match)
    assert held.awaited and held.deadline and held.deadline <= NOON + HOUR
    taken_back(row)
    assert seat_of(match).deadline == LATER + 24 * HOUR


def test_who_was_away_before_a_resignation_still_is_after_it(match: Match) -> None:
    begin_stand_in(match=matches().get(pk=match.pk), seat=seat_of(match), now=NOON)
    taken_back(done(moderator(), "resign-seat", at(match, 1)))
    assert seat_of(match).stand_in and not seat_of(match).resigned_at


def test_places_set_before_count_again_and_can_then_be_taken_back() -> None:
    match, people = table_of(*NAMES, target=25)
    match = go_on(match, people)
    first = done(moderator(), "adjust", at(match), places=[3, 2, 1])
    second = done(moderator(), "adjust", at(match), places=[1, 2, 2], now=NOON + HOUR)
    assert refused(first) == "done_since"
    taken_back(second)
    assert [seat.rated_place for seat in at(match).whole_match.seats.all()] == [3, 2, 1]
    taken_back(first)
    assert all(seat.rated_place == seat.place for seat in at(match).whole_match.seats.all())


def test_a_match_called_off_again_is_not_let_run_by_the_older_row(match: Match) -> None:
    row = done(moderator(), "call-off", at(match))
    Match.objects.filter(pk=match.pk).update(ended_at=NOON + HOUR)
    assert refused(row) == "cannot_be_undone"


def test_an_older_warning_is_taken_back_by_itself() -> None:
    ana = person("ana")
    row = done(moderator(), "warn", Target(user=ana), words="Mind your words.")
    done(moderator(), "warn", Target(user=ana), words="Mind them again.")
    taken_back(row)
    assert [sanction.lifted_at for sanction in ana.sanctions.order_by("pk")] == [LATER, None]


def test_a_refusal_is_judged_by_what_stands_when_it_is_done(match: Match) -> None:
    before = at(match)
    done(moderator(), "lock-chat", at(match))
    with pytest.raises(Refused) as error:
        done(moderator("otto"), "lock-chat", before)
    assert error.value.code == "cannot_be_done"


@pytest.mark.parametrize("slug", ["warn", "mute", "suspend", "suspend-for-good", "rename"])
def test_players_of_the_house_are_no_players_to_act_on(slug: str) -> None:
    house = User.objects.filter(kind="house").first() or User.objects.create(username="bot", kind="house")
    assert "site's own" in refusal_of(ACTIONS[slug], Target(user=house), NOON)
    with pytest.raises(Refused) as error:
        done(moderator(senior=True), slug, Target(user=house), words="No.", days=3)
    assert error.value.code == "cannot_be_done"


def test_the_name_of_an_administrator_is_not_taken() -> None:
    boss = User.objects.create(username="boss", is_superuser=True)
    assert "administrator" in refusal_of(ACTIONS["rename"], Target(user=boss), NOON)


@pytest.mark.parametrize(
    ("who", "code"), [("self", "interest"), ("suspended", "nobody_to_seat"), ("blocked", "no_seat_for_them")]
)
def test_who_gets_no_seat_from_a_moderator(match: Match, who: str, code: str) -> None:
    mona, dora = moderator(), person("dora")
    if who == "suspended":
        User.objects.filter(pk=dora.pk).update(suspended_until=NOON + HOUR)
    if who == "blocked":
        Block.objects.create(by=person("ana"), other=dora, at=NOON)
    with pytest.raises(Refused) as error:
        done(mona, "seat-person", at(match, 1), player="mona" if who == "self" else "dora")
    assert error.value.code == code
    assert seat_of(match).user == person("ben")


def test_a_match_taken_back_leaves_absences_as_they_are() -> None:
    match, people = table_of(*NAMES, target=25)
    match = go_on(match, people, 3)
    begin_stand_in(match=match, seat=seat_of(match), now=NOON)
    Seat.objects.filter(match=match, number=2).update(excuses_left=0, timeouts_in_row=1)
    take_back(match, 1)
    assert seat_of(match).stand_in, "who was away is let back in by one click, not by a moderator's mistake"
    last = match.seats.get(number=2)
    assert (last.excuses_left, last.timeouts_in_row) == (0, 0)
