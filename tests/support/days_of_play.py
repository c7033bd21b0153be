"""Some days of play for the pictures: a ladder, a tournament, a match that has ended, and reports at the desk."""

import json
import sys
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import Group
from django.utils import timezone

from accounts.models import User
from engine.quick_chance import RandomChance
from ladders.services.challenges import make_challenge
from matches.models import Match
from matches.rounds.resolve import resolve_round
from moderation.action import Target
from moderation.services.reports import make_report
from tests.ladders.play import ladder_of, play_round, played, tournament_of
from tests.matches.tables import answer_all, table_of
from tests.support.people import create_person

NAMES = ("ben", "dora", "ana", "emil", "greta", "cleo", "hanna", "jonas")
RESULTS = ((1, 2, 5), (0, 3, 6), (2, 4, 7), (0, 1, 4), (3, 5, 6), (1, 2, 0))
"""Who met at the tables of the ladder, the first of each first."""


def fill() -> None:
    """Make all, and print the paths of the pages as JSON."""
    now = timezone.now()
    users = [_get_or_create_person(name) for name in NAMES]
    ladder = ladder_of(users, now - timedelta(days=12), title="Plaques on Friday", seats=range(2, 4), moves=3)
    for day, who in enumerate(RESULTS):
        played([users[one] for one in who], (1, 2, 3), now - timedelta(days=10 - day))
    make_challenge(ladder_id=ladder.pk, challenger=users[3], opponents=[users[2]], now=now - timedelta(hours=5))
    cup = tournament_of(users, "knockout", now - timedelta(days=6), title="The autumn cup", seats=4, go_on=2)
    play_round(cup, now - timedelta(days=2))
    match = _ended("ana", "ben", "cleo", "dora", slug="plaque-auction", hands=1)
    looked_at = _ended("ana", "ben", "cleo", slug="bid")
    mona = _get_or_create_person("mona")
    mona.groups.add(Group.objects.get(name="moderators"))
    table, player = Target(match=match), Target(user=users[7])
    make_report(reporter=users[3], target=table, category="collusion", words="Two seats play as one.", now=now)
    make_report(reporter=users[5], target=player, category="stalling", words="He lets each clock run down.", now=now)
    paths = {"ladder": ladder.get_absolute_url(), "tournament": cup.get_absolute_url(), "ended": f"/table/{match.pk}/"}
    paths |= {"analysis": f"/table/{looked_at.pk}/seat/0/analysis/", "replay": f"/table/{match.pk}/step/3/"}
    sys.stdout.write(json.dumps(paths | {"desk": f"/moderation/table/{match.pk}/"}) + "\n")


def _ended(*names: str, slug: str, **options: Any) -> Match:
    """A match played to its end."""
    now, chance = timezone.now(), RandomChance(4)
    match, people = table_of(*names, slug=slug, now=now, **options)
    while match.status == Match.Status.RUNNING:
        answer_all(match, people, chance, now)
        resolve_round(match_id=match.pk, now=now)
        match.refresh_from_db()
    return match


def _get_or_create_person(name: str) -> User:
    found = User.objects.filter(username=name).first()
    address = f"{name}@example.org"
    return found or create_person(name=name, address=address, password="piecepack", confirmed=True)
