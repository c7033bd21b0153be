"""Play on from a position of a finished or uploaded match: at a table of its own, which counts for nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.utils.translation import gettext, gettext_lazy

from accounts.models import User
from engine import Player
from engine.log import ChainedStep, MatchRecord
from engine.origin import Beginning, cut_off, origin_of
from engine.positions import position
from engine.replay import steps_of
from engine.table_settings import TableSettings, TimeControl
from foundation.errors import Forbidden, Refused
from foundation.vault import seal
from games.registry import GAMES
from matches.lobby.tables import SeatSpec, create_match
from matches.log.states import state_after
from matches.models import Match
from matches.models.social import Replay
from matches.rounds.locking import lock_match
from matches.view.fork_words import fork_place, kept_words
from matches.view.match_view import match_view, seat_of
from matches.view.replays import unpack_positions, unpack_record
from matches.view.verification import check_finished, opened_steps, record_up_to

BOTS, LINK, ANYONE = "bots", "link", "open"
COMPANY = (BOTS, LINK, ANYONE)
LARGEST_ORIGIN = 512 * 1024
"""The largest record to play on from, in bytes: the log of the new match holds it, and so does its own record."""
TOO_LONG = gettext_lazy("The match is too long by this step to be played on from. Choose an earlier one.")


@dataclass(frozen=True)
class Start:
    """A position from which a match can be played on."""

    record: MatchRecord
    """The match up to there, without its players' names."""
    state: Any
    """The position."""
    words: str
    """Where it is, as the match keeps it."""
    match: Match | None
    """The match, unless its record was uploaded."""
    for_anyone: bool
    """True if everyone may see that match, so that anyone may play on."""
    is_own: bool = False
    """True if who plays on sat at that match, and may give its record to others."""

    @property
    def companies(self) -> tuple[str, ...]:
        """Who may take the other seats, as they will be able to read the record up to the position.

        An uploaded record may be of a private match. Those who have its link may hand that on, so friends may come,
        to a private table; strangers may not. So it is with a private match of one's own, but not with one of a club.
        """
        if self.match is None or self.is_own:
            return BOTS, LINK
        return COMPANY if self.for_anyone else (BOTS,)

    @property
    def for_bots_alone(self) -> bool:
        """True if nobody but bots may take the other seats."""
        return self.companies == (BOTS,)

    @property
    def place(self) -> str:
        """Where it is, in words: "turn 7 of table 12"."""
        return fork_place(self.words, self.record.game)

    @property
    def step(self) -> int:
        """The step after which it is."""
        return self.record.steps[-1].step.number


def start_in_match(match: Match, step: int, user_id: int | None = None) -> Start:
    """Return a position of a match that this user may see. Raises `Refused`, and `IndexError` for no such step."""
    check_finished(match)
    if not 0 <= step <= match.step:
        raise IndexError("This match has no such step.")
    check_kind(match.game, match.rules_version, is_fork=bool(match.fork_words))
    cut = cut_off(record_up_to(match, _steps_to(match, step)), step)
    _refuse_length(cut)
    state = state_after(match, step)
    entry = next(one for one in match_view(match, None, at_step=step).log if (one.step, one.part) == (step, 0))
    words = kept_words(entry.round or step, is_round=entry.round is not None, table=match.pk)
    for_anyone = not match.private and match.spectators
    is_own = not for_anyone and not match.members_only and seat_of(match, user_id) is not None
    return _going_on(Start(cut, state, words, match, for_anyone, is_own))


def _steps_to(match: Match, step: int) -> list[ChainedStep]:
    """Open the steps up to this one. Raises `Refused` as soon as they are too many to be kept in another match."""
    steps, size = list[ChainedStep](), 0
    for chained in opened_steps(match, step):
        size += len(msgspec.json.encode(chained))
        if size > LARGEST_ORIGIN:
            raise Refused("origin_too_long", TOO_LONG)
        steps.append(chained)
    return steps


