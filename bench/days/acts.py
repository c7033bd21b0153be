"""What people do when they visit: open tables, answer, return to a seat, end a pause, take days off."""

from contextlib import suppress
from datetime import datetime, time, timedelta
from random import Random
from typing import Any

import msgspec

from accounts.hours.vacations import give_back_vacation, take_vacation
from accounts.identity.services import change_preferences
from accounts.models import User
from bench.box import benches
from bench.days.people import ZONES, Habits
from bench.games import Short
from engine.conditional_moves import ConditionalMove, Preference
from engine.table_settings import TableSettings, TimeControl
from foundation.errors import Refused
from games.registry import GAMES
from matches.lobby.substitutes import offer_seat, take_over_seat
from matches.lobby.tables import SeatSpec, create_match, join_match
from matches.lobby.votes import end_pause
from matches.log.states import game_of, state_of
from matches.models import Match, Seat
from matches.play.answers import submit_answer
from matches.play.conditional_moves import answer_and_save_conditional_move
from matches.policy import DAY, HOUR
from matches.timeouts.stand_ins import take_back_seat

# Short games: sealed rounds of all, rounds of some, turns of one.
PLAYED: tuple[tuple[str, Short], ...] = tuple(
    (slug, bench.short) for slug, bench in benches().items() if bench.short for _ in range(bench.short.weight)
)
PACES = (
    TimeControl(DAY),
    TimeControl(2 * DAY),
    TimeControl(3 * DAY),
    TimeControl(3 * DAY, DAY, 7 * DAY),
    TimeControl(3 * DAY, 36 * HOUR, 5 * DAY),
)
LIVE = TimeControl(15 * 60)
LIVE_SHARE, UNFILLED_SHARE = 0.02, 0.03
CONDITIONAL_MOVES = 0.15
ANSWERS, CHANGES_MIND, COMES_BACK, GOES_ON, OPENS_SEAT, TAKES_OVER = 0.9, 0.1, 0.7, 0.6, 0.2, 0.02


def open_table(people: list[Habits], dice: Random, now: datetime) -> None:
    """Let one person open a table and, usually, others join."""
    slug, (options, seats, _) = dice.choice(PLAYED)
    players = [habits.user for habits in dice.sample(people, seats)]
    match = create_match(
        host=players[0],
        slug=slug,
        options=GAMES[slug].Options(**options),
        seats=[SeatSpec("open")] * (seats - 1),
        time_control=_clock(dice),
        table_settings=TableSettings(hide_answered=dice.random() < 0.1),
        contribution=f"words {dice.random()}",
        now=now,
    )
    for user in players[1:] if dice.random() > UNFILLED_SHARE else ():
        # Those who have blocked each other stay away from each other's tables.
        with suppress(Refused):
            join_match(match_id=match.pk, user=user, token="", contribution=f"words {dice.random()}", now=now)


def _clock(dice: Random) -> TimeControl:
    pace = LIVE if dice.random() < LIVE_SHARE else dice.choice(PACES)
    return TimeControl(
        pace.turn_seconds,
        pace.increment_seconds,
        pace.cap_seconds,
        weekends_off=dice.random() < 0.4,
        vacations=dice.random() < 0.8,
        excuses=dice.choice((0, 1, 1, 2)),
    )


def look_in(habits: Habits, dice: Random, now: datetime) -> None:
    """Visit the site and handle what waits for this person, as far as their habits allow."""
    user = habits.user
    if habits.moves is not None and habits.moves <= now.date():
        habits.moves = None
        _move(user, dice)
    if habits.away and habits.announced and now.date() >= habits.away[0] - timedelta(days=2):
        habits.announced = False
        _announce(user, habits, dice, now)
    seats = list(Seat.objects.filter(user=user, match__status__in=Match.GOING_ON).select_related("match"))
    for seat in seats:
        _mind(seat, user, dice, now)
    if seats:
        _mind_substitutes(user, dice, now)


def _mind(seat: Seat, user: User, dice: Random, now: datetime) -> None:
    """Handle what is due at one table."""
    if seat.match.status == Match.Status.PAUSED:
        _perhaps(dice, GOES_ON, end_pause, match_id=seat.match_id, user_id=user.pk, now=now)
    elif seat.stand_in:
        _perhaps(dice, COMES_BACK, take_back_seat, match_id=seat.match_id, user_id=user.pk, now=now)
    elif seat.awaited and dice.random() < ANSWERS and not seat.answers.filter(step=seat.match.next_step).exists():
        _answer(seat, user, dice, now)


def _perhaps(dice: Random, chance: float, act: Any, **arguments: Any) -> None:
    if dice.random() < chance:
        with suppress(Refused):
            act(**arguments)


def _answer(seat: Seat, user: User, dice: Random, now: datetime) -> None:
    game, state = game_of(seat.match), state_of(seat.match)
    legal = game.legal_actions(state, seat.number)
    if dice.random() < CONDITIONAL_MOVES:
        _answer_and_move_ahead(seat, user, dice, now)
        return
    for _ in range(2 if dice.random() < CHANGES_MIND else 1):
        action = msgspec.to_builtins(dice.choice(legal))
        with suppress(Refused):
            submit_answer(match_id=seat.match_id, user_id=user.pk, step=seat.match.next_step, actions=[action], now=now)


def _answer_and_move_ahead(seat: Seat, user: User, dice: Random, now: datetime) -> None:
    """Answer, and save the same action as a conditional move for later, even if it may not fit."""
    game, state = game_of(seat.match), state_of(seat.match)
    action = msgspec.to_builtins(dice.choice(game.legal_actions(state, seat.number)))
    kind = game.conditionals.kind(game.observation(state, seat.number))
    rule = ConditionalMove(kind, (Preference(action=action),), lasts=dice.choice(("next", "once", "always")))
    _perhaps(
        dice,
        1,
        answer_and_save_conditional_move,
        match_id=seat.match_id,
        user_id=user.pk,
        step=seat.match.next_step,
        actions=[action],
        move=rule,
        now=now,
    )


def _move(user: User, dice: Random) -> None:
    begin = dice.randrange(24)
    changes = {"time_zone": dice.choice(ZONES), "quiet_from": time(begin), "quiet_until": time((begin + 8) % 24)}
    change_preferences(user=user, changes=changes)


def _announce(user: User, habits: Habits, dice: Random, now: datetime) -> None:
    """Take vacation for an absence, and sometimes give back its last days."""
    assert habits.away
    first, last = habits.away
    with suppress(Refused):
        take_vacation(user=user, first=max(first, (now + timedelta(days=2)).date()), last=last, now=now)
    if dice.random() < 0.2:
        give_back_vacation(user=user, first=last - timedelta(days=1), last=last, now=now)


def _mind_substitutes(user: User, dice: Random, now: datetime) -> None:
    held = Seat.objects.exclude(stand_in="").filter(match__status=Match.Status.RUNNING, match__seats__user=user)
    for match_id, number in held.exclude(user=user).values_list("match_id", "number"):
        _perhaps(dice, OPENS_SEAT, offer_seat, match_id=match_id, user_id=user.pk, number=number, wanted=True, now=now)
    if dice.random() < TAKES_OVER:
        wanted = Seat.objects.filter(substitute_wanted=True, match__status=Match.Status.RUNNING).first()
        if wanted:
            number, match_id = wanted.number, wanted.match_id
            _perhaps(dice, 1, take_over_seat, match_id=match_id, user=user, number=number, token="", now=now)
