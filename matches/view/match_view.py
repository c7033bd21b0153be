"""Reading matches. `match_view` is the one door through which match data leaves the site."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Prefetch, Q, QuerySet
from django.urls import reverse

from games.engine import AnyGame, game_of, logged, options_of, state_after, state_of, states_to
from games.happenings import sentence_of
from games.logview import ReaderNames, log_entries, marks_of
from games.matchview import Asked, Choices, Envelope, HappeningView, LogEntry, MatchView, PlanView, SeatView
from games.models import Answer, Match, Plan, Seat, Step
from games.options import describe
from games.planbook import NO_ORDERS, Orders, orders_of, tried
from games.rules.core import Mark, Observation, Player
from games.rules.core.log import LoggedStep
from games.rules.core.plans import Chosen
from games.rules.core.planwords import rule_words
from games.sealing import opened
from games.terms import Clock, Manners, terms_of
from games.votes import vote_of

LOG_STEPS = 30
"""Steps of the log that a page shows at once."""


class Past(NamedTuple):
    """What a view tells of the steps that were, by the names of its fields."""

    log: tuple[LogEntry, ...] = ()
    happenings: tuple[HappeningView, ...] = ()
    marks: tuple[Mark, ...] = ()
    course: tuple[Observation, ...] = ()


AS_STORED = ("status", "turn_seconds", "options", "pause_reason", "rules_version")
"""What a view tells of a match just as it is stored."""
NOTHING_YET = Past()
NO_ANSWERS: Mapping[int, Answer] = {}


def matches() -> QuerySet[Match]:
    """All matches with what a view of one needs."""
    return Match.objects.prefetch_related(Prefetch("seats", Seat.objects.select_related("user")))


def may_see(match: Match, user_id: int | None, *, invited: bool = False) -> bool:
    """Whether someone may look at a table; `invited` are those who came by its invitation link.

    Once play has begun at a table without spectators its players alone may. A private table is for its
    players, its host and those who are invited; any other is for everybody.
    """
    if match.step >= 0 and not match.spectators:
        return seat_of(match, user_id) is not None
    if not match.private or invited:
        return True
    seats = match.seats.all()
    return user_id is not None and (
        match.host_id == user_id or any(user_id in (seat.user_id, seat.invited_id) for seat in seats)
    )


def seat_of(match: Match, user_id: int | None) -> Player | None:
    """The number of a user's seat, or None: they watch."""
    if user_id is None:
        return None
    return next((seat.number for seat in match.seats.all() if seat.user_id == user_id), None)


def match_view(
    match: Match,
    viewer: Player | None,
    *,
    at_step: int | None = None,
    log_steps: int | None = LOG_STEPS,
    with_course: bool = False,
) -> MatchView:
    """What `viewer` (a seat, or None for a spectator) may know of a match, now or after an earlier step.

    No `log_steps`: the whole log; `with_course`: every position. Raises `Step.DoesNotExist`.
    """
    game, seats = game_of(match), list(match.seats.all())
    names = ReaderNames([seat_name(seat) for seat in seats], viewer)
    if match.step < 0:
        return _view(match, game, seats, names, step=-1)
    step = match.step if at_step is None else at_step
    if not 0 <= step <= match.step:
        raise Step.DoesNotExist(f"Table {match.pk} has no step {step}.")
    state = state_after(match, step)
    # All of them, so that those fetched before are used: answers of earlier rounds are gone.
    answers = [row for row in match.answers.all() if row.step == match.next_step] if step == match.step else []
    entries = _entries(match, step, log_steps)
    return _view(
        match,
        game,
        seats,
        names,
        step=step,
        state=state,
        answers={answer.seat_id: answer for answer in answers},
        orders=NO_ORDERS if viewer is None or step < match.step else orders_of(plan_row(seats[viewer])),
        past=Past(
            log_entries(match, game, entries, names),
            _happenings(match, step, names),
            marks_of(match, game, [entry for _, entry in reversed(entries)], step, viewer),
            tuple(game.observation(state, viewer) for state in states_to(match, step)) if with_course else (),
        ),
    )


def _entries(match: Match, step: int, count: int | None) -> list[tuple[Step, LoggedStep]]:
    """The log of the last so many steps up to one, or the whole log, newest first."""
    rows = match.steps.filter(number__lte=step, number__gt=-1 if count is None else step - count)
    return [(row, logged(row)) for row in rows.order_by("-number", "-part")]


