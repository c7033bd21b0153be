"""Random matches of Manipulation for tests."""

from collections.abc import Iterator

from engine import Event, Step, choice
from engine.quick_chance import RandomChance
from games.manipulation.rules import MANIPULATION
from games.manipulation.rules.options import ManipulationOptions
from games.manipulation.rules.state import ManipulationState

SEATS = (2, 3, 4)


def steps(players: int, seed: int, options: ManipulationOptions | None = None) -> Iterator[Step[ManipulationState]]:
    """Yield the set-up and every step of a match played at random."""
    chance = RandomChance(seed)
    step = MANIPULATION.initial_state(players, options or ManipulationOptions(turn_limit=60, suits_to_win=4), chance)
    yield step
    while asked := MANIPULATION.current_players(step.state):
        state = step.state
        joint = {player: choice(chance, MANIPULATION.legal_actions(state, player)) for player in asked}
        step = MANIPULATION.apply(state, joint, chance)
        yield step


def seen_events(events: tuple[Event, ...], viewer: int | None) -> tuple[Event, ...]:
    """The events of a step that a viewer may see."""
    return tuple(seen for event in events if (seen := event.seen_by(viewer)) is not None)
