"""What follows from a moderator's deed elsewhere, or comes out later, is a step of the chain: a record shows it."""

import pytest
from django.test import Client

from accounts.models import User
from engine.log import LoggedStep
from engine.table_settings import TableSettings, TimeControl
from games.registry import GAMES
from games.verify import check_file
from matches.lobby.substitutes import offer_seat, take_over_seat
from matches.lobby.tables import SeatSpec, create_match, join_match
from matches.log.states import open_step
from matches.models import Match
from matches.rounds.calling_off import call_off_match
from matches.rounds.locking import lock_match
from matches.timeouts.stand_ins import take_back_seat
from matches.view.match_view import match_view, matches
from matches.view.verification import export_json
from moderation.action import Target
from moderation.models import AuditHead, AuditRow, Late, SealGrant
from moderation.services import suspensions
from moderation.services.acting import undo
from moderation.services.audit import lock_head
from moderation.services.seals import ask_for_seal, break_seal
from moderation.services.suspensions import hold_seats, sweep_suspensions
from moderation.services.verifying import match_faults, verify_all
from tests.matches.tables import DAY, NOON, person, table_of
from tests.matches.test_rewinding import NAMES, go_on
from tests.moderation.desk import done, moderator
from tests.support.html import squeezed

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def _one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


def by_moderators(match: Match) -> list[LoggedStep]:
    rows = match.steps.exclude(kind__in=("setup", "round")).order_by("number", "part")
    return [open_step(row) for row in rows]


def suspended(user: User) -> AuditRow:
    return done(moderator(), "suspend", Target(user=user), days=7, words="Mind your words.")


def looked(match: Match) -> SealGrant:
    mona = moderator(senior=True)
    grant = ask_for_seal(match=match, actor=mona, category="collusion", reason="They share hands.", now=NOON)
    break_seal(grant_id=grant.pk, actor=mona, now=NOON)
    return grant


def assert_all_holds() -> None:
    assert verify_all(now=NOON, progress=lambda done, of: None).faults == []


def shown(match: Match) -> list[str]:
    """What a verified record of a finished match says about moderators."""
    record = export_json(matches().get(pk=match.pk))
    checks = check_file(record)
    assert all(check.ok for check in checks)
    return [check.detail for check in checks if check.name == "moderators"]


def test_a_broken_seal_is_a_step_when_the_match_ends_and_not_before() -> None:
    match, people = table_of(*NAMES, target=25)
    go_on(match, people, 2)
    looked(match)
    assert by_moderators(match) == [], "a look must not warn those whom it is about"
    match = go_on(match, people)
    (step,) = by_moderators(match)
    row = AuditRow.objects.get(action=Late.BROKEN)
    assert (step.kind, step.note["audit"], step.note["step_then"], step.note["category"]) == (
        "seal_broken",
        row.number,
        2,
        "collusion",
    )
    assert "mona" not in str(step)
    assert shown(match) == ["Steps by moderators: seal_broken."]
    assert_all_holds()
    page = squeezed(Client().get(f"/table/{match.pk}/log/").content.decode())
    assert "After step 2: A moderator looked at what was sealed (playing together in secret)." in page


def test_a_match_that_is_called_off_tells_of_a_broken_seal_too() -> None:
    match, _ = table_of(*NAMES)
    looked(match)
    call_off_match(match=lock_match(match.pk), reason="vote", now=NOON)
    assert [step.kind for step in by_moderators(match)] == ["seal_broken"]
    assert_all_holds()


def test_a_match_that_ends_twice_tells_of_each_look_once() -> None:
    match, people = table_of(*NAMES, target=25)
    looked(match)
    go_on(match, people)
    done(moderator(), "rewind", Target(match=matches().get(pk=match.pk)), to=1)
    looked(matches().get(pk=match.pk))
    match = go_on(match, people, seed=6)
    assert [step.kind for step in by_moderators(match)] == ["seal_broken", "rewound", "seal_broken"]
    entries = [entry for entry in match_view(match, None, log_steps=100).log if entry.moderated]
    assert not any(entry.taken_back for entry in entries), "the look stands, though its step was taken back"
    assert_all_holds()


