"""A smaller simulation of days: nothing goes wrong, and what is made to go wrong is seen."""

import json
from collections.abc import Callable
from contextlib import nullcontext
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from bench.days.__main__ import main
from bench.days.run import MET, PLAY_OUT, TOLD_BY, Days
from bench.days.watch import MUST_BE_ZERO, Watch
from bench.days.wires import wired
from clubs.selectors.access import member_of
from clubs.services.chat import write_club_message
from matches import sweep as sweeps
from matches.models import Match
from notifications.channels.by_messenger import Text
from notifications.enums import MESSENGERS
from notifications.models import Channel, Messenger, Notice, State
from notifications.services import sending, sweep_notices
from notifications.stopping import stop_url
from tests.clubs.founded import club_of
from tests.clubs.test_contests import ladder_in
from tests.matches.conditional import STAND, add_move
from tests.matches.tables import NOON, person, table_of
from tests.matches.test_seat_clocks import default

pytestmark = pytest.mark.django_db(transaction=True)
SELDOM = timedelta(hours=8)
"""How often the pool, ladders and tournaments are moved: every two hours took half of the time of a simulation."""


def simulated(
    people: int = 6, matches: int = 5, days: int = 6, *, quick: float = 0, clubs: int = 0, play_out: int = 30
) -> dict[str, int]:
    """Some days; without quick tables and clubs unless they are asked for. Most matches are over in a month."""
    with (
        patch.multiple("bench.days.company", QUICK_A_MATCH=quick, CLUBS_LEAST=clubs),
        patch.multiple("bench.days.run", PLAY_OUT=play_out, REGULAR=SELDOM),
    ):
        return Days(people=people, matches=matches, days=days, seed=3).run()


def wrong(figures: dict[str, int]) -> set[str]:
    """What should be 0 and is not."""
    return {name for name in MUST_BE_ZERO if figures[name]}


@pytest.mark.long("days of a whole site")
def test_nothing_goes_wrong_and_much_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.days.acts.CONDITIONAL_MOVES", 0.4)
    figures = simulated(people=12, matches=10, days=10, quick=1.5, clubs=3, play_out=PLAY_OUT)
    assert wrong(figures) == set()
    assert figures["matches"] > 10
    assert all(figures[name] > 0 for name in MET)
    assert figures["quick_lapsed"] > 0, "nobody comes in time for some of the live tables"
    assert figures["club_members"] > 20
    assert figures["tournaments_finished"] == 3
    assert min(figures["club_tables"], figures["club_messages"], figures["challenges_played"]) > 3
    assert figures["notices"] > 50
    assert figures["turns_answered"] > 40
    assert figures["turns_answered_ahead"] > 3
    assert figures["turns_missed"] + figures["excused"] > 3
    assert all(figures[f"by_{channel}"] > 0 for channel in TOLD_BY)


@pytest.mark.exhaustive("each fault planted in the simulation, not two of them")
def test_a_sweep_that_does_not_come_misses_deadlines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.days.run.sweep", lambda now: None)
    # A late answer lets deadlines pass too, but nobody answers late here.
    monkeypatch.setattr("bench.days.acts.ANSWERS", 0)
    monkeypatch.setattr("matches.play.answers.is_any_late", lambda match, unanswered, now: False)
    assert {"deadlines_missed", "matches_unfinished"} <= wrong(simulated())


@pytest.mark.exhaustive("each fault planted in the simulation, not two of them")
def test_a_sweep_that_forgets_one_match_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeps, "_overdue", lambda now: [])
    assert "deadlines_missed" in wrong(simulated(days=10))


