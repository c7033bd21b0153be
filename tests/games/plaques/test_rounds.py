"""Rounds of Concealed Draw that the search plays on quickly, and what rivals are imagined to hold in them."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from engine import Budget, shuffled
from engine.bots import BUDGET
from engine.quick_chance import RandomChance
from engine.search import SearchBot
from games.levels import hooks_of
from games.plaques.bots.keen import keen
from games.plaques.bots.lives import shares_of, stakes_of
from games.plaques.bots.rounds import declares, least_promising, winner_of
from games.plaques.rules.concealed.actions import Nominate
from games.plaques.rules.concealed.game import CONCEALED_DRAW
from games.plaques.rules.concealed.state import ConcealedState
from games.plaques.rules.pieces import PLAQUES
from games.plaques.rules.prospects import prospect
from games.plaques.rules.ranking import STEP, strength
from games.plaques.rules.seats import without
from tests.games.plaques.support import row

FLUSH, PAIRS = row("A1 A3 A6 A8 A9 C5 D9"), row("B2 C2 B4 C4 D6 E7 D8")
HOOKS = hooks_of(CONCEALED_DRAW)


def some_plaques(seed: int, count: int) -> tuple[str, ...]:
    return shuffled(RandomChance(seed), PLAQUES)[:count]


def keen_until(turns: int, seed: int) -> ConcealedState:
    """A state of a round among *keen* after some turns of each."""
    chance = RandomChance(seed)
    state = CONCEALED_DRAW.initial_state(4, CONCEALED_DRAW.Options(), chance).state
    while min(state.turns) < turns:
        seen, legal = CONCEALED_DRAW.observation(state, state.turn), CONCEALED_DRAW.legal_actions(state, state.turn)
        state = CONCEALED_DRAW.apply(state, {state.turn: keen(seen, legal, BUDGET, chance)}, chance).state
        assert state.last is None
    return state


@pytest.mark.parametrize("seed", range(100))
def test_the_least_promising_plaque_is_the_one_that_steady_discards(seed: int) -> None:
    held = some_plaques(seed, 8)
    left = {plaque: without(held, plaque) for plaque in held}
    best = max(held, key=lambda plaque: (strength(left[plaque]), prospect(left[plaque])))
    assert least_promising(held) == best
    assert least_promising(held, (best,)) != best


def test_good_tableaux_are_declared_soon_and_bad_ones_never() -> None:
    chance = RandomChance(1)

    def share(tableau: Any, turn: int, players: int = 4) -> float:
        return sum(declares(players, strength(tableau), turn, chance) for _ in range(1000)) / 1000

    assert share(PAIRS, 1) == 0
    assert share(FLUSH, 1) > share(FLUSH, 3) > share(FLUSH, 6) > 0.4
    assert share(row("A5 B5 C5 D4 E4 A9 B8"), 1, players=2) > share(row("A5 B5 C5 D4 E4 A9 B8"), 1, players=6)


@pytest.mark.parametrize("seed", range(10))
def test_a_round_in_which_nothing_can_be_drawn_goes_to_the_best_tableau(seed: int) -> None:
    state = CONCEALED_DRAW.initial_state(4, CONCEALED_DRAW.Options(), RandomChance(seed)).state
    mine = state.turn
    state = replace(state, pile=(), declarer=(mine + 3) % 4)
    best = max(state.seated, key=lambda seat: strength(state.tableaux[seat]))
    assert winner_of(state, mine, RandomChance(seed)) == best


@pytest.mark.parametrize("seed", range(5))
def test_the_plaque_drawn_counts_in_a_round_played_on(seed: int) -> None:
    state = CONCEALED_DRAW.initial_state(4, CONCEALED_DRAW.Options(), RandomChance(seed)).state
    mine = state.turn
    tableaux = tuple(without(FLUSH, "A1") if seat == mine else PAIRS for seat in range(4))
    state = replace(state, tableaux=tableaux, pile=(), declarer=(mine + 1) % 4)
    assert winner_of(state, mine, RandomChance(seed)) != mine
    state = replace(state, phase="discard", drawn="A1", source="pile")
    assert winner_of(state, mine, RandomChance(seed)) == mine


def test_a_plaque_taken_from_the_centre_does_not_go_back_at_once() -> None:
    state = CONCEALED_DRAW.initial_state(2, CONCEALED_DRAW.Options(), RandomChance(1)).state
    mine, other = state.turn, 1 - state.turn
    # The last plaque is gone, so mine ends as the round does: a straight of five ranks, one of which must go.
    straight, better = row("A1 B2 C3 D4 E5"), row("A1 B2 C3 D4 E4")
    tableaux = tuple(straight if seat == mine else better for seat in range(2))
    state = replace(state, tableaux=tableaux, phase="discard", drawn="elf", pile=(), centre=(), turns=(1, 1))
    assert winner_of(replace(state, source="pile"), mine, RandomChance(1)) == mine
    assert winner_of(replace(state, source="centre"), mine, RandomChance(1)) == other


def test_the_stakes_of_a_round_are_lives() -> None:
    assert stakes_of((1, 1)) == ((1, 0), (1, 0))
    assert stakes_of((2, 0, 0, 0))[0] == (1, 1)
    for lives in ((2, 2, 2, 2), (2, 1, 1, 0), (1, 2, 3)):
        for (won, lost), share, left in zip(stakes_of(lives), shares_of(lives), lives, strict=True):
            assert won > share > lost if left else won == lost == 0


def playout(state: ConcealedState, seed: int = 1) -> Sequence[float]:
    """What the search takes a state for."""
    assert HOOKS.playout is not None
    return HOOKS.playout(state, 0, RandomChance(seed))


def test_a_round_that_is_over_is_worth_its_lives() -> None:
    state = CONCEALED_DRAW.initial_state(4, CONCEALED_DRAW.Options(), RandomChance(1)).state
    assert playout(replace(state, seated=(1, 2), lives=(0, 2, 1, 0))) == shares_of((0, 2, 1, 0))
    assert playout(replace(state, phase="over", seated=(2,), lives=(0, 0, 1, 0))) == (0, 0, 1, 0)
    named = replace(state, phase="nominate", turn=1, lives=(2, 1, 2, 2))
    assert playout(named) == [stakes_of(named.lives)[seat][seat != 1] for seat in range(4)]


def test_a_match_is_played_on_until_two_are_left() -> None:
    state = CONCEALED_DRAW.initial_state(4, CONCEALED_DRAW.Options(), RandomChance(1)).state
    ends = [playout(replace(state, lives=(2, 2, 2, 1)), seed) for seed in range(400)]
    assert {sum(share > 0 for share in end) for end in ends} == {2}
    means = [sum(shares) / 400 for shares in zip(*ends, strict=True)]
    assert sum(means) == pytest.approx(1)
    assert min(means[:3]) > means[3] > 0


def test_more_thought_leaves_a_weak_rival_in_whom_the_others_will_name() -> None:
    state = CONCEALED_DRAW.initial_state(4, CONCEALED_DRAW.Options(), RandomChance(1)).state
    state = replace(state, phase="nominate", turn=0, lives=(2, 2, 2, 1))
    seen, legal = CONCEALED_DRAW.observation(state, 0), CONCEALED_DRAW.legal_actions(state, 0)
    bot = SearchBot(CONCEALED_DRAW, HOOKS)
    for seed in range(3):
        assert keen(seen, legal, BUDGET, RandomChance(seed)) == Nominate(3)
        assert bot(seen, legal, Budget(60, 2000), RandomChance(seed)) == Nominate(2)


@pytest.mark.parametrize("seed", range(2, 5))
def test_tableaux_imagined_hold_every_plaque_once_and_what_was_seen_taken(seed: int) -> None:
    state = keen_until(3, seed)
    imagine = HOOKS.imagine
    assert imagine is not None
    seen = CONCEALED_DRAW.observation(state, state.turn)
    world = imagine(seen, state.turn, RandomChance(seed))
    everything = [plaque for plaques in (*world.tableaux, world.pile, world.centre) for plaque in plaques]
    assert sorted(everything) == sorted(PLAQUES)
    assert CONCEALED_DRAW.observation(world, state.turn) == seen


@pytest.mark.parametrize("seed", range(3))
def test_who_declared_is_imagined_to_hold_more(seed: int) -> None:
    state = CONCEALED_DRAW.initial_state(4, CONCEALED_DRAW.Options(), RandomChance(seed)).state
    imagine = HOOKS.imagine
    assert imagine is not None
    declarer = (state.turn + 3) % 4
    seen = CONCEALED_DRAW.observation(replace(state, turns=(1,) * 4, declarer=declarer), state.turn)
    worlds = [imagine(seen, state.turn, RandomChance(number)) for number in range(200)]
    held = [sum(strength(world.tableaux[seat]) for world in worlds) / 200 for seat in range(4)]
    assert min(held[declarer] - held[seat] for seat in ((state.turn + 1) % 4, (state.turn + 2) % 4)) > STEP