def before_the_start() -> tuple[Match, list[User]]:
    """A table that was locked, made private and public again while it waited; now it is played."""
    people = [person(name) for name in NAMES]
    match = create_match(
        host=people[0],
        slug="bid",
        options=GAMES["bid"].Options(target=25),
        seats=[SeatSpec("open")] * 2,
        time_control=TimeControl(turn_seconds=DAY, excuses=0),
        table_settings=TableSettings(),
        contribution="ana's words",
        now=NOON,
    )
    mona = moderator()
    done(mona, "lock-chat", Target(match=match))
    row = done(mona, "make-private", Target(match=matches().get(pk=match.pk)))
    undo(actor=mona, row=row, reason="It was wrong.", now=NOON)
    done(mona, "warn", Target(user=people[0], match=match), words="Mind your words.")
    for user in people[1:]:
        join_match(match_id=match.pk, user=user, token="", contribution=user.username, now=NOON)
    return matches().get(pk=match.pk), people


def test_what_was_done_before_the_start_is_told_when_the_match_begins() -> None:
    match, people = before_the_start()
    steps = by_moderators(match)
    assert [(step.number, step.kind) for step in steps] == [(0, "chat_locked"), (0, "made_private"), (0, "made_public")]
    rows = AuditRow.objects.filter(match=match).exclude(action="warn").order_by("number")
    assert [step.note["audit"] for step in steps] == [row.number for row in rows]
    page = squeezed(Client().get(f"/table/{match.pk}/log/").content.decode())
    assert "Before the start: A moderator locked the chat of this table (abuse)." in page
    done(moderator(), "rewind", Target(match=go_on(match, people, 2)), to=0)
    assert shown(go_on(match, people, seed=6)) == [
        "Steps by moderators: chat_locked, made_private, made_public, rewound."
    ]
    assert_all_holds()


def test_a_record_without_the_step_of_what_was_done_before_the_start_does_not_hold() -> None:
    match, _ = before_the_start()
    last, before = match.steps.order_by("-part")[:2]
    last.delete()
    Match.objects.filter(pk=match.pk).update(head=before.hash)
    row = AuditRow.objects.get(undoes__action="make-private")
    assert match_faults(matches().get(pk=match.pk)) == [
        f"Match {match.pk}, audit: Audit row {row.number} should be named by exactly one step of the log."
    ]


def test_a_record_without_the_step_of_a_look_does_not_hold() -> None:
    """Somebody with the database in hand takes the step out of a log, end and all."""
    match, people = table_of(*NAMES, target=25)
    looked(match)
    match = go_on(match, people)
    last, look = match.steps.order_by("-number", "part")[:2]
    assert (last.part, look.part) == (0, 1)
    look.delete()
    Match.objects.filter(pk=match.pk).update(head=last.hash)
    row = AuditRow.objects.get(action=Late.BROKEN)
    assert match_faults(matches().get(pk=match.pk)) == [
        f"Match {match.pk}, audit: Audit row {row.number} should be named by exactly one step of the log."
    ]


def test_seats_that_bots_hold_for_a_suspension_are_steps_of_their_tables() -> None:
    match, people = table_of(*NAMES, target=25)
    other, _ = table_of("ana", "dora", "emil")
    cause = suspended(people[0])
    held = AuditRow.objects.filter(action=Late.HELD).order_by("number")
    assert [(row.match_id, row.seat, row.subject_id) for row in held] == [
        (match.pk, 0, people[0].pk),
        (other.pk, 0, people[0].pk),
    ]
    for row, table in zip(held, (match, other), strict=True):
        (step,) = by_moderators(table)
        assert (step.kind, step.note["audit"], step.note["seat"], row.step) == ("bot_seated", row.number, 0, 0)
        assert "abuse" not in str(step), "why is between the player and the moderators"
    undo(actor=moderator(), row=cause, reason="It was wrong.", now=NOON)
    assert [step.kind for step in by_moderators(match)] == ["bot_seated", "handed_back"]
    assert not match.seats.exclude(stand_in="").exists()
    assert_all_holds()
    assert shown(go_on(match, people)) == ["Steps by moderators: bot_seated, handed_back."]