@pytest.mark.exhaustive("each fault planted in the simulation, not two of them")
def test_notices_in_quiet_hours_stale_or_sent_twice_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three faults in one simulation, each of which has a figure of its own."""
    settle = sending._settle

    def forget(notice: Notice, state: State, reason: str, now: datetime, **more: Any) -> Any:
        """Leave every first notice as if it had not been sent."""
        done = settle(notice, state, reason, now, **more)
        if state == State.SENT and notice.attempts == 1:
            Notice.objects.filter(pk=notice.pk).update(state=State.DUE, due_at=now)
        return done

    monkeypatch.setattr(sending, "_settle", forget)
    monkeypatch.setattr("accounts.models.User.quiet_over", lambda self, moment: moment)
    monkeypatch.setattr("matches.notices.withdrawal_from_topics", lambda **given: [])
    assert wrong(simulated()) == {"notices_in_quiet_hours", "notices_stale", "notices_twice"}


@pytest.mark.exhaustive("each fault planted in the simulation, not two of them")
def test_a_match_that_is_never_called_off_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeps, "_unstarted", lambda now: [])
    monkeypatch.setattr("bench.days.acts.UNFILLED_SHARE", 1.0)
    assert wrong(simulated(matches=2, days=3)) == {"matches_unfinished"}


@pytest.mark.exhaustive("each fault planted in the simulation, not two of them")
def test_a_pool_that_seats_people_who_have_blocked_each_other_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.days.company.BLOCKS", 2)
    monkeypatch.setattr("meeting.services.seating.pairs_apart", lambda users: [])
    assert wrong(simulated(matches=3, quick=6)) == {"blocked_met"}


@pytest.mark.exhaustive("each fault planted in the simulation, not two of them")
def test_a_pool_that_nobody_looks_at_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    for part in ("company", "wires"):
        monkeypatch.setattr(f"bench.days.{part}.sweep_pool", lambda now: 0)
    assert wrong(simulated(matches=3, quick=6)) == {"seekers_forgotten"}


@pytest.mark.exhaustive("each fault planted in the simulation, not two of them")
def test_tables_of_a_club_that_are_open_to_strangers_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.view.match_view.is_admitted", lambda match_id, user_id: True)
    assert wrong(simulated(matches=1, days=2, clubs=1)) == {"seen_from_outside"}


@pytest.mark.exhaustive("each fault planted in the simulation, not two of them")
def test_members_who_have_blocked_each_other_leave_no_table_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their seats at a club's table stay free, and the host closes it."""
    monkeypatch.setattr("bench.days.company.BLOCKS", 3)
    assert wrong(simulated(matches=1, clubs=3)) == set()
    assert Match.objects.filter(status=Match.Status.CALLED_OFF, club_table__isnull=False).exists()


@pytest.mark.exhaustive("each fault planted in the simulation, not two of them")
def test_an_invitation_that_every_link_opens_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clubs.services.joining._opens", lambda club, token, now: True)
    assert wrong(simulated(matches=1, days=4, clubs=3)) == {"seen_from_outside"}


@pytest.mark.exhaustive("each fault planted in the simulation, not two of them")
def test_ladders_and_tournaments_that_are_not_swept_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.days.company.sweep_ladders", lambda now: 0)
    # By chance, one of their matches may wait for a sweep too.
    assert wrong(simulated(matches=1, clubs=1)) - {"matches_unfinished"} == {"contests_unfinished"}


