"""A table of every game in the middle of a match that waits for Ana; also a program that makes them on a site.

`python manage.py shell -c "from tests.browser.tables_under_way import make; make()"`
"""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from accounts.values.names import LONGEST
from engine.quick_chance import RandomChance
from games.registry import GAMES
from matches.log.states import game_of, state_of
from matches.models import Match
from matches.rounds.resolve import resolve_round
from tests.matches.tables import answer_all, table_of

NAMES = ("ana", "W" * LONGEST, "cleo", "dora", "emil", "fred", "gita", "hugo", "ines", "jana", "karl", "lena")
"""The second is as wide as a name may be."""
WITH_HYPHEN = ("Steady-2", "Steady-3")
ANA = 0
TRIES = 20


@dataclass(frozen=True)
class Scene:
    """A game, its number of players, and a moment of it."""

    slug: str
    reached: Callable[[Any], bool]
    seats: int = 4
    steps: int = 6
    options: Mapping[str, Any] = field(default_factory=dict)
    names: Sequence[str] = NAMES
    sealed: bool = False
    """True if Ana has answered, and can change it as others are asked at the same time."""


def _phestivities(*keys: str) -> dict[str, Any]:
    return {"chosen_by": "host", "phestivities": frozenset(keys)}


SCENES = {
    "bid": Scene("bid", lambda state: state.phase == "bid"),
    "hexes": Scene("hexes", lambda state: state.phase == "lay"),
    "manipulation": Scene("manipulation", lambda state: state.auction is None),
    "manipulation, a bid": Scene("manipulation", lambda state: state.auction and state.auction.winner is None),
    "plaque-auction, a bid": Scene("plaque-auction", lambda state: not state.picking and max(state.bids) > 0),
    "plaque-auction, a pick": Scene("plaque-auction", lambda state: len(state.picking) > 1),
    "concealed-draw": Scene("concealed-draw", lambda state: any(state.known)),
    "tp5": Scene("tp5", lambda state: state.phase == "before_roll", options=_phestivities("time_warp", "hogging")),
    "tp5, gifts": Scene("tp5", lambda state: state.phase == "give", seats=6, options=_phestivities("commune")),
    "tp5 for twelve": Scene(
        "tp5",
        lambda state: state.phase == "claim" and sum(map(len, state.claims)) > 12,
        seats=12,
        options=_phestivities("commune", "hogging", "around_the_world"),
    ),
}


REVEALS = {
    **{slug: Scene(slug, lambda state: True, seats=4, steps=9, names=NAMES[:2] + WITH_HYPHEN) for slug in GAMES},
    "tp5 before statements": Scene(
        "tp5", lambda state: state.phase == "statement", seats=2, steps=0, options=_phestivities("hogging", "eviction")
    ),
    "tp5 after statements": replace(SCENES["tp5, gifts"], steps=0),
    "tp5 after gifts": replace(SCENES["tp5, gifts"], reached=lambda state: state.phase == "claim", steps=0),
    "tp5 after gifts, for twelve": replace(
        SCENES["tp5, gifts"],
        seats=12,
        reached=lambda state: state.phase == "claim",
        steps=0,
        names=NAMES[:2] + tuple(f"Steady-{number}" for number in range(2, 12)),
    ),
}
"""Tables whose last rounds open: of each game, and with the longest words that travel."""


def make(scenes: Mapping[str, Scene] = SCENES) -> None:
    """Make the tables, and print their numbers by scene as JSON."""
    for name in sorted({name for scene in scenes.values() for name in scene.names[: scene.seats]}):
        if not User.objects.filter(username=name).exists():
            # Nobody logs in as them, and a password takes a third of a second.
            User.objects.create_user(username=name, email=f"{name}@example.org")
    sys.stdout.write(json.dumps({name: table_at(scene).pk for name, scene in scenes.items()}) + "\n")


def table_at(scene: Scene) -> Match:
    """Play at random until the moment comes; a match that ends without it is followed by another."""
    for chance in map(RandomChance, range(TRIES)):
        # One write to the disk for a match, not one for each answer.
        with transaction.atomic():
            if match := _reached(scene, chance):
                return match
    raise AssertionError(f"{scene} did not come in {TRIES} matches.")


def _reached(scene: Scene, chance: RandomChance) -> Match | None:
    now = timezone.now()
    match, people = table_of(*scene.names[: scene.seats], slug=scene.slug, now=now, **scene.options)
    while match.status == Match.Status.RUNNING:
        if _there(match, scene):
            if scene.sealed:
                answer_all(match, people, chance, now, [ANA])
            return match
        answer_all(match, people, chance, now)
        resolve_round(match_id=match.pk, now=now)
        match.refresh_from_db()
    # The site would weigh it beside the browsers.
    Match.objects.filter(pk=match.pk).update(weighed_outcome=F("outcome"))
    return None


def _there(match: Match, scene: Scene) -> bool:
    state = state_of(match)
    asked = game_of(match).current_players(state)
    is_ready = match.step >= scene.steps and ANA in asked and len(asked) > scene.sealed
    return is_ready and bool(scene.reached(state))
