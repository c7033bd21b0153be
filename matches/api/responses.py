"""Responses about matches, made from `matches.view.match_view.match_view`."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from api.messages import ApiRequest, ApiResponse, Cursor, Limit, NextCursor
from engine.notation import Row
from engine.table_settings import TableSettings, TimeControl
from engine.view import Asked, LogEntry, MatchView, SeatView, VoteView
from matches.log.seeds import LONGEST_CONTRIBUTION

Json = Annotated[dict[str, Any], Meta(description="Depends on the game: see `schemas` of `GET /games/{slug}`.")]

Words = Annotated[
    str,
    Meta(
        max_length=LONGEST_CONTRIBUTION,
        pattern=r"^[^\x00]*$",
        description="Mixed into the seed of the match; leave it empty for a random text.",
    ),
]


Invitation = Annotated[str, Meta(max_length=40, description="The token of an invitation link.")]


class SeatResponse(ApiResponse):
    """One seat of a table."""

    player: int
    """The seat's number, clockwise from 0."""
    name: str
    is_me: bool
    """True if it is your seat."""
    is_bot: bool
    """True if a bot of the site plays it. For a bot account it is false: see `kind` of `GET /players/{name}`."""
    stand_in: bool
    """True if that bot stands in for the seat's player."""
    resigned: bool
    """True if its player gave up; a bot plays the seat to the end."""
    substitute_wanted: bool
    """True if a substitute may take the seat over."""
    envelope: str
    """`awaited`, `sealed`, `not_asked`, or `hidden` if the match hides it."""
    answered_at: datetime | None
    """When the answer was sealed; null if none is, or if the match hides it."""
    deadline: datetime | None
    """When the time for its answer runs out; null if it has none now, or if you may not know it."""
    place: int | None
    """The place of the seat when the match is over. 1 is the first; equal seats share a place."""


class AskedResponse(ApiResponse):
    """The question you have to answer now."""

    step: int
    """Send it with the answer."""
    task: str
    """The question as an instruction: "Seal one tile as your bid"."""
    deadline: datetime | None
    """When your time runs out; null if you have as long as you like."""
    legal_actions: int
    """The number of legal actions; `GET …/legal-actions` lists them."""
    answer: str | None
    """Your sealed answer in words. You can change it until the round resolves."""
    sealed: Json | None
    """That answer as an action."""
    by_conditional_move: bool
    """True if one of your conditional moves gives it, as you have not answered yourself."""


class LogResponse(ApiResponse):
    """One step of the log, as far as you may know it."""

    step: int
    """The number of the step; 0 is the beginning."""
    round: int | None
    """The round that the step belongs to; null if it belongs to none."""
    at: datetime
    """When the step was played."""
    part: int
    """0 for a step of the game. What moderators did after it is numbered 1, 2 and so on."""
    moderated: bool
    """True if it records what a moderator did."""
    taken_back: bool
    """True if it no longer counts, as a moderator rewound the match."""
    sentences: list[str]
    """What happened, in your language."""
    events: list[Json]
    """The same for programs, in the order in which it happened."""


class ActivityResponse(ApiResponse):
    """Something that happened at the table apart from the game."""

    step: int
    at: datetime
    sentence: str


class VoteResponse(ApiResponse):
    """An open vote of the players."""

    kind: str
    """`pause`, `abandon` or `take_back`."""
    question: str
    """The question in words, such as "Pause this match?"."""
    agreed: list[str]
    """The names of the players who agreed."""
    missing: list[str]
    """The names of the players who have not voted yet."""
    asks_me: bool
    """True if your vote is missing."""
    closes_at: datetime
    """When the vote ends without a result."""


class SettingsResponse(ApiResponse):
    """The time control and table settings of a match, named as in `POST /matches`."""

    turn_seconds: int
    """The time for each answer or, with an increment, the time that each seat starts with."""
    increment_seconds: int
    """The time added for each answer, or 0 if every answer has the same time."""
    cap_seconds: int
    """The most time that a seat can save up, with an increment."""
    weekends_off: bool
    """True if clocks stop on Saturdays and Sundays in each player's time zone."""
    vacations: bool
    """True if clocks stop on a player's vacation days."""
    excuses: int
    """Missed turns of each seat that get more time instead of a default answer."""
    private: bool
    """True if only its players, those invited by name and those with its link see it."""
    hide_answered: bool
    """True if nobody sees which seats have answered."""
    spectators: bool
    """False if only its players see the match, also when it is over."""
    anonymous: bool
    """True if nobody sees who plays until the end."""
    rated: bool
    """True if the result changes ratings."""
    language: str
    """The chat language as a code, or "" for any."""
    least_reliability: int | None
    """The least reliability, in per cent, of players who join without an invitation."""
    least_rating: int | None
    """The least rating of players who join without an invitation; null for any."""
    most_rating: int | None
    """The same for the highest; null for any."""
    take_backs: bool
    """True if the players of a rated match may take a round back by agreement."""
    stand_in_level: str
    """The level of the bots that play for absent players, or "" for that of the site."""
    sharp_seconds: int | None
    """The seconds that the bot `sharp` has for an answer, if the site still gives as many; null for its usual time."""


