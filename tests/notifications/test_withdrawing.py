"""The statement that withdraws notices does what the same in Django's own words does, on both databases."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import product
from typing import Any

import pytest
from django.db.models import Case, F, Q, Value, When

from accounts.models import User
from foundation.rows import run_together
from notifications.models import Channel, Kind, Notice, State
from notifications.services import withdraw_from_topics, withdraw_notices
from notifications.services.ledger import WITHDRAWN, forgetting_of_topics, withdrawal_from_topics
from tests.accounts.people import person
from tests.accounts.times import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

LATER = NOW + timedelta(minutes=5)
COLUMNS = ("pk", "state", "reason", "settled_at", "read_at", "due_at", "claimed_at", "attempts")


def plainly(
    *, topic: str, now: datetime, before_step: int | None = None, users: Sequence[int] | None = None, kinds: tuple = ()
) -> int:
    """Withdraw as Django would write it."""
    on_page = Q(channel=Channel.PAGE, state=State.SENT, read_at=None)
    taken = Notice.objects.filter(Q(state__in=(State.DUE, State.SENDING)) | on_page, topic=topic)
    if before_step is not None:
        taken = taken.filter(step__lt=before_step)
    if users is not None:
        taken = taken.filter(user__in=users)
    if kinds:
        taken = taken.filter(kind__in=[str(kind) for kind in kinds])
    was_due, was_shown = Q(state=State.DUE), Q(state=State.SENT)
    return taken.update(
        state=Case(When(was_due, then=Value(State.STALE)), default=F("state")),
        settled_at=Case(When(was_due, then=Value(now)), default=F("settled_at")),
        read_at=Case(When(was_shown, then=Value(now)), default=F("read_at")),
        reason=Case(When(was_shown, then=F("reason")), default=Value(WITHDRAWN)),
    )


def every_notice(people: list[User]) -> None:
    """A notice of each state by each channel, of two people, topics, kinds and steps, read and unread."""
    Notice.objects.bulk_create(
        Notice(user=user, kind=kind, channel=channel, topic=topic, step=step, mark=f"{state[:6]}{read is None:d}",
               state=state, read_at=read, reason="before", due_at=NOW, made_at=NOW)
        for user, kind, channel, topic, step, state, read in product(
            people, (Kind.TURN, Kind.OVER), (Channel.PAGE, Channel.MAIL), ("match:1", "match:2"), (1, 2), State,
            (None, NOW),
        )
    )  # fmt: skip


@pytest.mark.parametrize("narrowed", ["nothing", "before_step", "users", "no users", "kinds", "all"])
def test_both_ways_leave_the_same_rows(narrowed: str) -> None:
    people = [person("ana"), person("ben")]
    one, kinds = [people[0].pk], (Kind.TURN, Kind.REMINDER)
    every_which: dict[str, Any] = {
        "nothing": {},
        "before_step": {"before_step": 2},
        "users": {"users": one},
        "no users": {"users": []},
        "kinds": {"kinds": kinds},
        "all": {"before_step": 2, "users": one, "kinds": kinds},
    }
    found = []
    for withdraw in (plainly, withdraw_notices):
        Notice.objects.all().delete()
        every_notice(people)
        first = Notice.objects.earliest("pk").pk
        number = withdraw(topic="match:1", now=LATER, **every_which[narrowed])
        rows = [(row[0] - first, *row[1:]) for row in Notice.objects.order_by("pk").values_list(*COLUMNS)]
        found.append((number, rows))
    assert found[0] == found[1]
    assert (found[0][0] > 0) is (narrowed != "no users")


def test_many_topics_are_withdrawn_as_each_by_itself() -> None:
    ana, ben = person("ana"), person("ben")
    users, kinds = {"match:1": [ana.pk], "match:2": [ben.pk, ana.pk], "match:3": [ben.pk], "match:4": []}, (Kind.TURN,)

    def each() -> int:
        return sum(plainly(topic=topic, users=some, kinds=kinds, now=LATER) for topic, some in users.items())

    def together() -> int:
        return withdraw_from_topics(users=users, kinds=kinds, now=LATER)

    found = []
    for withdraw in (each, together):
        Notice.objects.all().delete()
        every_notice([ana, ben])
        first = Notice.objects.earliest("pk").pk
        number = withdraw()
        changed = [(row[0] - first, *row[1:]) for row in Notice.objects.order_by("pk").values_list(*COLUMNS)]
        found.append((number, changed))
    assert found[0] == found[1]
    assert found[0][0] > 0
    assert withdraw_from_topics(users={"match:1": []}, kinds=kinds, now=LATER) == 0


def test_what_was_never_sent_of_turns_that_are_over_is_forgotten() -> None:
    every_notice([person("ana"), person("ben")])
    withdraw_notices(topic="match:1", now=LATER)
    on_page = Q(channel=Channel.PAGE, state=State.SENT, read_at__isnull=False)
    unwanted = Q(state=State.UNWANTED)
    never_sent = Q(state=State.STALE, attempts=0, reason=WITHDRAWN)
    # One has been tried, so the ledger says what became of it.
    tried = Notice.objects.filter(never_sent, ~on_page, topic="match:1", kind=Kind.TURN).latest("pk")
    Notice.objects.filter(pk=tried.pk).update(attempts=1)
    gone = Notice.objects.filter(on_page | unwanted | never_sent, topic="match:1", kind=Kind.TURN)
    left = Notice.objects.exclude(pk__in=gone).order_by("pk")
    assert gone.filter(on_page).exists() and gone.filter(unwanted).exists()
    expected = list(left.values_list("pk", flat=True))
    run_together(forgetting_of_topics(["match:1", "match:3"], (Kind.TURN, Kind.REMINDER)))
    assert list(Notice.objects.order_by("pk").values_list("pk", flat=True)) == expected
    assert tried.pk in expected
    assert forgetting_of_topics([], (Kind.TURN,)) == []


def test_a_turn_that_ends_is_withdrawn_at_once_and_forgotten_at_the_next() -> None:
    ana = person("ana")
    every_notice([ana])
    kinds = (Kind.TURN, Kind.REMINDER)
    of_turns = Notice.objects.filter(topic="match:1", kind__in=kinds, attempts=0)
    shown = Q(channel=Channel.PAGE, state=State.SENT, read_at=None)
    over = list(of_turns.filter(Q(state=State.DUE) | shown).values_list("pk", flat=True))

    def end_turn() -> None:
        gone = withdrawal_from_topics(users={"match:1": [ana.pk]}, kinds=kinds, now=LATER)
        run_together([*forgetting_of_topics(["match:1"], kinds), *gone])

    end_turn()
    withdrawn = Notice.objects.filter(Q(state=State.STALE, settled_at=LATER) | Q(read_at=LATER), pk__in=over)
    assert over and withdrawn.count() == len(over)
    end_turn()
    assert not Notice.objects.filter(pk__in=over).exists()