def _view(
    match: Match,
    game: AnyGame,
    seats: list[Seat],
    names: ReaderNames,
    *,
    step: int,
    state: Any = None,
    answers: Mapping[int, Answer] = NO_ANSWERS,
    orders: Orders = NO_ORDERS,
    past: Past = NOTHING_YET,
) -> MatchView:
    now_shown = state is not None and step == match.step
    running = now_shown and match.status == Match.Status.RUNNING
    seen = None if state is None else game.observation(state, names.me)
    mine = seats[names.me] if now_shown and names.me is not None else None
    planned = tried(match, state, mine, orders) if mine and running and mine.pk not in answers else None
    return MatchView(
        number=match.pk,
        slug=match.game,
        title=game.title,
        stage=game.wording.stage(seen) if seen is not None else "",
        step=step,
        last_step=match.step,
        me=names.me,
        seats=_seat_views(match, seats, names.me, answers, now_shown, planned),
        seen=seen,
        asked=_asked(match, game, seats, state, seen, answers, names, planned) if running else None,
        waiting_for=_waiting_for(match, seats, names, answers, planned) if running else (),
        deadline=_last_deadline(match, seats, names.me) if running else None,
        **past._asdict(),
        **{name: getattr(match, name) for name in AS_STORED},
        vote=vote_of(match, seats, names.me, names.names),
        result=match.result if now_shown and seen is not None else "",
        plan=_plan(match, game, mine, orders),
        arranged=match.is_arranged,
        clock=terms_of(match, Clock),
        manners=terms_of(match, Manners),
        **_moderated(match, step, now_shown=now_shown),
    )


def _moderated(match: Match, step: int, *, now_shown: bool) -> dict[str, Any]:
    """What moderators took away or changed, by the names of the view's fields."""
    return {
        "taken_back": match.was_taken_back(step),
        "voided": match.voided and now_shown,
        "adjusted": match.adjusted and now_shown,
    }


def _last_deadline(match: Match, seats: list[Seat], me: Player | None) -> datetime | None:
    """When the match goes on at the latest, as far as the reader may know."""
    return max((seat.deadline for seat in seats if seat.deadline and shows_deadline(match, seat, me)), default=None)


def shows_deadline(match: Match, seat: Seat, me: Player | None) -> bool:
    """Whether a reader may know a seat's deadline: it tells who has not answered, and its holder's hours."""
    return seat.number == me or not (match.hide_answered or match.names_hidden)


def _plan(match: Match, game: AnyGame, mine: Seat | None, orders: Orders) -> PlanView | None:
    """The reader's own plan, while there are decisions to come."""
    if mine is None or mine.resigned_at or match.status not in (Match.Status.RUNNING, Match.Status.PAUSED):
        return None
    if orders.owner != mine.user_id:
        orders = NO_ORDERS
    words = tuple(rule_words(game.planning, rule) for rule in orders.plan.rules)
    return PlanView(version=orders.version, orders=words, rules=orders.plan.rules)


def plan_row(seat: Seat) -> Plan | None:
    """A seat's sealed plan, fetched if it has not been."""
    return getattr(seat, "plan", None)


def seat_name(seat: Seat) -> str:
    """What a seat's holder is called at the table; at an anonymous one a number, until the end."""
    if seat.user is None:
        return "a free seat"
    return f"Player {seat.number + 1}" if seat.match.names_hidden else seat.user.display_name


def profile_url(seat: Seat) -> str:
    """The address of what everyone may know of a seat's holder; empty where nobody may know who it is."""
    if seat.user is None or seat.match.names_hidden:
        return ""
    return reverse("accounts:public", args=[seat.user.username])


def names_for(match: Match, viewer: Player | None) -> ReaderNames:
    """Names as a reader of a match calls them."""
    return ReaderNames([seat_name(seat) for seat in match.seats.select_related("user")], viewer)


def _waiting_for(
    match: Match, seats: list[Seat], names: ReaderNames, answers: Mapping[int, Answer], planned: Chosen | None
) -> tuple[str, ...]:
    """Who the reader must think is waited for: not themselves when their own plan answers."""
    waiting = [seat.number for seat in seats if _is_open(match, seat, answers)]
    return tuple(names.who(number) for number in waiting if not (planned and number == names.me))


def _is_open(match: Match, seat: Seat, answers: Mapping[int, Answer]) -> bool:
    """Whether the match visibly waits for a seat."""
    return seat.awaited and (match.hide_answered or seat.pk not in answers)


def _seat_views(
    match: Match,
    seats: list[Seat],
    me: Player | None,
    answers: Mapping[int, Answer],
    now_shown: bool,
    planned: Chosen | None,
) -> tuple[SeatView, ...]:
    return tuple(
        _seat_view(match, seat, me, answers, now_shown=now_shown, planned=bool(planned) and seat.number == me)
        for seat in seats
    )


