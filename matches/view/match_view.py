"""Read matches. `match_view` is the only way in which match data leaves the site."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext

from engine import AnyGame, Mark, Observation, Player
from engine.conditional_move_words import conditional_move_words
from engine.conditional_moves import Chosen
from engine.log import LoggedStep
from engine.names import ReaderNames
from engine.table_settings import TableSettings, TimeControl, fixed_of
from engine.view import ActivityView, Asked, Choices, ConditionalMovesView, Envelope, LogEntry, MatchView, SeatView
from foundation.kept_queries import KeptQuery, given, keep_related
from foundation.page_urls import page_address
from matches.activity.sentences import sentence_of
from matches.audience import is_admitted
from matches.conditional_moves.apply import seats_with_books
from matches.conditional_moves.book import EMPTY_BOOK, Book, open_book, try_moves
from matches.log.sealed_answers import ANSWERS, open_answer
from matches.log.states import game_of, open_step, state_after, state_of, states_to
from matches.models import Activity, Answer, ConditionalBook, Match, Seat, Step
from matches.view.fork_words import fork_place
from matches.view.log_view import log_entries, marks_of
from matches.view.votes import vote_of

LOG_STEPS = 20
"""The number of log steps that a page shows."""


class Past(NamedTuple):
    """The fields of a view about past steps."""

    log: tuple[LogEntry, ...] = ()
    activity: tuple[ActivityView, ...] = ()
    marks: tuple[Mark, ...] = ()
    course: tuple[Observation, ...] = ()


AS_STORED = ("status", "turn_seconds", "options", "pause_reason", "rules_version", "fork_step")
"""The fields that a view copies unchanged."""
NOTHING_YET = Past()
NO_ANSWERS: Mapping[int, Answer] = {}


def matches() -> QuerySet[Match]:
    """All matches with the related rows that a view needs."""
    return Match.objects.prefetch_related(Prefetch("seats", Seat.objects.select_related("user")))


BY_NUMBER = KeptQuery(lambda: Match.objects.filter(pk=given("match")))
LAST_STEPS = KeptQuery(
    lambda: Step.objects.filter(match=given("match"), number__gt=given("after"), number__lte=given("step")).order_by(
        "-number", "-part"
    )
)
LAST_ACTIVITY = KeptQuery(
    lambda: Activity.objects.filter(match=given("match"), step__lte=given("step")).order_by("-pk")[:LOG_STEPS]
)


def match_by_number(number: int) -> Match | None:
    """Return a match as `matches()` finds it, with the seats' conditional moves too, by kept queries."""
    match = BY_NUMBER.first(match=number)
    if match is not None:
        keep_related(match, "seats", seats_with_books(match))
    return match


def may_see(match: Match, user_id: int | None, *, invited: bool = False) -> bool:
    """True if a user may see a table; `invited`: they have its invitation link.

    Once play has started without spectators, only players may. A private table is open to its
    players, its host, invited users and those whom another app admits; any other table is open to all.
    """
    if match.step >= 0 and not match.spectators:
        return seat_of(match, user_id) is not None
    if not match.private or invited:
        return True
    seats = match.seats.all()
    return user_id is not None and (
        match.host_id == user_id
        or any(user_id in (seat.user_id, None if match.members_only else seat.invited_id) for seat in seats)
        or match.admitted_id == user_id
        or is_admitted(match.pk, user_id)
    )


def seat_of(match: Match, user_id: int | None) -> Player | None:
    """Return the number of a user's seat, or None for a spectator."""
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
    open_log: bool = False,
) -> MatchView:
    """Return what `viewer` (a seat, or None for a spectator) may know of a match, now or after an earlier step.

    `log_steps=None` includes the whole log, 0 neither log nor activity, `with_course` every position, `open_log` what
    events hid, if the match has finished. Raises `Step.DoesNotExist`.
    """
    game, seats = game_of(match), list(match.seats.all())
    names = ReaderNames([seat_name(seat) for seat in seats], viewer)
    if match.step < 0:
        return _view(match, game, seats, names, step=-1)
    step = match.step if at_step is None else at_step
    if not 0 <= step <= match.step:
        raise Step.DoesNotExist(f"Table {match.pk} has no step {step}.")
    state = state_after(match, step)
    answers = _open_answers(match) if step == match.step else []
    is_open = open_log and match.status == Match.Status.FINISHED
    log = log_entries(match, game, _entries(match, step, log_steps), names, is_open=is_open)
    return _view(
        match,
        game,
        seats,
        names,
        step=step,
        state=state,
        answers={answer.seat_id: answer for answer in answers},
        book=EMPTY_BOOK if viewer is None or step < match.step else open_book(book_row(seats[viewer])),
        past=Past(
            log,
            _activity(match, step, names) if log_steps != 0 else (),
            marks_of(match, game, log, step),
            tuple(game.observation(state, viewer) for state in states_to(match, step)) if with_course else (),
        ),
    )


