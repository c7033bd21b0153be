"""Matches as programs see them, made of what `games.selectors.match_view` gives."""

from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from api.shapes import Body, Cursor, Limit, Shape
from games.matchview import Asked, LogEntry, MatchView, SeatView, VoteView
from games.services.lobby import LONGEST_CONTRIBUTION
from games.terms import Clock, Manners

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


class SeatShape(Shape):
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


class AskedShape(Shape):
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
    by_plan: bool
    """Whether my plan gives it, while I have not answered myself."""


class LogShape(Shape):
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


class HappeningShape(Shape):
    """What happened at the table beside the game."""

    step: int
    at: datetime
    sentence: str


class VoteShape(Shape):
    """What the players are voting on."""

    kind: str
    """`pause` or `abandon`."""
    question: str
    agreed: list[str]
    missing: list[str]
    asks_me: bool
    closes_at: datetime


class TermsShape(Shape):
    """On what terms a match is played, by the names of `POST /matches`."""

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


class MatchShape(Shape):
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
    seats: list[SeatShape]
    seen: Json | None
    """What the game shows me; null before the start."""
    asked: AskedShape | None
    deadline: datetime | None
    turn_seconds: int
    terms: TermsShape | None
    """Null for a replay that was brought as a file."""
    options: Json
    log: list[LogShape]
    """The latest steps, newest first."""
    happenings: list[HappeningShape]
    vote: VoteShape | None
    plan: int | None
    """The version of my orders, while there are decisions to come; `GET …/plan` shows them."""
    result: str


class LogPage(Shape):
    """Steps of a log, newest first."""

    results: list[LogShape]
    next_cursor: str | None


class LogQuery(Body):
    """Which steps of a log."""

    cursor: Cursor = ""
    limit: Limit = 30
    invitation: Invitation = ""


class ObservationQuery(Body):
    """What of a match is wanted, and by what invitation it is looked at."""

    log: Annotated[int, Meta(ge=0, le=100, description="How many steps of the log, at most.")] = 10
    invitation: Invitation = ""


def match_shape(view: MatchView) -> MatchShape:
    """A view for programs."""
    return MatchShape(
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
        terms=terms_shape(view.clock, view.manners),
        options=view.options,
        log=[log_shape(entry) for entry in view.log],
        happenings=[
            HappeningShape(step=happening.step, at=happening.at, sentence=happening.sentence)
            for happening in view.happenings
        ],
        vote=_vote(view.vote),
        plan=view.plan.version if view.plan else None,
        result=view.result,
    )


def terms_shape(clock: Clock | None, manners: Manners | None) -> TermsShape | None:
    """The terms of a match for programs, where the reader may know them."""
    return TermsShape(**asdict(clock), **asdict(manners)) if clock and manners else None


def _seat(seat: SeatView) -> SeatShape:
    return SeatShape(
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


def _asked(asked: Asked | None) -> AskedShape | None:
    if asked is None:
        return None
    return AskedShape(
        step=asked.step,
        task=asked.task,
        deadline=asked.deadline,
        legal_actions=len(asked.choices),
        answer=asked.answer,
        sealed=None if asked.sealed is None else msgspec.to_builtins(asked.sealed),
        by_plan=asked.by_plan,
    )


def _vote(vote: VoteView | None) -> VoteShape | None:
    return None if vote is None else msgspec.convert(vote, VoteShape, from_attributes=True)


def log_shape(entry: LogEntry) -> LogShape:
    """A step of the log for programs."""
    return LogShape(
        step=entry.step,
        round=entry.round,
        at=entry.at,
        part=entry.part,
        moderated=entry.moderated,
        taken_back=entry.taken_back,
        sentences=list(entry.sentences),
        events=msgspec.to_builtins(list(entry.events)),
    )
