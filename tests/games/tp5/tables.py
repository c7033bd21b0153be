"""Tables of TP5 set up for a test, and answers given in short."""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from engine import Chance, IllegalAction, Step
from engine.piecepack import TILES
from engine.quick_chance import RandomChance
from games.tp5.rules import TP5
from games.tp5.rules.actions import PASS, Claim, Hog, Tp5Action
from games.tp5.rules.flow import Play
from games.tp5.rules.options import Key, Tp5Options
from games.tp5.rules.phases import run
from games.tp5.rules.state import ROW, Tp5State, clockwise


class Dice:
    """Chance with given results, then random ones once the list is used up."""

    def __init__(self, *draws: int) -> None:
        self.draws = list(draws)
        self.other = RandomChance(5)

    def below(self, bound: int) -> int:
        """The next number of the list."""
        return self.draws.pop(0) if self.draws else self.other.below(bound)


def rolls(*values: int) -> Dice:
    """Chance for dice that show these values."""
    return Dice(*[value - 1 for value in values])


def new_match(players: int = 3, *keys: Key, chance: Chance | None = None, **options: Any) -> Step[Tp5State]:
    """A match at its start, with these phestivities in play in every round."""
    chosen = Tp5Options(rounds=1, chosen_by="host", phestivities=frozenset(keys))
    return TP5.initial_state(players, replace(chosen, **options), chance or RandomChance(1))


def table(players: int = 3, *keys: Key, tiles: Iterable[str] = (), **fields: Any) -> Tp5State:
    """A table where claims begin: seat 0 deals, and tiles lie in order of suit and value unless given."""
    laid = list(tiles)
    rest = list(TILES if players < 7 else TILES * 2)
    for tile in laid:
        rest.remove(tile)
    places = tuple(laid + rest)
    state = Tp5State(
        players=players,
        rounds=1,
        offered=keys,
        chosen_by="host",
        reveal="in_turn",
        round=1,
        phase="claim",
        dealer=0,
        points=(0,) * players,
        beaten=(0,) * players,
        in_play=keys,
        tiles=places,
        claims=((),) * len(places),
        held=tuple((owner,) * ROW for owner in range(players)),
        shown=tuple(places[ROW * seat] for seat in range(players)),
        shown_at=(0,) * players,
        statements=(None,) * players,
        ruled_out=((),) * len(places),
    )
    if "claims" in fields:
        fields["claims"] = claimed(len(places), fields["claims"])
    return run(Play(replace(state, **fields)), RandomChance(2)).state


def claimed(places: int, by_place: Mapping[int, tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """Claims by place, of those places where any lie."""
    return tuple(by_place.get(place, ()) for place in range(places))


def window(players: int, *keys: Key, claims: Mapping[int, tuple[int, ...]], **fields: Any) -> Tp5State:
    """A table where all identifiers lie as given, and the window before the roll opens."""
    return table(players, *keys, claims=claims, held=((),) * players, phase="before_roll", **fields)


def answer(state: Tp5State, action: Tp5Action, chance: Chance | None = None) -> Step[Tp5State]:
    """Answer for the only player who is asked."""
    (player,) = state.asked
    return TP5.apply(state, {player: action}, chance or RandomChance(3))


def claim(state: Tp5State, place: int) -> Tp5State:
    """Claim a place for the only player who is asked, with an identifier of their own."""
    return answer(state, Claim(place, state.asked[0])).state


def act(state: Tp5State, answers: Mapping[int, Tp5Action], chance: Chance | None = None) -> Step[Tp5State]:
    """Let some answer in a window; the others pass."""
    joint = {player: answers.get(player, PASS) for player in state.asked}
    assert set(answers) <= set(joint)
    return TP5.apply(state, joint, chance or RandomChance(4))


def all_pass(state: Tp5State, chance: Chance | None = None) -> Step[Tp5State]:
    """Let everyone pass."""
    return act(state, {}, chance)


def refused(state: Tp5State, player: int, action: Tp5Action) -> str:
    """The code with which an answer is refused; a reason must be a sentence, and the answer not be listed."""
    with pytest.raises(IllegalAction) as refusal:
        TP5.check(state, player, action)
    assert refusal.value.message.endswith(".")
    assert action not in TP5.legal_actions(state, player)
    return refusal.value.code


def places_open(state: Tp5State, owner: int | None = None) -> set[int]:
    """The places that the current player may claim."""
    (player,) = state.asked
    wanted = player if owner is None else owner
    legal = TP5.legal_actions(state, player)
    return {action.place for action in legal if isinstance(action, Claim) and action.owner == wanted}


def hogs(state: Tp5State) -> set[int]:
    """The slots that the current player may hog."""
    return {action.slot for action in TP5.legal_actions(state, state.asked[0]) if isinstance(action, Hog)}


def play_out(step: Step[Tp5State], chance: Chance, *, stop: str = "") -> Step[Tp5State]:
    """Play first answers until a phase is reached or the match is over; gather the events."""
    state, events = step
    while state.asked and state.phase != stop:
        joint = {player: TP5.default_action(state, player) for player in state.asked}
        after = TP5.apply(state, joint, chance)
        state, events = after.state, events + after.events
    return Step(state, events)


def of_kind(step: Step[Tp5State], kind: type) -> list[Any]:
    """The events of a kind."""
    return [event for event in step.events if isinstance(event, kind)]


def order(dealer: int, players: int) -> tuple[int, ...]:
    """Seats from the dealer to the left."""
    return clockwise(dealer, players)