def start_in_replay(kept: Replay, step: int) -> Start:
    """Return a position of an uploaded match. Raises `Refused`, and `IndexError` for no such step."""
    record = unpack_record(bytes(kept.record))
    cut = cut_off(record, step)
    check_kind(record.game, record.rules_version, is_fork=origin_of(record.steps[0].step) is not None)
    _refuse_length(cut)
    state = position(
        GAMES[record.game], record.players, _options(record), steps_of(cut), unpack_positions(bytes(kept.positions))
    )
    return _going_on(Start(cut, state, kept_words(step, is_round=False, table=None), None, for_anyone=False))


def _options(record: MatchRecord) -> Any:
    return msgspec.convert(record.options, GAMES[record.game].Options)


def check_kind(game: str, rules_version: int, *, is_fork: bool) -> None:
    """Raise `Refused` if matches of this kind cannot be played on from any position."""
    if rules_version != GAMES[game].rules_version:
        raise Refused(
            "rules_changed", gettext("The rules here have changed since this match. Its positions can be looked at.")
        )
    if is_fork:
        raise Refused(
            "fork_of_fork", gettext("This match was itself played on from another one. Play on from that one.")
        )


def _refuse_length(record: MatchRecord) -> None:
    if len(msgspec.json.encode(record)) > LARGEST_ORIGIN:
        raise Refused("origin_too_long", TOO_LONG)


def _going_on(start: Start) -> Start:
    if not GAMES[start.record.game].current_players(start.state):
        raise Refused("match_over_then", gettext("The match was over after this step. Choose an earlier one."))
    return start


def play_on(
    *,
    host: User,
    start: Start,
    seat: Player,
    company: str,
    level: str,
    time_control: TimeControl,
    now: datetime,
) -> Match:
    """Open a table that begins at this position; with bots it begins at once. Raises `Refused`.

    The site fixes new seeds for it. The undrawn pieces are shuffled again, and hands stay as they were.
    """
    if company not in COMPANY:
        raise Refused(
            "no_such_company", gettext("Play on against bots, with those whom you send a link, or with anyone.")
        )
    if not 0 <= seat < start.record.players:
        raise Refused("no_such_seat", gettext("There is no such seat in this match. Choose one of its seats."))
    with transaction.atomic():
        if start.match is not None:
            _refuse_unless_still_open(start.match)
        _refuse_unfit_company(start, company)
        return create_match(
            host=host,
            slug=start.record.game,
            options=_options(start.record),
            seats=[SeatSpec("bot", level) if company == BOTS else SeatSpec(company)] * (start.record.players - 1),
            time_control=time_control,
            table_settings=TableSettings(private=company != ANYONE, rated=False),
            contribution="",
            now=now,
            host_seat=seat,
            # Nobody whom the match was closed to sees its position by a link of this one.
            members_only=start.for_bots_alone,
            fork=_columns(start),
        )


def _refuse_unless_still_open(match: Match) -> None:
    """Lock the match, so that it is not taken back meanwhile, which would close its record again."""
    if lock_match(match.pk).status != Match.Status.FINISHED:
        raise Forbidden(
            "match_not_finished", gettext("Seed and answers are opened when the match has ended. Come back then.")
        )


def _refuse_unfit_company(start: Start, company: str) -> None:
    if company in start.companies:
        return
    if start.match is None:
        words = gettext("An uploaded match may be private: play on against bots, or with those whom you send a link.")
    elif start.for_bots_alone:
        words = gettext("Not everyone may see this match, so you can play on against bots alone.")
    else:
        words = gettext("Not everyone may see this match: play on against bots, or with those whom you send a link.")
    raise Forbidden("origin_not_public", words)


def _columns(start: Start) -> Mapping[str, Any]:
    return {
        "fork_words": start.words,
        "fork_of": start.match,
        "fork_step": start.step,
        "sealed_origin": seal(Beginning(start.record, msgspec.Raw(msgspec.json.encode(start.state)))),
    }
