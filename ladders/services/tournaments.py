"""Tournaments: announcing, entering, leaving, starting and calling off."""

import secrets
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import ceil, log
from typing import Any

from django.db import transaction
from django.utils.translation import gettext, gettext_lazy

from accounts.identity.selectors import selves
from accounts.models import User
from engine.log import seed_hash
from engine.table_settings import TimeControl
from foundation.errors import Forbidden, Refused, Stale
from foundation.spans import span_words
from foundation.vault import seal
from games.levels import USUAL
from ladders import live, queue
from ladders.methods.pairing.robin import rounds_needed
from ladders.methods.pairing.sizes import split
from ladders.models import Entry, Ladder, StandingChange, TableSeat, Tournament
from ladders.selectors.ratings import ratings_for, speed_of
from ladders.selectors.tournaments import current_round, sizes_of
from ladders.services.ladders import check_bot, check_game
from ladders.services.news import News, entrants_of, notify_club, notify_people
from ladders.services.organisers import (
    check_ahead,
    check_belongs,
    check_calls_off,
    check_comes_in,
    check_enters_others,
    check_organiser,
    check_starts_early,
    checked_title,
    club_for,
    lock_club_of,
    takes_bots,
)
from matches.lobby.resigning import resign_seat
from matches.lobby.tables import check_confirmed, get_or_create_house_player
from matches.models import Match

Kind, Status, State, Why = Tournament.Kind, Tournament.Status, Entry.State, StandingChange.Why
MOST_ROUNDS = 40
TOO_FEW = gettext_lazy("There are too few players for one table. Wait for more entries.")
SWISS_EXTRA = 2
"""Rounds of a Swiss tournament beyond those that leave one player unbeaten."""
MOST_ENTRIES = 200
ANSWERS_A_ROUND = 2
"""A round has room for at least this many answers that use their whole time."""


@dataclass(frozen=True)
class Plan:
    """An organiser's choices for a tournament, fixed once it is announced."""

    title: str
    kind: str
    slug: str
    options: Any
    seats: int
    starts_at: datetime
    time_control: TimeControl
    rounds: int = 0
    """0: as many as suit the kind and the number of players."""
    go_on: int = 1
    round_seconds: int = 28 * 24 * 3600
    late_rounds: int = 0
    most_entries: int = MOST_ENTRIES
    ladder: Ladder | None = None
    repeat_days: int = 0
    club_id: int | None = None
    """The club whose members alone play in it."""


KEPT: tuple[str, ...] = ("title", "kind", "seats", "starts_at", "rounds", "go_on", "round_seconds")
KEPT += ("late_rounds", "most_entries", "ladder", "repeat_days")
"""The fields of a plan that are stored as they are."""


def lock_tournament(tournament_id: int) -> Tournament:
    """Fetch a tournament and lock it until the transaction ends. Raises `Tournament.DoesNotExist`.

    To avoid deadlocks, lock in this order: match, rating pool, ladder, tournament.
    """
    return Tournament.objects.select_for_update().get(pk=tournament_id)