def test_a_seat_that_comes_later_is_held_by_a_step_too_and_given_back() -> None:
    cause = suspended(person("ana"))
    match, _ = table_of(*NAMES)
    assert sweep_suspensions(now=NOON) == 1
    assert [step.kind for step in by_moderators(match)] == ["bot_seated"]
    assert AuditRow.objects.get(action=Late.HELD).actor == person("mona")
    undo(actor=moderator("otto"), row=cause, reason="It was wrong.", now=NOON)
    assert [step.kind for step in by_moderators(match)] == ["bot_seated", "handed_back"]
    assert not match.seats.exclude(stand_in="").exists()
    assert_all_holds()


def test_a_sweep_that_was_slower_than_an_undoing_takes_no_seat_again() -> None:
    match, (ana, *_) = table_of(*NAMES)
    cause = suspended(ana)
    undo(actor=moderator(), row=cause, reason="It was wrong.", now=NOON)
    assert hold_seats(cause, now=NOON) == 0, "the sweep had read the suspension before"
    assert not match.seats.exclude(stand_in="").exists()


def test_a_substitute_who_was_faster_than_a_suspension_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    cause, dora = suspended(person("ana")), person("dora")
    match, (ana, *_) = table_of(*NAMES)
    offer_seat(match_id=match.pk, user_id=ana.pk, number=0, wanted=True, now=NOON)

    def head_after_dora() -> AuditHead:
        take_over_seat(match_id=match.pk, user=dora, number=0, token="", now=NOON)
        return lock_head()

    monkeypatch.setattr(suspensions, "lock_head", head_after_dora)
    assert hold_seats(cause, now=NOON) == 0
    seat = match.seats.get(number=0)
    assert (seat.user, seat.stand_in) == (dora, "") and not AuditRow.objects.filter(action=Late.HELD).exists()


def test_what_a_player_has_done_since_is_not_undone() -> None:
    """Who came back and is away again by themselves stays so when the suspension is lifted."""
    match, (ana, *_) = table_of(*NAMES)
    cause = suspended(ana)
    later = NOON.replace(hour=NOON.hour + 1)
    take_back_seat(match_id=match.pk, user_id=ana.pk, now=later)
    match.seats.filter(user=ana).update(stand_in="steady")
    undo(actor=moderator(), row=cause, reason="It was wrong.", now=later)
    assert match.seats.get(user=ana).stand_in
    assert [step.kind for step in by_moderators(match)] == ["bot_seated"]


def test_a_table_without_names_tells_of_it_when_names_are_shown() -> None:
    """Otherwise the moment of a suspension, which ladders show, would reveal who sits there."""
    match, _ = table_of(*NAMES, target=25, anonymous=True)
    people = list(User.objects.filter(seats__match=match).order_by("seats__number"))
    cause = suspended(people[0])
    held = AuditRow.objects.get(action=Late.HELD)
    assert match.seats.get(user=people[0]).stand_in and by_moderators(match) == []
    assert held.match == match and held.step is None
    client = Client()
    client.force_login(moderator())
    for path in ("/moderation/audit/", f"/moderation/table/{match.pk}/", "/moderation/player/ana/"):
        assert "for a suspension" not in squeezed(client.get(path).content.decode()), path
    undo(actor=moderator(), row=cause, reason="It was wrong.", now=NOON)
    match = go_on(match, people)
    kinds = {step.kind: step.note for step in by_moderators(match)}
    assert list(kinds) == ["bot_seated", "handed_back"] and kinds["bot_seated"]["step_then"] == 0
    assert shown(match) == ["Steps by moderators: bot_seated, handed_back."]
    assert_all_holds()
    assert "for a suspension" in squeezed(client.get("/moderation/audit/").content.decode())