def _seat_view(
    match: Match, seat: Seat, me: Player | None, answers: Mapping[int, Answer], *, now_shown: bool, planned: bool
) -> SeatView:
    envelope, answered_at = (Envelope.SEALED, None) if planned else _envelope(match, seat, me, answers)
    running = now_shown and match.status == Match.Status.RUNNING
    return SeatView(
        player=seat.number,
        name=seat_name(seat),
        is_me=seat.number == me,
        is_bot=seat.played_by_bot,
        stand_in=bool(seat.stand_in),
        substitute_wanted=seat.substitute_wanted,
        envelope=envelope if running else Envelope.NOT_ASKED,
        answered_at=answered_at if running else None,
        deadline=seat.deadline if running and shows_deadline(match, seat, me) else None,
        place=(seat.rated_place if match.adjusted else seat.place) if now_shown else None,
        profile_url=profile_url(seat),
        resigned=seat.resigned_at is not None,
    )


def _envelope(
    match: Match, seat: Seat, me: Player | None, answers: Mapping[int, Answer]
) -> tuple[Envelope, datetime | None]:
    if not seat.awaited:
        return Envelope.NOT_ASKED, None
    if match.hide_answered and seat.number != me:
        return Envelope.HIDDEN, None
    if (answer := answers.get(seat.pk)) is None:
        return Envelope.AWAITED, None
    return Envelope.SEALED, answer_time_shown(match, answer, seat.number, me)


def answer_time_shown(match: Match, answer: Answer, player: Player, me: Player | None) -> datetime | None:
    """When a player sealed an answer, unless that would tell who they are: hours of answering tell of a life."""
    return None if match.names_hidden and player != me else answer.made_at


def _asked(
    match: Match,
    game: AnyGame,
    seats: list[Seat],
    state: Any,
    seen: Any,
    answers: Mapping[int, Answer],
    names: ReaderNames,
    planned: Chosen | None,
) -> Asked | None:
    """What the viewer is asked, and what they have sealed already or their plan answers.

    A bot that holds their seat is asked instead.
    """
    me = names.me
    if me is None or not seats[me].awaited or seats[me].stand_in:
        return None
    answer = answers.get(seats[me].pk)
    content = opened(answer) if answer else None
    sealed = game.action_from(content.action) if content else planned.action if planned else None
    wording = game.wording
    return Asked(
        step=match.next_step,
        task=wording.task(seen, me),
        seal=wording.seal(seen),
        choices=Choices(game.legal_actions(state, me), seen, wording, names, sealed),
        deadline=seats[me].deadline,
        answer=None if sealed is None else wording.choice(sealed, seen, names),
        sealed=sealed,
        by_plan=content.answered_by == "plan" if content else planned is not None,
    )


def _happenings(match: Match, step: int, names: ReaderNames) -> tuple[HappeningView, ...]:
    """The latest of what happened beside the game up to a step, oldest first."""
    told = match.happenings.filter(step__lte=step)
    if match.hide_answered and not match.is_over:
        # It would tell who has not answered the open round.
        mine = Q() if names.me is None else ~Q(seat=names.me)
        told = told.exclude(mine, kind="untold", step=match.step)
    latest = list(told.order_by("-pk")[:LOG_STEPS])
    return tuple(
        HappeningView(row.step, row.at, sentence_of(row.kind, row.seat, row.data, names.who))
        for row in reversed(latest)
    )


def match_view_light(match: Match, viewer: Player | None) -> MatchView:
    """A view without its log, of a match whose `answers` have been prefetched: no query at all."""
    game, seats = game_of(match), list(match.seats.all())
    names = ReaderNames([seat_name(seat) for seat in seats], viewer)
    if match.step < 0:
        return _view(match, game, seats, names, step=-1)
    answers = {answer.seat_id: answer for answer in match.answers.all() if answer.step == match.next_step}
    orders = NO_ORDERS if viewer is None else _orders_fetched(seats[viewer])
    return _view(match, game, seats, names, step=match.step, state=state_of(match), answers=answers, orders=orders)


def _orders_fetched(seat: Seat) -> Orders:
    """The orders of a seat whose plan has been fetched already; none where it has not."""
    return orders_of(seat._state.fields_cache.get("plan"))


def game_title(match: Match) -> str:
    """What the match's game is called."""
    return str(game_of(match).title)


def options_words(match: Match) -> list[tuple[str, str]]:
    """The options of a match as pairs of words."""
    return describe(type(options_of(match)), options_of(match))