def make_tournament(*, by: User, plan: Plan, now: datetime) -> Tournament:
    """Announce a tournament. Its seed is fixed now, before anyone enters; only its hash is shown. Raises `Refused`."""
    check_organiser(by, plan.club_id)
    plan = replace(plan, title=checked_title(plan.title))
    if plan.kind not in Kind.values:
        raise Refused("no_such_kind", gettext("Choose one of the kinds of tournament offered."))
    if plan.starts_at <= now:
        raise Refused("starts_in_the_past", gettext("A tournament starts in the future. Choose a later day."))
    if not 1 <= plan.go_on < plan.seats:
        raise Refused(
            "go_on", gettext("Fewer players go on than sit at a table, and at least one. Change that number.")
        )
    if not 0 <= plan.rounds <= MOST_ROUNDS:
        raise Refused(
            "rounds",
            gettext("A tournament has at most {most} rounds. Choose fewer.").format(most=MOST_ROUNDS),
        )
    if not 2 <= plan.most_entries <= MOST_ENTRIES:
        raise Refused(
            "entries",
            gettext("A tournament has 2 to {most} players. Change that number.").format(most=MOST_ENTRIES),
        )
    shortest = ANSWERS_A_ROUND * plan.time_control.turn_seconds
    if plan.round_seconds < shortest:
        raise Refused(
            "round_too_short",
            gettext(
                "A round of {time} is over before anyone's time runs out. With this clock it takes "
                "{least} at least: choose a longer round, or a faster clock."
            ).format(time=span_words(plan.round_seconds), least=span_words(shortest)),
        )
    if plan.kind == Kind.FINAL:
        ladder = plan.ladder
        if ladder is None or (ladder.game, ladder.club_id) != (plan.slug, plan.club_id):
            raise Refused(
                "final_of_what", gettext("The final of a ladder needs a ladder of the same game. Choose one.")
            )
        check_ahead(plan.ladder, by, plan.starts_at, now)
    options = check_game(plan.slug, plan.options, range(plan.seats, plan.seats + 1))
    seed = secrets.token_bytes(32)
    with transaction.atomic():
        made = Tournament.objects.create(
            **{name: getattr(plan, name) for name in KEPT},
            club=club_for(by, plan.club_id, Tournament, now),
            game=plan.slug,
            options=options,
            made_by=by,
            made_at=now,
            seed_hash=seed_hash(seed),
            sealed_seed=seal(seed.hex()),
            **Tournament.columns_of(plan.time_control),
        )
        notify_club(of=made, by=by, now=now)
    return made


def enter_tournament(*, tournament_id: int, user: User, now: datetime, by: User | None = None) -> Entry:
    """Enter a tournament, late if allowed, else in reserve; an organiser (`by`) may enter others. Raises `Refused`."""
    if by is None and not user.enters_itself:
        raise Forbidden("house_player", gettext("Only an organiser can enter a player of the house or a bot account."))
    with transaction.atomic():
        lock_club_of(Tournament, tournament_id)
        tournament = lock_tournament(tournament_id)
        if by is not None:
            check_organiser(by, tournament.club_id)
        check_belongs(user, tournament.club_id)
        own = selves(by) if by is not None else {user.pk}
        if user.pk not in own and not (user.is_house and takes_bots(tournament)):
            check_enters_others(tournament, own)
        check_bot(user, tournament.game)
        check_may_enter(tournament, user)
        state = _state_of_newcomer(tournament)
        entry = tournament.entries.filter(user=user).first()
        if entry and entry.state == State.WITHDRAWN and tournament.status != Status.ANNOUNCED:
            left = gettext("{name} has left this tournament and cannot come back.")
            raise Refused("left_already", left.format(name=user.display_name))
        if entry and entry.state != State.WITHDRAWN:
            raise Refused(
                "already_entered", gettext("{name} has entered this tournament already.").format(name=user.display_name)
            )
        entry = entry or Entry(tournament=tournament, user=user, entered_at=now)
        rating = ratings_for(tournament.game, speed_of(tournament), [user.pk]).get(user.pk)
        entry.state, entry.seed_mu = state, rating.mu if rating else Entry().seed_mu
        entry.save()
        entered = Why.ENTERED if by in (None, user) else Why.ENTERED_BY
        why = Why.RESERVE if state == State.RESERVE else entered
        StandingChange.objects.create(entry=entry, why=why, at=now)
        live.push_page(tournament)
        if by is not None and by != user:
            notify_people(of=tournament, what=News.ENTERED, users=[user], now=now)
    return entry


def check_may_enter(tournament: Tournament, user: User) -> None:
    """Raise `Refused` if a player may not enter for a reason of their own."""
    if user.is_guest:
        raise Refused("guest", gettext("Guests cannot enter a tournament. Keep your account first; it takes a minute."))
    check_confirmed(user)
    check_comes_in(tournament, user)


def enter_bot(*, tournament_id: int, by: User, now: datetime) -> Entry:
    """Enter a bot; organisers who play may do so until one table is full. Raises `Refused`."""
    with transaction.atomic():
        lock_club_of(Tournament, tournament_id)
        tournament = lock_tournament(tournament_id)
        entered = list(tournament.entries.values_list("user_id", flat=True))
        bot = get_or_create_house_player(brain=USUAL, slug=tournament.game, without=entered)
        return enter_tournament(tournament_id=tournament_id, user=bot, now=now, by=by)