@pytest.mark.parametrize("fault", ["", "chat", "ladder"])
def test_what_a_club_shows_outside_is_counted(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its chat, its tables and its contests: all that a member sees, and nothing that a stranger does."""
    club, watch = club_of("ana", "ben"), Watch(timezone.now())
    ladder_in(club, "ana", "ben")
    write_club_message(number=club.pk, user=person("ana"), text="word-1", now=watch.now)
    if fault == "chat":
        reader = member_of(club.pk, person("ben").pk)
        monkeypatch.setattr("clubs.views.chat.my_membership", lambda request, number: reader)
    if fault == "ladder":
        monkeypatch.setattr("bench.days.watch.seen_by", lambda user_id: Q())
    watch.look_from_outside(club, person("zoe"), "word-1")
    assert watch.figures()["seen_from_outside"] == (1 if fault else 0)


def watched() -> tuple[Watch, Match, User]:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    return Watch(NOON), match, ana


def by_each_channel(watch: Watch, match: Match, user: User) -> list[Callable[[], None]]:
    """The ways in which a notice of a turn arrives."""
    title = f"Your turn: Bid!, table {match.pk}"
    body = json.dumps({"kind": "turn", "title": title}).encode()
    for channel in MESSENGERS:
        Messenger.objects.get_or_create(
            user=user, channel=channel, defaults={"target": f"{channel}-{user.pk}", "made_at": NOON, "linked_at": NOON}
        )
    stop = stop_url(user=user, kind="", channel=Channel.DIGEST)
    text = f"It is your turn at these tables.\n\nBid!, table {match.pk}\n\nAlso:\nMatch over: Bid!, table 99\n"
    digest = EmailMessage("One table", text, to=[user.email], headers={"List-Unsubscribe": f"<{stop}>"})
    return [
        lambda: watch.push_arrives(user, {"title": title}),
        lambda: watch.post_arrives(user, body),
        lambda: watch.mail_arrives(digest),
        *(
            partial(watch.message_arrives, channel, f"{channel}-{user.pk}", Text(title, "", "", ""))
            for channel in MESSENGERS
        ),
    ]


def test_every_channel_is_seen_once_and_one_is_not_the_other() -> None:
    watch, match, ana = watched()
    for arrive in by_each_channel(watch, match, ana):
        arrive()
    assert watch.figures() | {"matches_unfinished": 0} == dict.fromkeys(MUST_BE_ZERO, 0)
    channels = [Channel.PUSH, Channel.WEBHOOK, Channel.DIGEST, *MESSENGERS]
    assert [watch.counts[f"by_{channel}"] for channel in channels] == [1] * 6


@pytest.mark.parametrize("number", range(6), ids=["push", "webhook", "digest", *MESSENGERS])
def test_on_each_channel_what_comes_twice_or_late_or_at_night_is_seen(number: int) -> None:
    watch, match, ana = watched()
    arrive = by_each_channel(watch, match, ana)[number]
    arrive()
    arrive()
    assert watch.counts["notices_twice"] == 1
    ana.quiet_from, ana.quiet_until = (NOON - timedelta(hours=1)).time(), (NOON + timedelta(hours=1)).time()
    ana.save()
    default(match, 0, NOON)
    by_each_channel(watch, match, User.objects.get(pk=ana.pk))[number]()
    assert (watch.counts["notices_stale"], watch.counts["notices_in_quiet_hours"]) == (1, 1)


@pytest.mark.parametrize("heeded", [True, False])
def test_a_deadline_that_costs_a_turn_in_quiet_hours_is_seen(heeded: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Changed hours and a lost push put a deadline there; it is recomputed before it costs anything."""
    watch, match, ana = watched()
    default(match, 1, NOON)
    watch.now = NOON + timedelta(days=1)
    ana.quiet_from, ana.quiet_until = (NOON - timedelta(hours=1)).time(), (NOON + timedelta(hours=1)).time()
    ana.save()
    if not heeded:
        monkeypatch.setattr("matches.clocks.deadlines._out_of_quiet", lambda moment, latest, rhythm: moment)
    at_night = watch.due_in_quiet_hours()
    assert len(at_night) == 1
    sweeps.sweep(now=watch.now)
    watch.look_for_costs(at_night)
    assert watch.figures()["deadlines_in_quiet_hours"] == (not heeded)


@pytest.mark.parametrize("paced", [True, False])
def test_mails_without_a_minute_between_them_are_seen(paced: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    ana = person("ana")
    EmailAddress.objects.create(user=ana, email=ana.email, verified=True, primary=True)
    watch = Watch(NOON + timedelta(hours=1))
    if not paced:
        monkeypatch.setattr(sending, "claim_mail", lambda user_id, now: None)
    with wired(watch, Random(1)):
        for seconds in (0, 59, 60):
            watch.now = NOON + timedelta(hours=1, seconds=seconds)
            if seconds < 60:
                table_of("ana", "ben", "cleo")
            sweep_notices(now=watch.now)
    assert (watch.counts["by_mail"], watch.figures()["mails_too_close"]) == (2, not paced)


@pytest.mark.parametrize("merged", [True, False])
def test_every_table_of_a_mail_about_several_is_counted(merged: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns that come within a minute and get a mail each are a fault."""
    ana = person("ana")
    EmailAddress.objects.create(user=ana, email=ana.email, verified=True, primary=True)
    for _ in range(3):
        table_of("ana", "ben", "cleo")
    if not merged:
        monkeypatch.setattr(sending, "_claim_other_turns", lambda notice, now: [])
    watch = Watch(NOON + timedelta(hours=1))
    with wired(watch, Random(1)):
        sweep_notices(now=watch.now)
    assert watch.counts["by_mail"] == 1
    arrived = len([key for key in watch.arrivals if key[0] == ana.pk and key[-1] == "mail"])
    figures = watch.figures()
    assert (arrived, figures["turns_left_out"]) == ((3, 0) if merged else (1, 2))


def test_a_notice_of_a_turn_that_a_conditional_move_has_settled_is_seen() -> None:
    watch, match, ana = watched()
    add_move(match, ana, STAND)
    by_each_channel(watch, match, ana)[0]()
    assert watch.figures()["notices_stale"] == 1


def test_a_page_that_shows_a_turn_that_is_over_is_seen() -> None:
    watch, match, ana = watched()
    watch.look_at_pages()
    assert watch.figures()["notices_stale"] == 0
    match.seats.filter(user=ana).update(awaited=False)
    watch.look_at_pages()
    assert watch.figures()["notices_stale"] == 1


@pytest.mark.parametrize("missed", [0, 1])
def test_the_command_fails_where_a_count_is_not_0(missed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    figures = dict.fromkeys(MUST_BE_ZERO, 0) | {"deadlines_missed": missed}
    monkeypatch.setattr("sys.argv", ["bench.days"])
    monkeypatch.setattr("bench.days.__main__.own_database", nullcontext)
    monkeypatch.setattr(Days, "__init__", lambda self, **preferences: None)
    monkeypatch.setattr(Days, "run", lambda self: figures)
    assert main() == missed
