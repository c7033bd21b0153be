"""Views of matches of TP5 for tests of its page, made from real play without a database."""

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import cache
from typing import Any

from django.utils import timezone

from engine import Event
from engine.names import ReaderNames
from engine.quick_chance import RandomChance
from engine.view import Asked, Choices, Envelope, LogEntry, MatchView, SeatView
from games.tp5.rules import TP5
from games.tp5.rules.actions import Choose, Pass, Tp5Action
from games.tp5.rules.options import KEYS, Key, Tp5Options
from games.tp5.rules.state import Tp5State

NAMES = ("Marek", "Odile", "Yuki", "Bram", "Ines", "Hugo", "Jana", "Karl", "Lena", "Emil", "Olga", "Pia")

BEGAN = timezone.now()
DEADLINE = BEGAN + timedelta(hours=25)

Played = tuple[Tp5State, tuple[Event, ...]]


def played(
    players: int,
    wanted: Callable[[Tp5State], bool],
    *in_play: Key,
    seed: int = 1,
    rounds: int = 20,
    with_or: bool = False,
) -> Played:
    """Play at random, with a fixed set of phestivities, until a state is reached; with the last step's events."""
    rng, chance = random.Random(seed), RandomChance(seed)
    state, events = TP5.initial_state(players, Tp5Options(rounds=rounds, or_statements=with_or), chance)
    while not wanted(state):
        joint = {seat: answer(state, seat, in_play, rng) for seat in TP5.current_players(state)}
        assert joint, "The match ended before that."
        state, events = TP5.apply(state, joint, chance)
    return state, events


def answer(state: Tp5State, seat: int, in_play: tuple[Key, ...], rng: random.Random) -> Tp5Action:
    """Any legal answer; windows are mostly passed, so that a round ends."""
    legal = TP5.legal_actions(state, seat)
    if state.phase == "choose":
        return Choose(tuple(key for key in KEYS if key in in_play))
    return legal[0] if isinstance(legal[0], Pass) and rng.random() < 0.7 else rng.choice(legal)


@cache
def at(phase: str, players: int, *in_play: Key, with_or: bool = False) -> Played:
    """The first state of a phase, well under way where identifiers have been placed already."""
    least = players if phase == "claim" else 0

    def wanted(state: Tp5State) -> bool:
        return state.phase == phase and sum(map(len, state.claims)) >= least

    return played(players, wanted, *in_play, rounds=1 if phase == "over" else 20, with_or=with_or)


def view_of(play: Played, me: int | None, *, sealed: Tp5Action | None = None, **changes: Any) -> MatchView:
    """The view of a seat, with the events of the last step as its log."""
    state, events = play
    seen, asked, places = TP5.observation(state, me), TP5.current_players(state), TP5.places(state)
    shown = tuple(one for event in events if (one := event.seen_by(me)))
    view = MatchView(
        number=214,
        slug="tp5",
        title="TP5",
        status="finished" if places else "running",
        stage=TP5.wording.stage(seen),
        step=31,
        last_step=31,
        me=me,
        seats=tuple(
            SeatView(
                seat,
                NAMES[seat],
                seat == me,
                is_bot=False,
                envelope=Envelope.AWAITED if seat in asked else Envelope.NOT_ASKED,
                place=places[seat] if places else None,
            )
            for seat in range(state.players)
        ),
        seen=seen,
        asked=asked_of(state, me, sealed) if me in asked else None,
        waiting_for=tuple(NAMES[seat] for seat in asked if seat != me),
        deadline=DEADLINE if asked else None,
        turn_seconds=172800,
        log=(LogEntry(31, state.round, BEGAN, ("Something happened.",), shown),),
    )
    return replace(view, **changes)


def asked_of(state: Tp5State, me: int, sealed: Tp5Action | None) -> Asked:
    """What a seat is asked."""
    seen, names = TP5.observation(state, me), ReaderNames(NAMES, me)
    return Asked(
        32,
        TP5.wording.task(seen, me),
        TP5.wording.seal(seen),
        Choices(TP5.legal_actions(state, me), seen, TP5.wording, names, sealed),
        DEADLINE,
        None if sealed is None else TP5.wording.choice(sealed, seen, names),
        sealed,
    )