def _state_of_newcomer(tournament: Tournament) -> str:
    """The state of a new entry: in, or in reserve. Raises `Refused`."""
    full = tournament.entries.filter(state=State.IN).count() >= tournament.most_entries
    if tournament.status == Status.ANNOUNCED:
        if tournament.kind == Kind.FINAL:
            raise Refused("final_by_order", gettext("The top of the ladder plays this final; nobody enters it."))
        return State.RESERVE if full else State.IN
    if tournament.status != Status.RUNNING or tournament.knocks_out:
        raise Stale("entries_closed", gettext("This tournament takes no more entries. Find another in the list."))
    # A running tournament counts as in round 1 before that round is drawn: later entries are late.
    now_on = current_round(tournament)
    late = (now_on.number if now_on else 1) <= tournament.last_late_round
    return State.IN if late and not full else State.RESERVE


def withdraw_from_tournament(*, tournament_id: int, user: User, now: datetime) -> None:
    """Withdraw from a tournament; bots take over the player's running seats, which rank last there."""
    with transaction.atomic():
        # Lock matches before their tournament, everywhere.
        # Nobody resigns from a match that waits for its public randomness.
        resigned = {match_id for match_id in _playing(tournament_id, user) if not _waits(match_id)}
        for match_id in sorted(resigned):
            # The match may have ended meanwhile, or the seat may already be resigned.
            with suppress(Refused):
                resign_seat(match_id=match_id, user_id=user.pk, now=now)
        tournament = lock_tournament(tournament_id)
        entry = tournament.entries.filter(user=user, state__in=(State.IN, State.RESERVE)).first()
        if entry is None or tournament.status not in Tournament.GOING_ON:
            raise Refused("not_entered", gettext("You are not in this tournament any more."))
        if set(_playing(tournament_id, user)) - resigned:
            raise Stale(
                "round_opened", gettext("The next round has just begun. Withdraw again to leave its table too.")
            )
        leave_standings(entry=entry, why=Why.WITHDREW, now=now)


def leave_standings(*, entry: Entry, why: str, now: datetime) -> None:
    """Stop seating a player of a locked tournament."""
    # Leaving the reserve frees no place.
    entry.replaced = entry.state == State.RESERVE
    entry.state, entry.left_why = State.WITHDRAWN, "withdrew"
    entry.save(update_fields=["state", "left_why", "replaced"])
    StandingChange.objects.create(entry=entry, why=why, at=now)
    live.push_page(entry.tournament)


def _playing(tournament_id: int, user: User) -> list[int]:
    """The matches of a player's open tables in a tournament."""
    seats = TableSeat.objects.filter(entry__tournament=tournament_id, entry__user=user, table__ended_at=None)
    return [match_id for match_id in seats.values_list("table__match_id", flat=True) if match_id]


def _waits(match_id: int) -> bool:
    return Match.objects.filter(pk=match_id, status=Match.Status.OPEN).exists()


def start_tournament(*, tournament_id: int, now: datetime, by: User | None = None) -> bool:
    """Start a tournament; an organiser (`by`) who does not play may do so early. Return True if it now runs.

    With too few players an organiser is refused; at its scheduled time the tournament is called off.
    """
    with transaction.atomic():
        tournament = lock_tournament(tournament_id)
        if by is not None:
            check_organiser(by, tournament.club_id)
        if tournament.status != Status.ANNOUNCED or (by is None and tournament.starts_at > now):
            return False
        if by is not None:
            check_starts_early(tournament, selves(by))
        if tournament.kind == Kind.FINAL:
            _enter_top(tournament, now)
        _follow_up(tournament, now)
        _fill_up(tournament, now)
        players = tournament.entries.filter(state=State.IN).count()
        if not can_be_seated(tournament, players):
            if by is not None:
                raise Refused("too_few", TOO_FEW)
            tournament.status, tournament.ended_at = Status.CALLED_OFF, now
            notify_people(of=tournament, what=News.TOO_FEW, users=entrants_of(tournament), now=now)
        else:
            tournament.rounds = tournament.rounds or rounds_for(tournament, players)
            tournament.status, tournament.started_at = Status.RUNNING, now
            if tournament.kind == Kind.FINAL:
                notify_people(of=tournament, what=News.FINAL, users=entrants_of(tournament), now=now)
        tournament.save(update_fields=["rounds", "status", "started_at", "ended_at"])
        live.push_page(tournament)
        queue.enqueue_advance_tournament(tournament.pk)
    return tournament.status == Status.RUNNING


