"""Matches as programs see them, made of what `matches.view.match_view.match_view` gives."""

from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from api.messages import ApiRequest, ApiResponse, Cursor, Limit
from engine.table_settings import TableSettings, TimeControl
from engine.view import Asked, LogEntry, MatchView, SeatView, VoteView
from matches.lobby.tables import LONGEST_CONTRIBUTION

Json = Annotated[dict[str, Any], Meta(description="Depends on the game: see `schemas` of `GET /games/{slug}`.")]

Words = Annotated[
    str,
    Meta(
        max_length=LONGEST_CONTRIBUTION,
        pattern=r"^[^\x00]*$",
        description="Mixed into the chance of the match; empty for random ones.",
    ),
]


Invitation = Annotated[str, Meta(max_length=40, description="The token of an invitation link.")]


class SeatResponse(ApiResponse):
    """One seat of a table."""

    player: int
    """The seat's number, clockwise from 0."""
    name: str
    is_me: bool
    is_bot: bool
    """Whether a bot of the site answers."""
    stand_in: bool
    """Whether that bot holds the seat for its player."""
    resigned: bool
    substitute_wanted: bool
    """Whether somebody else may take the seat over."""
    envelope: str
    """`awaited`, `sealed`, `not_asked`, or `hidden` where the match tells nobody."""
    answered_at: datetime | None
    deadline: datetime | None
    place: int | None


class AskedResponse(ApiResponse):
    """What is asked of me now."""

    step: int
    """Send it with the answer."""
    task: str
    """An order: "Seal one tile as your bid"."""
    deadline: datetime | None
    legal_actions: int
    """How many there are; `GET …/legal-actions` lists them."""
    answer: str | None
    """My sealed answer in words; it may be changed until the round resolves."""
    sealed: Json | None
    """That answer as an action."""
    by_conditional_move: bool
    """Whether a conditional move of mine gives it, while I have not answered myself."""


class LogResponse(ApiResponse):
    """One step of the log, as I may know it."""

    step: int
    round: int | None
    at: datetime
    part: int
    """0 for a step of the game. What moderators did is counted after the step before it: 1, 2 and so on."""
    moderated: bool
    taken_back: bool
    """Whether it counts no more, as a moderator took the match back behind it."""
    sentences: list[str]
    events: list[Json]


class ActivityResponse(ApiResponse):
    """What happened at the table beside the game."""

    step: int
    at: datetime
    sentence: str


class VoteResponse(ApiResponse):
    """What the players are voting on."""

    kind: str
    """`pause` or `abandon`."""
    question: str
    agreed: list[str]
    missing: list[str]
    asks_me: bool
    closes_at: datetime


class SettingsResponse(ApiResponse):
    """The time control and table settings of a match, by the names of `POST /matches`."""

    turn_seconds: int
    increment_seconds: int
    """0 where each answer has the same time; else what a seat gets for each answer."""
    cap_seconds: int
    """The most that a seat keeps, then."""
    weekends_off: bool
    vacations: bool
    excuses: int
    """Missed turns before the table answers for a seat."""
    private: bool
    hide_answered: bool
    spectators: bool
    anonymous: bool
    rated: bool


class MatchResponse(ApiResponse):
    """One match as I may know it, now or after an earlier step."""

    number: int
    game: str
    title: str
    status: str
    """`open`, `running`, `paused`, `finished` or `called_off`."""
    stage: str
    step: int
    """−1 before the start."""
    last_step: int
    me: int | None
    """My seat, or null: I watch."""
    seats: list[SeatResponse]
    seen: Json | None
    """What the game shows me; null before the start."""
    asked: AskedResponse | None
    deadline: datetime | None
    turn_seconds: int
    settings: SettingsResponse | None
    """Null for a replay that was brought as a file."""
    options: Json
    log: list[LogResponse]
    """The latest steps, newest first."""
    activity: list[ActivityResponse]
    vote: VoteResponse | None
    conditional_moves_version: int | None
    """While there are decisions to come; `GET …/conditional-moves` shows my conditional moves."""
    result: str


class LogPage(ApiResponse):
    """Steps of a log, newest first."""

    results: list[LogResponse]
    next_cursor: str | None


class LogQuery(ApiRequest):
    """Which steps of a log."""

    cursor: Cursor = ""
    limit: Limit = 30
    invitation: Invitation = ""


class ObservationQuery(ApiRequest):
    """What of a match is wanted, and by what invitation it is looked at."""

    log: Annotated[int, Meta(ge=0, le=100, description="How many steps of the log, at most.")] = 10
    invitation: Invitation = ""


def match_response(view: MatchView) -> MatchResponse:
    """A view for programs."""
    return MatchResponse(
        number=view.number,
        game=view.slug,
        title=view.title,
        status=view.status,
        stage=view.stage,
        step=view.step,
        last_step=view.last_step,
        me=view.me,
        seats=[_seat(seat) for seat in view.seats],
        seen=None if view.seen is None else msgspec.to_builtins(view.seen),
        asked=_asked(view.asked),
        deadline=view.deadline,
        turn_seconds=view.turn_seconds,
        settings=settings_response(view.time_control, view.table_settings),
        options=view.options,
        log=[log_response(entry) for entry in view.log],
        activity=[ActivityResponse(step=line.step, at=line.at, sentence=line.sentence) for line in view.activity],
        vote=_vote(view.vote),
        conditional_moves_version=view.conditional_moves.version if view.conditional_moves else None,
        result=view.result,
    )


def settings_response(
    time_control: TimeControl | None, table_settings: TableSettings | None
) -> SettingsResponse | None:
    """The settings of a match for programs, where the reader may know them."""
    return (
        SettingsResponse(**asdict(time_control), **asdict(table_settings)) if time_control and table_settings else None
    )


def _seat(seat: SeatView) -> SeatResponse:
    return SeatResponse(
        player=seat.player,
        name=seat.name,
        is_me=seat.is_me,
        is_bot=seat.is_bot,
        stand_in=seat.stand_in,
        resigned=seat.resigned,
        substitute_wanted=seat.substitute_wanted,
        envelope=seat.envelope.value,
        answered_at=seat.answered_at,
        deadline=seat.deadline,
        place=seat.place,
    )


def _asked(asked: Asked | None) -> AskedResponse | None:
    if asked is None:
        return None
    return AskedResponse(
        step=asked.step,
        task=asked.task,
        deadline=asked.deadline,
        legal_actions=len(asked.choices),
        answer=asked.answer,
        sealed=None if asked.sealed is None else msgspec.to_builtins(asked.sealed),
        by_conditional_move=asked.by_conditional_move,
    )


def _vote(vote: VoteView | None) -> VoteResponse | None:
    return None if vote is None else msgspec.convert(vote, VoteResponse, from_attributes=True)


def log_response(entry: LogEntry) -> LogResponse:
    """A step of the log for programs."""
    return LogResponse(
        step=entry.step,
        round=entry.round,
        at=entry.at,
        part=entry.part,
        moderated=entry.moderated,
        taken_back=entry.taken_back,
        sentences=list(entry.sentences),
        events=msgspec.to_builtins(list(entry.events)),
    )
