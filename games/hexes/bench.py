"""How long it takes to list every way to lay a hex."""

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from bench.figures import Figure, best_rate
from games.bots.chance import RandomChance
from games.rules.core import choice
from games.rules.hexes import HEXES
from games.rules.hexes.actions import Place
from games.rules.hexes.state import HexState

BOARD_SIZE = 30
HAND_SIZE = 5
SEATS = 3
LISTS = 100
MOST_MS = 3
"""What a list may take: nobody waits for it."""


def figures(seconds: float) -> Iterator[Figure]:
    """Measure the start of a run: a hand of five, a board of thirty."""
    rate = best_rate(partial(_lists, _about_to_lay()), seconds)
    yield Figure("rules.hexes.legal_actions_ms", round(1000 / rate, 4), "ms", most=MOST_MS)


def _about_to_lay() -> HexState:
    """Play at random until the board has thirty hexes and nobody has begun a run on it, then fill the hand."""
    for seed in range(1000):
        state = _board_of_thirty(seed)
        if state is not None:
            return _with_full_hand(state)
    raise AssertionError("No random match reaches a board of thirty.")


def _board_of_thirty(seed: int) -> HexState | None:
    chance = RandomChance(seed)
    state = HEXES.initial_state(SEATS, HEXES.Options(specials_to_end=6), chance).state
    while asked := HEXES.current_players(state):
        if len(state.board) == BOARD_SIZE and state.phase == "lay" and not state.run:
            return state
        joint = {player: choice(chance, HEXES.legal_actions(state, player)) for player in asked}
        state = HEXES.apply(state, joint, chance).state
    return None


def _with_full_hand(state: HexState) -> HexState:
    (player,) = HEXES.current_players(state)
    missing = HAND_SIZE - len(state.hands[player])
    hands = list(state.hands)
    hands[player] += state.bag[:missing]
    return replace(state, hands=tuple(hands), bag=state.bag[missing:])


def _lists(state: HexState, seed: int) -> int:
    (player,) = HEXES.current_players(state)
    for _ in range(LISTS):
        listed = HEXES.legal_actions(state, player)
        assert isinstance(listed[-1], Place)
    return LISTS
