"""What people do when they look in: open tables, answer, come back, let a match go on, take days off."""

from contextlib import suppress
from datetime import datetime, time, timedelta
from random import Random
from typing import Any

import msgspec
from django.core.exceptions import ValidationError

from accounts.models import User
from accounts.services import preferences_change
from accounts.vacations import vacation_give_back, vacation_take
from bench.days.people import ZONES, Habits
from games.engine import game_of, state_of
from games.models import Match, Seat
from games.policy import DAY, HOUR
from games.rules.core.plans import Rule, Wish
from games.rules.registry import GAMES
from games.services.answers import answer_submit
from games.services.errors import Refused
from games.services.lobby import SeatWish, match_create, match_join
from games.services.plans import answer_and_plan
from games.services.stand_ins import seat_take_back
from games.services.substitutes import seat_offer, seat_substitute
from games.services.votes import pause_end
from games.terms import Clock, Manners

# Short games: sealed rounds of all, rounds of some, turns of one.
PLAYED: tuple[tuple[str, dict[str, Any], int], ...] = (
    ("bid", {"target": 25}, 3),
    ("plaque-auction", {"hands": 1, "bidding": "sealed"}, 3),
    *[("concealed-draw", {"lives": 1}, 2)] * 4,
)
PACES = (
    Clock(DAY),
    Clock(2 * DAY),
    Clock(3 * DAY),
    Clock(3 * DAY, DAY, 7 * DAY),
    Clock(3 * DAY, 36 * HOUR, 5 * DAY),
)
LIVE = Clock(15 * 60)
GOING_ON = (Match.Status.RUNNING, Match.Status.PAUSED)
LIVE_SHARE, UNFILLED_SHARE = 0.02, 0.03
PLANS = 0.15
ANSWERS, CHANGES_MIND, COMES_BACK, GOES_ON, OPENS_SEAT, TAKES_OVER = 0.9, 0.1, 0.7, 0.6, 0.2, 0.02


def open_table(people: list[Habits], dice: Random, now: datetime) -> None:
    """Let somebody open a table, and others sit down, mostly."""
    slug, options, seats = dice.choice(PLAYED)
    players = [habits.user for habits in dice.sample(people, seats)]
    match = match_create(
        host=players[0],
        slug=slug,
        options=GAMES[slug].Options(**options),
        seats=[SeatWish("open")] * (seats - 1),
        clock=_clock(dice),
        manners=Manners(hide_answered=dice.random() < 0.1),
        contribution=f"words {dice.random()}",
        now=now,
    )
    for user in players[1:] if dice.random() > UNFILLED_SHARE else ():
        match_join(match_id=match.pk, user=user, token="", contribution=f"words {dice.random()}", now=now)


def _clock(dice: Random) -> Clock:
    pace = LIVE if dice.random() < LIVE_SHARE else dice.choice(PACES)
    return Clock(
        pace.turn_seconds,
        pace.increment_seconds,
        pace.cap_seconds,
        weekends_off=dice.random() < 0.4,
        vacations=dice.random() < 0.8,
        excuses=dice.choice((0, 1, 1, 2)),
    )


def look_in(habits: Habits, dice: Random, now: datetime) -> None:
    """One visit: everything that waits for this person, as far as they care to."""
    user = habits.user
    if habits.moves is not None and habits.moves <= now.date():
        habits.moves = None
        _move(user, dice)
    if habits.away and habits.announced and now.date() >= habits.away[0] - timedelta(days=2):
        habits.announced = False
        _announce(user, habits, dice, now)
    seats = list(Seat.objects.filter(user=user, match__status__in=GOING_ON).select_related("match"))
    for seat in seats:
        _mind(seat, user, dice, now)
    if seats:
        _mind_substitutes(user, dice, now)


def _mind(seat: Seat, user: User, dice: Random, now: datetime) -> None:
    """Do what there is to do at one table."""
    if seat.match.status == Match.Status.PAUSED:
        _perhaps(dice, GOES_ON, pause_end, match_id=seat.match_id, user_id=user.pk, now=now)
    elif seat.stand_in:
        _perhaps(dice, COMES_BACK, seat_take_back, match_id=seat.match_id, user_id=user.pk, now=now)
    elif seat.awaited and dice.random() < ANSWERS and not seat.answers.filter(step=seat.match.next_step).exists():
        _answer(seat, user, dice, now)


def _perhaps(dice: Random, chance: float, act: Any, **arguments: Any) -> None:
    if dice.random() < chance:
        with suppress(Refused):
            act(**arguments)


def _answer(seat: Seat, user: User, dice: Random, now: datetime) -> None:
    game, state = game_of(seat.match), state_of(seat.match)
    legal = game.legal_actions(state, seat.number)
    if dice.random() < PLANS:
        _answer_and_plan(seat, user, dice, now)
        return
    for _ in range(2 if dice.random() < CHANGES_MIND else 1):
        action = msgspec.to_builtins(dice.choice(legal))
        with suppress(Refused):
            answer_submit(match_id=seat.match_id, user_id=user.pk, step=seat.match.next_step, actions=[action], now=now)


def _answer_and_plan(seat: Seat, user: User, dice: Random, now: datetime) -> None:
    """Answer, and order the same for later, which then fits or does not."""
    game, state = game_of(seat.match), state_of(seat.match)
    action = msgspec.to_builtins(dice.choice(game.legal_actions(state, seat.number)))
    kind = game.planning.kind(game.observation(state, seat.number))
    rule = Rule(kind, (Wish(action=action),), lasts=dice.choice(("next", "once", "always")))
    _perhaps(
        dice,
        1,
        answer_and_plan,
        match_id=seat.match_id,
        user_id=user.pk,
        step=seat.match.next_step,
        actions=[action],
        rule=rule,
        now=now,
    )


def _move(user: User, dice: Random) -> None:
    begin = dice.randrange(24)
    changes = {"time_zone": dice.choice(ZONES), "quiet_from": time(begin), "quiet_until": time((begin + 8) % 24)}
    preferences_change(user=user, changes=changes)


def _announce(user: User, habits: Habits, dice: Random, now: datetime) -> None:
    """Take an absence off, and sometimes give its last days back."""
    assert habits.away
    first, last = habits.away
    with suppress(ValidationError):
        vacation_take(user=user, first=max(first, (now + timedelta(days=2)).date()), last=last, now=now)
    if dice.random() < 0.2:
        vacation_give_back(user=user, first=last - timedelta(days=1), last=last, now=now)


def _mind_substitutes(user: User, dice: Random, now: datetime) -> None:
    held = Seat.objects.exclude(stand_in="").filter(match__status=Match.Status.RUNNING, match__seats__user=user)
    for match_id, number in held.exclude(user=user).values_list("match_id", "number"):
        _perhaps(dice, OPENS_SEAT, seat_offer, match_id=match_id, user_id=user.pk, number=number, wanted=True, now=now)
    if dice.random() < TAKES_OVER:
        wanted = Seat.objects.filter(substitute_wanted=True, match__status=Match.Status.RUNNING).first()
        if wanted:
            number, match_id = wanted.number, wanted.match_id
            _perhaps(dice, 1, seat_substitute, match_id=match_id, user=user, number=number, token="", now=now)
