"""Matches of plaques laid out and played for tests."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from engine import AnyGame, Event, Step, choice
from engine.quick_chance import RandomChance
from games.plaques.rules.pieces import PLAQUES, Tableau

NO_CHANCE = RandomChance(0)


class Names:
    """The reader sits in seat 0."""

    def who(self, player: int) -> str:
        return ("you", "Marek", "Ana", "Jo", "Kim", "Lee", "Max")[player]

    def whose(self, player: int) -> str:
        return "your" if player == 0 else f"{self.who(player)}'s"


def row(text: str) -> Tableau:
    """Read plaques: "A5 elf"."""
    return tuple(text.split())


def rest(*used: Iterable[str]) -> Tableau:
    """List all plaques but these."""
    gone = {plaque for plaques in used for plaque in plaques}
    return tuple(plaque for plaque in PLAQUES if plaque not in gone)


def changed(state: Any, **fields: Any) -> Any:
    """Return a state with some fields replaced."""
    return msgspec.structs.replace(state, **fields)


def act(game: AnyGame, state: Any, *actions: Any) -> Step[Any]:
    """Answer several times for the one player who is asked; return the last step with all events."""
    events: tuple[Event, ...] = ()
    for action in actions:
        (player,) = game.current_players(state)
        state, more = game.apply(state, {player: action}, NO_CHANCE)
        events += more
    return Step(state, events)


def kinds(events: Iterable[Event]) -> list[str]:
    """Name the kinds of events in order."""
    return [type(event).__name__ for event in events]


def only(events: Iterable[Event], kind: type[Any]) -> Any:
    """Return the one event of a kind."""
    (event,) = [event for event in events if isinstance(event, kind)]
    return event


def played(
    game: AnyGame, players: int, seed: int, options: Any = None
) -> Iterator[tuple[Any, Mapping[int, Any], Step[Any] | None]]:
    """Play at random; yield each state, the answers given and their result (None at the end)."""
    chance = RandomChance(seed)
    state = game.initial_state(players, options or game.Options(), chance).state
    while asked := game.current_players(state):
        joint = {player: choice(chance, game.legal_actions(state, player)) for player in asked}
        step = game.apply(state, joint, chance)
        yield state, joint, step
        state = step.state
    yield state, {}, None


def names_in(value: Any) -> set[str]:
    """Collect the plaques that the JSON text of a value names."""
    text = msgspec.json.encode(value).decode()
    return {plaque for plaque in PLAQUES if f'"{plaque}"' in text}