def check_enough(tournament: Tournament) -> None:
    """Raise `Refused` if too few have entered a tournament to start it early. The players of a final enter then."""
    waiting = sum(one.state in (State.IN, State.RESERVE) for one in tournament.entries.all())
    if tournament.kind != Kind.FINAL and not can_be_seated(tournament, min(waiting, tournament.most_entries)):
        raise Refused("too_few", TOO_FEW)


def can_be_seated(tournament: Tournament, players: int) -> bool:
    """True if this number of players fills at least one table."""
    sizes = sizes_of(tournament)
    return bool(split(players, tournament.seats, sizes[0], sizes[-1]).sizes)


def rounds_for(tournament: Tournament, players: int) -> int:
    """How many rounds suit a number of players; 0 for knock-outs, which take as many as they need."""
    if tournament.knocks_out:
        return 0
    if tournament.kind == Kind.ROBIN:
        return min(MOST_ROUNDS, rounds_needed(players, tournament.seats))
    return min(rounds_needed(players, tournament.seats), ceil(log(max(players, 2), tournament.seats)) + SWISS_EXTRA)


def _fill_up(tournament: Tournament, now: datetime) -> None:
    """Give the places of players who withdrew before the start to the first in reserve."""
    free = tournament.most_entries - tournament.entries.filter(state=State.IN).count()
    waiting = list(tournament.entries.select_related("user").filter(state=State.RESERVE).order_by("pk")[: max(0, free)])
    for entry in waiting:
        entry.state = State.IN
        entry.save(update_fields=["state"])
        StandingChange.objects.create(entry=entry, why=Why.CAME_IN, at=now)
    notify_people(of=tournament, what=News.CAME_IN, users=[entry.user for entry in waiting], now=now)
    # They are not replaced again later: others may already have entered in their places.
    tournament.entries.filter(state=State.WITHDRAWN).update(replaced=True)


def _enter_top(tournament: Tournament, now: datetime) -> None:
    """Enter the top of the ladder, in order."""
    if tournament.ladder is None:
        return
    top = tournament.ladder.rungs.select_related("user").order_by("division__level", "position")
    for rank, rung in enumerate(top[: tournament.most_entries]):
        entry, new = Entry.objects.get_or_create(
            tournament=tournament, user=rung.user, defaults={"entered_at": now, "seed_mu": -float(rank)}
        )
        if new:
            StandingChange.objects.create(entry=entry, why=Why.ENTERED, at=now)


def _follow_up(tournament: Tournament, now: datetime) -> None:
    """Announce the next edition of a recurring tournament, unless nobody entered this one: it ends by itself then."""
    if not tournament.repeat_days or Tournament.objects.filter(follows=tournament).exists():
        return
    if not tournament.entries.exists():
        return
    seed = secrets.token_bytes(32)
    following = Tournament.objects.get(pk=tournament.pk)
    following.pk, following._state.adding = None, True
    following.follows = tournament
    following.made_at = now
    following.starts_at = max(tournament.starts_at, now) + timedelta(days=tournament.repeat_days)
    following.seed_hash, following.sealed_seed = seed_hash(seed), seal(seed.hex())
    following.save()


def call_off_tournament(*, tournament_id: int, by: User, now: datetime) -> None:
    """Call off a tournament; running matches continue as ordinary ones. An organiser who plays in it may not."""
    with transaction.atomic():
        tournament = lock_tournament(tournament_id)
        check_organiser(by, tournament.club_id)
        if tournament.status not in Tournament.GOING_ON:
            raise Stale("tournament_over", gettext("This tournament is over already."))
        check_calls_off(tournament, selves(by))
        tournament.status, tournament.ended_at = Status.CALLED_OFF, now
        tournament.save(update_fields=["status", "ended_at"])
        live.push_page(tournament)
        notify_people(of=tournament, what=News.CALLED_OFF, users=entrants_of(tournament), now=now)