class HiddenRowResponse(ApiResponse):
    """Pieces of a finished match that spectators could not see at that step."""

    player: int | None
    """Whose they were; null if they lay apart."""
    label: str
    """What they are; empty for a player's own."""
    pieces: list[str]
    """In the notation of pieces; an empty text is an empty place."""
    note: str


class MatchResponse(ApiResponse):
    """One match, now or after an earlier step, as far as you may know it."""

    number: int
    """The number of the match, as in its URL."""
    game: str
    """The slug of the game, as in `GET /games`."""
    title: str
    """The name of the game."""
    status: str
    """`open`, `running`, `paused`, `finished` or `called_off`."""
    stage: str
    """How far the match is, in words."""
    step: int
    """The step after which you see the match; −1 before the start. An answer is for `step` of `asked`."""
    last_step: int
    """The last step that the match has; the same as `step` unless you asked for an earlier one."""
    me: int | None
    """Your seat, or the one whose eyes you look through; null if you watch."""
    seats: list[SeatResponse]
    """In order from seat 0."""
    seen: Json | None
    """The game's observation for you; null before the start."""
    asked: AskedResponse | None
    """Null if nothing is asked of you. Once you have answered it stays, as you may still change your answer."""
    deadline: datetime | None
    """The latest deadline of the seats, as far as you may know it. Yours is in `asked`."""
    turn_seconds: int
    settings: SettingsResponse | None
    """Null for an uploaded replay."""
    options: Json
    """The options of the game, as in `POST /matches`."""
    log: list[LogResponse]
    """The latest steps, newest first."""
    activity: list[ActivityResponse]
    """What happened apart from the game, such as resignations."""
    vote: VoteResponse | None
    """Null if no vote is open."""
    conditional_moves_version: int | None
    """Send it to change your conditional moves, which `GET …/conditional-moves` lists; null if you can have none."""
    result: str
    """How the match ended, in words; empty until then."""
    played_on_from: str
    """Where the match was played on from, such as "round 7 of table 12"; empty if it began by the rules."""
    seed_hash: str
    """The hash of the site's seed, fixed when the table was opened."""
    head: str
    """The last link of the chain; empty before the start. Note it down to hold the record against it later."""
    invitation: str | None
    """The token of the invitation link, `/table/{number}/?invitation=…`, if it is yours to pass on: before the
    match that of the host, later of the players of a private table with a seat open to a substitute."""
    hidden: list[HiddenRowResponse] | None
    """What spectators could not see, if you asked for `seat=all`; null otherwise."""


class LogPage(ApiResponse):
    """Steps of a log, newest first."""

    results: list[LogResponse]
    next_cursor: NextCursor


class LogQuery(ApiRequest):
    """Which page of a log to return."""

    cursor: Cursor = ""
    limit: Limit = 30
    invitation: Invitation = ""


class ObservationQuery(ApiRequest):
    """How many steps to return, and an invitation to the match."""

    log: Annotated[int, Meta(ge=0, le=100, description="The maximum number of steps of the log.")] = 10
    invitation: Invitation = ""


class StepQuery(ObservationQuery):
    """The same, and through whose eyes."""

    seat: (
        Annotated[
            Annotated[int, Meta(ge=0, le=99)] | Literal["all"],
            Meta(description="A seat of a finished match, or `all` for everyone together; by default your own."),
        ]
        | UnsetType
    ) = UNSET


def match_response(view: MatchView, hidden: Sequence[Row] | None = None, *, invitation: str = "") -> MatchResponse:
    """Return a match as a response, with the rows of `hidden_rows` and `invitation_for` for those who may see them."""
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
        played_on_from=view.fork_words,
        seed_hash=view.seed_hash,
        head=view.head,
        invitation=invitation or None,
        hidden=None if hidden is None else [_hidden(row) for row in hidden],
    )


def _hidden(row: Row) -> HiddenRowResponse:
    return HiddenRowResponse(player=row.player, label=str(row.label), pieces=list(row.pieces), note=str(row.note))


def settings_response(
    time_control: TimeControl | None, table_settings: TableSettings | None
) -> SettingsResponse | None:
    """Return the settings of a match as a response, or None if the reader may not know them."""
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
    if vote is None:
        return None
    # A name knows whom it means, which only sentences need.
    named = replace(vote, agreed=tuple(map(str, vote.agreed)), missing=tuple(map(str, vote.missing)))
    return msgspec.convert(named, VoteResponse, from_attributes=True)


def log_response(entry: LogEntry) -> LogResponse:
    """Return a step of the log as a response."""
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
