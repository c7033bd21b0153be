"""Ladders and tournaments for tests: people, organisers, and matches played to their end by the real services."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.contrib.auth.models import Group
from django.db.models import F

from accounts.models import User, UserKind
from engine import choice
from engine.quick_chance import RandomChance
from engine.table_settings import TableSettings, TimeControl
from games.registry import GAMES
from ladders.models import Ladder, Rung, Tournament, TournamentTable
from ladders.selectors.ladders import changes_since, moves_by
from ladders.services.ladders import join_ladder, open_ladder
from ladders.services.results import follow_match
from ladders.services.rounds import advance_tournament
from ladders.services.tournaments import Plan, enter_tournament, make_tournament, start_tournament
from matches.bots.play import play_bots
from matches.lobby.arranged import arrange_match
from matches.log.states import game_of, state_of
from matches.models import Match, Seat
from matches.play.answers import submit_answer
from matches.rounds.resolve import resolve_round
from tests.matches.tables import DAY, NOON, person

SLUG = "plaque-auction"
"""A quick game for two to seven."""
CLOCK = TimeControl(3 * DAY, 3 * DAY // 2, 5 * DAY, vacations=False, excuses=0)


def organiser(name: str = "olga") -> User:
    """An organiser of ladders and tournaments."""
    user = person(name)
    user.groups.add(Group.objects.get(name="organisers"))
    return User.objects.get(pk=user.pk)


def people(count: int, prefix: str = "player") -> list[User]:
    """So many persons, without passwords that take time to make."""
    names = [f"{prefix}-{number:03}" for number in range(count)]
    found = {user.username: user for user in User.objects.filter(username__in=names)}
    return [found.get(name) or User.objects.create(username=name) for name in names]


def house(count: int) -> list[User]:
    """So many players of the house."""
    return [
        User.objects.create(username=f"House-{number:03}", kind=UserKind.HOUSE, brain="random")
        for number in range(count)
    ]


def ladder_of(users: Sequence[User], now: datetime = NOON, **wanted: Any) -> Ladder:
    """A ladder with these players in this order."""
    chosen: dict[str, Any] = {
        "title": "The quick ladder",
        "slug": SLUG,
        "options": GAMES[wanted.get("slug", SLUG)].Options(),
        "seats": range(2, 3),
        "time_control": CLOCK,
        "divisions": [],
        "moves": 2,
    }
    by = organiser()
    ladder = open_ladder(by=by, now=now, **{**chosen, **wanted})
    for user in users:
        join_ladder(ladder_id=ladder.pk, user=user, now=now, by=by)
    return ladder


def order_of(ladder: Ladder) -> list[User]:
    """The players from the top down."""
    return [rung.user for rung in Rung.objects.filter(ladder=ladder).select_related("user")]


def moves_since(ladder: Ladder, since: datetime) -> dict[int, int | None]:
    """How many places each player on a ladder rose since then."""
    places = dict(ladder.rungs.values_list("user_id", "position"))
    return moves_by(changes_since(ladder, since, places), places)


def match_of(users: Sequence[User], now: datetime = NOON, slug: str = SLUG, **table_settings: Any) -> Match:
    """A match of these players that has begun."""
    return arrange_match(
        slug=slug,
        options=GAMES[slug].Options(),
        players=users,
        time_control=CLOCK,
        table_settings=TableSettings(**table_settings),
        now=now,
    )


def finish(match: Match, places: Sequence[int], now: datetime = NOON) -> Match:
    """End a match at these places, by seat, without playing it: what follows is what is tested."""
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED, ended_at=now, outcome=F("outcome") + 1)
    for number, place in enumerate(places):
        Seat.objects.filter(match=match, number=number).update(place=place, awaited=False, deadline=None)
    match.refresh_from_db()
    return match


def played(users: Sequence[User], places: Sequence[int], now: datetime = NOON, **table_settings: Any) -> Match:
    """A match that ended at these places, and all that followed."""
    match = finish(match_of(users, now, **table_settings), places, now)
    follow_match(match_id=match.pk, now=now)
    return match


def play_to_the_end(match_id: int, now: datetime) -> None:
    """Answer for everyone, bots by their own service, until a match has ended; then let what follows follow."""
    chance = RandomChance(match_id)
    for _ in range(2000):
        match = Match.objects.get(pk=match_id)
        if match.status != Match.Status.RUNNING:
            break
        play_bots(match_id=match_id, now=now)
        answer_people(match, chance, now)
        resolve_round(match_id=match_id, now=now)
    follow_match(match_id=match_id, now=now)


def answer_people(match: Match, chance: RandomChance, now: datetime, *, leave: int = 0) -> None:
    """Answer at random for the people whom a match waits for, but leave so many of them to answer later."""
    match.refresh_from_db()
    if match.status != Match.Status.RUNNING:
        return
    game, state = game_of(match), state_of(match)
    people = [seat for seat in match.seats.select_related("user").filter(awaited=True) if not seat.played_by_bot]
    for seat in people[leave:]:
        if seat.user:
            action = choice(chance, game.legal_actions(state, seat.number))
            raw = msgspec.to_builtins(action)
            submit_answer(match_id=match.pk, user_id=seat.user.pk, step=match.next_step, actions=[raw], now=now)


def tournament_of(users: Sequence[User], kind: str = "swiss", now: datetime = NOON, **wanted: Any) -> Tournament:
    """A tournament that these players have entered and that has begun."""
    by = organiser()
    slug = wanted.pop("slug", SLUG)
    plan: dict[str, Any] = {"title": "The cup", "seats": 4, "time_control": CLOCK, "starts_at": now + timedelta(days=1)}
    plan |= {"options": GAMES[slug].Options(), "slug": slug, "kind": kind} | wanted
    tournament = make_tournament(by=by, plan=Plan(**plan), now=now)
    for user in users:
        enter_tournament(tournament_id=tournament.pk, user=user, now=now, by=by)
    start_tournament(tournament_id=tournament.pk, now=now, by=by)
    advance_tournament(tournament_id=tournament.pk, now=now)
    tournament.refresh_from_db()
    return tournament


def playing(tournament: Tournament) -> list[TournamentTable]:
    """The tables that are still playing."""
    found = TournamentTable.objects.filter(round__tournament=tournament, ended_at=None, match__isnull=False)
    return list(found.select_related("match").order_by("number"))


def play_round(tournament: Tournament, now: datetime) -> None:
    """End every table of the round in seat order, and go on."""
    for table in playing(tournament):
        match = table.match
        if match is not None:
            finish(match, range(1, match.players + 1), now)
            follow_match(match_id=match.pk, now=now)
    advance_tournament(tournament_id=tournament.pk, now=now)
