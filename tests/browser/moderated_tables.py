"""Tables for moderators to act on, one for each action; also a program that makes them on the running site.

`python manage.py shell -c "from tests.browser.moderated_tables import make; make()"`
"""

import json
import sys
from dataclasses import dataclass, field
from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from matches.interventions.pausing import pause_as_moderator
from matches.models import Match
from moderation.models import Signal
from tests.matches.tables import DAY, table_of
from tests.matches.test_rewinding import NOTE, go_on
from tests.support.people import create_person

DUE = (timezone.now() + timedelta(days=20)).replace(hour=10, minute=0)
PEOPLE = ("petra", "quido", "rosa")
SUBSTITUTE = "sofie"


@dataclass(frozen=True)
class Way:
    """On what table an action is done, what its form is filled with, and what the log says then."""

    says: str
    fill: dict[str, str] = field(default_factory=dict)
    seat: int | None = None
    stands: str = "running"
    undoable: bool = True


WAYS = {
    "pause": Way("paused the match"),
    "resume": Way("let the match go on", stands="paused"),
    "extend": Way("12 hours more", {"hours": "12"}, seat=1),
    "set-deadline": Way(
        f"set the deadline of quido to {DUE.day} {DUE:%B %Y}", {"deadline": f"{DUE:%Y-%m-%dT%H:%M}"}, seat=1
    ),
    "seat-bot": Way("gave the seat of quido to a bot", seat=1),
    "seat-person": Way("the seat of another player", {"player": SUBSTITUTE}, seat=1, undoable=False),
    "resign-seat": Way("resigned for quido", seat=1),
    "rewind": Way("took the match back to step 1", {"to": "1"}, undoable=False),
    "call-off": Way("called the match off"),
    "adjust": Way("set the places that count: 2, 1, 3", {"places": "2, 1, 3"}, stands="ended"),
    "void": Way("took the result away", stands="ended"),
    "lock-chat": Way("locked the chat"),
    "make-private": Way("made the table private"),
}


def make() -> None:
    """Make the tables, and print their numbers by action as JSON."""
    for name in (*PEOPLE, SUBSTITUTE):
        create_person(name=name, address=f"{name}@example.org", password="piecepack", confirmed=True)
    sys.stdout.write(json.dumps({slug: _table(way).pk for slug, way in WAYS.items()}) + "\n")


def make_signal() -> None:
    """Make a match that has ended and a signal about two of its players, and print the number of its table."""
    for name in PEOPLE:
        create_person(name=name, address=f"{name}@example.org", password="piecepack", confirmed=True)
    match = _table(Way("", stands="ended"))
    one, other = (User.objects.get(seats__match=match, seats__number=number) for number in (0, 1))
    words = "On 20 of 90 days both answered within one hour; by habit it would be 5."
    evidence = [{"table": match.pk, "steps": [1, 2]}]
    Signal.objects.create(
        kind="timing", one=one, other=other, strength=4.0, words=words, evidence=evidence, at=timezone.now()
    )
    sys.stdout.write(json.dumps({"table": match.pk}) + "\n")


def _table(way: Way) -> Match:
    now = timezone.now()
    match, people = table_of(*PEOPLE, now=now, turn_seconds=3 * DAY, target=25)
    match = go_on(match, people, 1000 if way.stands == "ended" else 2, now=now)
    if way.stands == "paused":
        pause_as_moderator(match_id=match.pk, note=NOTE, now=now)
    return match