def _open_answers(match: Match) -> list[Answer]:
    """Return the answers of the open round, of which a match that has ended has none."""
    if match.ended_at is not None:
        return []
    if "answers" in getattr(match, "_prefetched_objects_cache", ()):
        return [row for row in match.answers.all() if row.step == match.next_step]
    return ANSWERS.rows(match=match.pk, step=match.next_step)


def _entries(match: Match, step: int, count: int | None) -> list[tuple[Step, LoggedStep]]:
    """Return the last `count` log entries up to a step, or the whole log, newest first."""
    if count == 0:
        return []
    rows = LAST_STEPS.rows(match=match.pk, after=-1 if count is None else step - count, step=step)
    for row in rows:
        row.match = match
    return [(row, open_step(row)) for row in rows]


def _view(
    match: Match,
    game: AnyGame,
    seats: list[Seat],
    names: ReaderNames,
    *,
    step: int,
    state: Any = None,
    answers: Mapping[int, Answer] = NO_ANSWERS,
    book: Book = EMPTY_BOOK,
    past: Past = NOTHING_YET,
) -> MatchView:
    now_shown = state is not None and step == match.step
    running = now_shown and match.status == Match.Status.RUNNING
    seen = None if state is None else game.observation(state, names.me)
    mine = seats[names.me] if now_shown and names.me is not None else None
    answered_ahead = try_moves(match, state, mine, book) if mine and running and mine.pk not in answers else None
    deadlines_shown = [seat.deadline for seat in seats if seat.deadline and shows_deadline(match, seat, names.me)]
    return MatchView(
        number=match.pk,
        slug=match.game,
        title=game.title,
        stage=game.wording.stage(seen) if seen is not None else "",
        step=step,
        last_step=match.step,
        me=names.me,
        seats=tuple(
            _seat_view(
                match,
                seat,
                names.me,
                answers,
                now_shown=now_shown,
                answered_ahead=bool(answered_ahead) and seat.number == names.me,
            )
            for seat in seats
        ),
        seen=seen,
        asked=_asked(match, game, seats, state, seen, answers, names, answered_ahead) if running else None,
        waiting_for=_waiting_for(match, seats, names, answers, answered_ahead) if running else (),
        deadline=max(deadlines_shown, default=None) if running else None,
        **past._asdict(),
        **{name: getattr(match, name) for name in AS_STORED},
        vote=vote_of(match, seats, names),
        result=game.wording.result(seen) if now_shown and match.status == Match.Status.FINISHED else "",
        conditional_moves=_conditional_moves(match, game, mine, book),
        arranged=match.is_arranged,
        may_ask_back=match.status == Match.Status.RUNNING and match.step > 0 and (match.take_backs or not match.rated),
        fork_words=fork_place(match.fork_words, match.game),
        fork_of=match.fork_of_id,
        time_control=fixed_of(match, TimeControl),
        table_settings=fixed_of(match, TableSettings),
        seed_hash=match.seed_hash,
        seated_at=seats[names.me].joined_at if names.me is not None else None,
        head=past.log[0].link if past.log else match.head if step == match.step else "",
        envelopes=0 if match.hide_answered else len(answers),
        taken_back=match.was_taken_back(step),
        voided=match.voided and now_shown,
        adjusted=match.adjusted and now_shown,
    )


def shows_deadline(match: Match, seat: Seat, me: Player | None) -> bool:
    """True if a reader may see a seat's deadline, which reveals who has not answered and the player's hours."""
    return seat.number == me or not (match.hide_answered or match.names_hidden)


def _conditional_moves(match: Match, game: AnyGame, mine: Seat | None, book: Book) -> ConditionalMovesView | None:
    """Return the reader's conditional moves while the match goes on."""
    if mine is None or mine.resigned_at or match.status not in Match.GOING_ON:
        return None
    if book.owner != mine.user_id:
        book = EMPTY_BOOK
    words = tuple(conditional_move_words(game.conditionals, rule) for rule in book.moves)
    return ConditionalMovesView(version=book.version, words=words, moves=book.moves)


def book_row(seat: Seat) -> ConditionalBook | None:
    """Return the row with a seat's conditional moves, if it has one."""
    return getattr(seat, "conditional_book", None)


