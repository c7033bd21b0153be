"""What moderators do to matches: each writes a step that everyone can read and an audit row, and tells the players."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from foundation.errors import Refused
from matches.log.states import open_step
from matches.models import FormerHolder, Match, Seat
from matches.view.match_view import matches
from matches.view.verification import match_checks
from moderation.action import ACTIONS, Target
from moderation.models import AuditRow
from moderation.notice_kinds import ACTED
from moderation.services.acting import undo
from notifications.models import Channel, Notice
from tests.matches.tables import NOON, person, table_of
from tests.matches.test_rewinding import NAMES, go_on
from tests.moderation.desk import done, moderator

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)

RUNNING: dict[str, dict[str, Any]] = {
    "pause": {},
    "extend": {"hours": 5},
    "set-deadline": {"deadline": NOON + 50 * HOUR},
    "seat-bot": {},
    "seat-person": {"player": "dora"},
    "resign-seat": {},
    "rewind": {"to": 1},
    "call-off": {},
    "lock-chat": {},
    "make-private": {},
}
"""Actions on a match that runs, and what their forms ask for."""
ENDED: dict[str, dict[str, Any]] = {"adjust": {"places": [3, 2, 1]}, "void": {}}
KINDS = {
    "pause": "paused",
    "extend": "extended",
    "set-deadline": "deadline_set",
    "seat-bot": "bot_seated",
    "seat-person": "reseated",
    "resign-seat": "resigned",
    "rewind": "rewound",
    "call-off": "called_off",
    "lock-chat": "chat_locked",
    "make-private": "made_private",
    "adjust": "adjusted",
    "void": "voided",
}


@pytest.fixture(autouse=True)
def _noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


def table(steps: int = 3) -> tuple[Match, list[User]]:
    person("dora")
    match, people = table_of(*NAMES, target=25)
    return go_on(match, people, steps), people


def target(match: Match, slug: str) -> Target:
    fresh = matches().get(pk=match.pk)
    seat = Seat.objects.select_related("user", "match").get(match=match, number=1)
    return Target(match=fresh, seat=seat if ACTIONS[slug].on == "seat" else None)


def test_who_got_an_hour_reads_of_one_hour() -> None:
    match, people = table()
    done(moderator(), "extend", target(match, "extend"), hours=1)
    text = Notice.objects.filter(user=people[1], kind=ACTED, channel=Channel.PAGE).latest("pk").context["text"]
    assert text.startswith("A moderator gave you 1 hour more for your answer.")


def act(match: Match, slug: str) -> AuditRow:
    return done(moderator(), slug, target(match, slug), **(RUNNING | ENDED)[slug], reason="Secret words.")


def ready_for(slug: str) -> tuple[Match, list[User]]:
    return table(1000) if slug in ENDED else table()


def sound(match: Match) -> bool:
    return all(check.ok for check in match_checks(matches().get(pk=match.pk)))


@pytest.mark.parametrize("slug", ["adjust", "void", "rewind"])
def test_who_gave_the_seat_away_is_told_what_became_of_the_result(slug: str) -> None:
    match, _ = ready_for(slug)
    FormerHolder.objects.create(match=match, seat=match.seats.get(number=0), user=person("dora"), left_at=NOON)
    act(match, slug)
    assert person("dora").notices.filter(topic__startswith="moderation:").exists()


@pytest.mark.parametrize("slug", KINDS)
@pytest.mark.sampled(3, "each action on a match, not three")
def test_step_and_audit_row_prove_each_other(slug: str) -> None:
    match, _ = ready_for(slug)
    row = act(match, slug)
    step = match.steps.get(hash=row.step_hash)
    entry = open_step(step)
    assert (entry.kind, entry.note["audit"], entry.note["action"]) == (KINDS[slug], row.number, slug)
    assert "mona" not in str(entry.note) and "Secret" not in str(entry.note)
    assert sound(match)


@pytest.mark.parametrize("slug", KINDS)
@pytest.mark.sampled(3, "each action on a match, not three")
def test_players_are_told_and_nobody_reads_who_it_was(slug: str) -> None:
    match, people = ready_for(slug)
    before = people[1].notices.count()
    act(match, slug)
    assert people[1].notices.count() > before
    page = Client()
    page.force_login(people[1])
    log_page = page.get(f"/table/{match.pk}/log/").content.decode()
    assert "A moderator " in log_page
    assert "mona" not in log_page and "Secret words" not in log_page


UNDONE: dict[str, Callable[[Match], bool]] = {
    "pause": lambda match: match.status == "running",
    "extend": lambda match: match.seats.get(number=1).deadline == NOON + 24 * HOUR,
    "set-deadline": lambda match: match.seats.get(number=1).deadline == NOON + 24 * HOUR,
    "seat-bot": lambda match: match.seats.get(number=1).stand_in == "",
    "resign-seat": lambda match: match.seats.get(number=1).resigned_at is None,
    "call-off": lambda match: match.status == "running",
    "lock-chat": lambda match: not match.chat_locked,
    "make-private": lambda match: not match.private,
    "adjust": lambda match: all(seat.rated_place == seat.place for seat in match.seats.all()),
    "void": lambda match: not match.voided,
}


@pytest.mark.parametrize("slug", UNDONE)
@pytest.mark.sampled(3, "each action on a match, not three")
def test_what_can_be_undone_is(slug: str) -> None:
    match, people = ready_for(slug)
    row = act(match, slug)
    assert not UNDONE[slug](matches().get(pk=match.pk))
    before = people[1].notices.count()
    back = undo(actor=moderator(), row=row, reason="It was wrong.", now=NOON)
    assert people[1].notices.count() > before, "who is concerned is told of it too"
    assert UNDONE[slug](matches().get(pk=match.pk))
    assert match.steps.filter(hash=back.step_hash).exists()
    assert sound(match)


@pytest.mark.parametrize("slug", sorted(set(KINDS) - set(UNDONE)))
def test_the_rest_says_that_it_cannot_be(slug: str) -> None:
    assert not ACTIONS[slug].undoable
    match, _ = ready_for(slug)
    row = act(match, slug)
    with pytest.raises(Refused) as refused:
        undo(actor=moderator(), row=row, reason="It was wrong.", now=NOON)
    assert refused.value.code == "cannot_be_undone"


def test_a_paused_match_goes_on_and_is_paused_again() -> None:
    match, _ = table()
    act(match, "pause")
    row = done(moderator(), "resume", target(match, "resume"))
    assert matches().get(pk=match.pk).status == "running"
    undo(actor=moderator(), row=row, reason="Not yet.", now=NOON)
    assert matches().get(pk=match.pk).status == "paused"


@pytest.mark.parametrize("slug", [*RUNNING, "resume"])
@pytest.mark.sampled(3, "each action on a match, not three")
def test_what_makes_no_sense_for_a_match_that_is_over_says_so(slug: str) -> None:
    match, _ = table(1000)
    if slug in ("rewind", "lock-chat", "make-private"):
        assert ACTIONS[slug].refusal(target(match, slug), NOON) == ""
    else:
        assert ACTIONS[slug].refusal(target(match, slug), NOON).endswith(".")


@pytest.mark.parametrize("slug", ENDED)
def test_a_match_that_runs_has_no_result_to_change(slug: str) -> None:
    match, _ = table()
    assert ACTIONS[slug].refusal(target(match, slug), NOON)
    with pytest.raises(Refused):
        act(match, slug)
    assert not AuditRow.objects.exists()


@pytest.mark.parametrize("slug", KINDS)
@pytest.mark.sampled(3, "each action on a match, not three")
def test_nobody_acts_on_their_own_table(slug: str) -> None:
    match, people = ready_for(slug)
    moderator(people[0].username)
    with pytest.raises(Refused) as refused:
        done(moderator(people[0].username), slug, target(match, slug), **(RUNNING | ENDED)[slug])
    assert refused.value.code == "interest"


def test_a_deadline_is_put_back_only_while_the_same_answer_is_open() -> None:
    match, people = table()
    row = act(match, "extend")
    go_on(match, people, 1)
    with pytest.raises(Refused):
        undo(actor=moderator(), row=row, reason="Too much.", now=NOON)


@pytest.mark.parametrize(
    ("slug", "field", "value"),
    [
        ("adjust", "places", "1, 2, 2, 4, x"),
        ("adjust", "places", "2, 2"),
        ("seat-person", "player", "nobody-of-this-name"),
        ("extend", "hours", "0"),
        ("rewind", "to", "-1"),
    ],
)
def test_a_form_says_what_is_wrong(slug: str, field: str, value: str) -> None:
    form = ACTIONS[slug].form({"category": "bug", "reason": "Because.", field: value})
    assert field in form.errors
