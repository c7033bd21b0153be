"""Views of matches of Bid! for tests of pages, made from real play without a database."""

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import msgspec
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import timezone

from engine.names import ReaderNames
from engine.quick_chance import RandomChance
from engine.view import Asked, Choice, Envelope, LogEntry, MatchView, SeatView
from games.bid.rules import BID
from games.bid.rules.options import BidOptions
from games.bid.rules.state import BidState
from tests.support.html import squeezed

NAMES = ("Marek", "Odile", "Yuki", "Bram")


def played(reached: Callable[[BidState], bool], options: BidOptions | None = None, seed: int = 1) -> BidState:
    """Play at random until a state is reached, or to the end."""
    rng = random.Random(seed)
    chance = RandomChance(seed)
    state = BID.initial_state(4, options or BidOptions(), chance).state
    while (asked := BID.current_players(state)) and not reached(state):
        joint = {seat: rng.choice(BID.legal_actions(state, seat)) for seat in asked}
        state = BID.apply(state, joint, chance).state
    return state


def view_of(state: BidState, me: int | None, *, sealed: int | None = None, **changes: Any) -> MatchView:
    """The view of a seat; `sealed` is the index of the choice that it has sealed."""
    seen, asked, places = BID.observation(state, me), BID.current_players(state), BID.places(state)
    deadline = timezone.now() + timedelta(hours=25)
    view = MatchView(
        number=214,
        slug="bid",
        title="Bid!",
        status="finished" if places else "running",
        stage=BID.wording.stage(seen),
        step=31,
        last_step=31,
        me=me,
        seats=tuple(
            SeatView(
                seat,
                name,
                seat == me,
                is_bot=seat == 3,
                envelope=Envelope.AWAITED if seat in asked else Envelope.NOT_ASKED,
                place=places[seat] if places else None,
            )
            for seat, name in enumerate(NAMES)
        ),
        seen=seen,
        asked=asked_of(state, me, sealed) if me in asked else None,
        waiting_for=tuple(NAMES[seat] for seat in asked if seat != me),
        deadline=deadline if asked else None,
        turn_seconds=172800,
        log=(LogEntry(30, 12, timezone.now(), ("Everyone let the dice stand.",)),),
    )
    return replace(view, **changes)


def asked_of(state: BidState, me: int, sealed: int | None) -> Asked:
    """What a seat is asked."""
    seen = BID.observation(state, me)
    choices = tuple(
        Choice(
            msgspec.json.encode(action).decode(),
            BID.wording.choice(action, seen, ReaderNames(NAMES, me)),
            action,
            index == sealed,
        )
        for index, action in enumerate(BID.legal_actions(state, me))
    )
    answer = None if sealed is None else choices[sealed].words
    deadline = timezone.now() + timedelta(hours=25)
    return Asked(32, BID.wording.task(seen, me), BID.wording.seal(seen), choices, deadline, answer)


def page_of(view: MatchView, template: str = "matches/table.html", *, query: str = "", **more: Any) -> str:
    """The page of a match as HTML on one line."""
    request = RequestFactory().get(f"/table/214/{query}")
    request.user = AnonymousUser()
    usual = {"view": view, "has_panels": not view.is_replay and view.step >= 0, "replay_first": view.me is None}
    return squeezed(render_to_string(template, usual | more, request=request))