def seat_name(seat: Seat) -> str:
    """Return the name of a seat's player, or a number until an anonymous match ends."""
    if seat.user is None:
        return gettext("a free seat")
    if seat.match.names_hidden:
        return gettext("Player {number}").format(number=seat.number + 1)
    return seat.user.display_name


def profile_url(seat: Seat) -> str:
    """Return the URL of a player's public profile, or "" while names are hidden."""
    if seat.user is None or seat.match.names_hidden:
        return ""
    return page_address("accounts:public", seat.user.username)


def names_for(match: Match, viewer: Player | None) -> ReaderNames:
    """Return the player names of a match for a reader."""
    return ReaderNames([seat_name(seat) for seat in match.seats.select_related("user")], viewer)


def _waiting_for(
    match: Match, seats: list[Seat], names: ReaderNames, answers: Mapping[int, Answer], answered_ahead: Chosen | None
) -> tuple[str, ...]:
    """Return who is visibly awaited, without the reader if their conditional moves answer."""
    waiting = [seat.number for seat in seats if _is_open(match, seat, answers)]
    return tuple(names.who(number) for number in waiting if not (answered_ahead and number == names.me))


def _is_open(match: Match, seat: Seat, answers: Mapping[int, Answer]) -> bool:
    """True if the match visibly waits for a seat."""
    return seat.awaited and (match.hide_answered or seat.pk not in answers)


def _seat_view(
    match: Match, seat: Seat, me: Player | None, answers: Mapping[int, Answer], *, now_shown: bool, answered_ahead: bool
) -> SeatView:
    envelope, answered_at = (Envelope.SEALED, None) if answered_ahead else _envelope(match, seat, me, answers)
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
    """Return when a player sealed an answer, or None if the time could reveal who they are."""
    return None if match.names_hidden and player != me else answer.made_at


def _asked(
    match: Match,
    game: AnyGame,
    seats: list[Seat],
    state: Any,
    seen: Any,
    answers: Mapping[int, Answer],
    names: ReaderNames,
    answered_ahead: Chosen | None,
) -> Asked | None:
    """Return the viewer's open decision, with the answer that they or their conditional moves gave.

    None if a bot holds their seat, or if a round was resolved between reading the match and its seats: the state
    then asks others, and has no answers for this seat.
    """
    me = names.me
    if me is None or not seats[me].awaited or seats[me].stand_in or me not in game.current_players(state):
        return None
    answer = answers.get(seats[me].pk)
    content = open_answer(answer) if answer else None
    sealed = game.action_from(content.action) if content else answered_ahead.action if answered_ahead else None
    wording = game.wording
    return Asked(
        step=match.next_step,
        task=wording.task(seen, me),
        seal=wording.seal(seen),
        choices=Choices(game.legal_actions(state, me), seen, wording, names, sealed),
        deadline=seats[me].deadline,
        answer=None if sealed is None else wording.choice(sealed, seen, names),
        sealed=sealed,
        by_conditional_move=content.answered_by == "conditional_move" if content else answered_ahead is not None,
    )


def _activity(match: Match, step: int, names: ReaderNames) -> tuple[ActivityView, ...]:
    """Return the latest activity up to a step, oldest first."""
    if match.hide_answered and not match.is_over:
        # It would reveal who has not answered the open round.
        mine = Q() if names.me is None else ~Q(seat=names.me)
        shown = match.activity.filter(step__lte=step).exclude(mine, kind="undelivered", step=match.step)
        latest = list(shown.order_by("-pk")[:LOG_STEPS])
    else:
        latest = LAST_ACTIVITY.rows(match=match.pk, step=step)
    return tuple(
        ActivityView(row.step, row.at, sentence_of(row.kind, row.seat, row.data, names.who)) for row in reversed(latest)
    )


def match_view_light(match: Match, viewer: Player | None) -> MatchView:
    """Return a view without its log; it asks for nothing if the match's `answers` were prefetched."""
    game, seats = game_of(match), list(match.seats.all())
    names = ReaderNames([seat_name(seat) for seat in seats], viewer)
    if match.step < 0:
        return _view(match, game, seats, names, step=-1)
    answers = {answer.seat_id: answer for answer in _open_answers(match)}
    book = EMPTY_BOOK if viewer is None else _book_fetched(seats[viewer])
    return _view(match, game, seats, names, step=match.step, state=state_of(match), answers=answers, book=book)


def _book_fetched(seat: Seat) -> Book:
    """Return a seat's prefetched book, or an empty one if it was not prefetched."""
    return open_book(seat._state.fields_cache.get("conditional_book"))


def game_title(match: Match) -> str:
    """Return the title of the match's game."""
    return str(game_of(match).title)
