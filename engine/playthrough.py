"""A match as text: every step as each seat and a spectator sees it.

The texts are kept with the tests and reviewed, which reveals anything shown to the wrong viewer.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from engine.chance import SeededChance, choice
from engine.game import AnyGame, Event, Player


class SeatNumbers:
    """Seat names for a text without people: "seat 0"."""

    def who(self, player: Player) -> str:
        """The name as subject or object."""
        return f"seat {player}"

    def whose(self, player: Player) -> str:
        """The possessive form."""
        return f"seat {player}'s"


def playthrough(game: AnyGame, players: int, options: Any, seed: str, most_steps: int) -> str:
    """Play at random from `seed` for at most `most_steps` steps and return everything each viewer saw."""
    return "\n".join(_lines(game, players, options, seed.encode(), most_steps)) + "\n"


def _lines(game: AnyGame, players: int, options: Any, seed: bytes, most_steps: int) -> Iterator[str]:
    picks = SeededChance(seed + b" answers", 0)
    viewers: list[Player | None] = [None, *range(players)]
    state, events = game.initial_state(players, options, SeededChance(seed, 0))
    before: dict[Player | None, dict[str, Any]] = {viewer: {} for viewer in viewers}
    for number in range(most_steps + 1):
        yield f"== step {number}"
        yield from _events(game, events, viewers)
        yield from _views(game, state, viewers, before)
        asked = game.current_players(state)
        if not asked:
            yield f"places: {game.places(state)}"
            return
        joint = {player: choice(picks, game.legal_actions(state, player)) for player in asked}
        yield from _answers(game, state, joint)
        if number == most_steps:
            return
        state, events = game.apply(state, joint, SeededChance(seed, number + 1))


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _events(game: AnyGame, events: tuple[Event, ...], viewers: list[Player | None]) -> Iterator[str]:
    for event in events:
        public = event.seen_by(None)
        yield f"event {_json(public) if public else '(nothing) to a spectator'}"
        for viewer in viewers[1:]:
            seen = event.seen_by(viewer)
            if seen != public:
                yield f"  to {viewer}: {_json(seen)}"
    seen_by_all = [seen for event in events if (seen := event.seen_by(None))]
    for sentence in game.wording.events(seen_by_all, SeatNumbers()):
        yield f"log: {sentence}"


def _views(
    game: AnyGame, state: Any, viewers: list[Player | None], before: dict[Player | None, dict[str, Any]]
) -> Iterator[str]:
    """Yield a spectator's changed fields, then each seat's changed fields that differ from the spectator's."""
    public: dict[str, Any] = {}
    for viewer in viewers:
        fields = msgspec.to_builtins(game.observation(state, viewer))
        if viewer is None:
            public = fields
        changed = {
            name: value
            for name, value in fields.items()
            if before[viewer].get(name, ...) != value and (viewer is None or public[name] != value)
        }
        before[viewer] = fields
        for name, value in changed.items():
            yield f"{'all' if viewer is None else viewer} see{'' if viewer is None else 's'} {name}: {_json(value)}"


def _answers(game: AnyGame, state: Any, joint: Mapping[Player, Any]) -> Iterator[str]:
    for player, action in joint.items():
        seen = game.observation(state, player)
        legal = len(game.legal_actions(state, player))
        words = game.wording.choice(action, seen, SeatNumbers())
        yield f"{player} is asked: {game.wording.task(seen, player)} [{legal} answers]; {_json(action)}: {words}"
