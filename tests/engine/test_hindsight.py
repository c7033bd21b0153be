"""What a round showed its players, in every game."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from engine import IllegalAction, choice
from engine.hindsight import Shown, hindsight, hindsight_of
from engine.quick_chance import RandomChance
from games.registry import GAMES


def rounds(slug: str, seed: int, players: int, most: int = 120) -> list[tuple[Any, Mapping[int, Any]]]:
    """The rounds of a match played at random: positions and answers."""
    game, chance = GAMES[slug], RandomChance(seed)
    state = game.initial_state(players, game.Options(), chance).state
    found: list[tuple[Any, Mapping[int, Any]]] = []
    while (asked := game.current_players(state)) and len(found) < most:
        joint = {seat: choice(chance, game.legal_actions(state, seat)) for seat in asked}
        found.append((state, joint))
        state = game.apply(state, joint, chance).state
    return found


def shown(slug: str, seed: int = 1, players: int = 3) -> Counter[tuple[str, Shown]]:
    """How often rounds of each kind of answer showed what."""
    counted: Counter[tuple[str, Shown]] = Counter()
    for state, joint in rounds(slug, seed, players):
        kinds = "+".join(sorted({type(action).__name__ for action in joint.values()}))
        counted[kinds, hindsight(GAMES[slug], players, state, joint)] += 1
    return counted


def test_sealed_bids_that_opened_are_never_taken_back() -> None:
    for slug in ("bid", "hexes", "manipulation"):
        bids = {what for (kinds, what), _ in shown(slug).items() if kinds == "Bid"}
        assert bids and bids <= {Shown.ANSWERS, Shown.CHANCE, Shown.NOTHING}
        for state, joint in rounds(slug, 2, 3):
            chose = sum(len(GAMES[slug].legal_actions(state, seat)) > 1 for seat in joint)
            if chose > 1:
                assert hindsight(GAMES[slug], 3, state, joint) in (Shown.ANSWERS, Shown.CHANCE)


@pytest.mark.parametrize("slug", GAMES)
def test_a_round_that_drew_chance_is_never_taken_back(slug: str) -> None:
    game = GAMES[slug]
    for state, joint in rounds(slug, 3, 3, most=60):
        drew = Counting()
        game.apply(state, joint, drew)
        assert (hindsight(game, 3, state, joint) == Shown.CHANCE) == (drew.count > 0)


class Counting:
    """Chance that counts what is drawn."""

    def __init__(self) -> None:
        self.count, self.chance = 0, RandomChance(1)

    def below(self, bound: int) -> int:
        """Draw a number."""
        self.count += 1
        return self.chance.below(bound)


def test_open_decisions_of_one_seat_may_be_taken_back_and_what_shows_pieces_may_not() -> None:
    open_auction, concealed, hexes = shown("plaque-auction"), shown("concealed-draw"), shown("hexes")
    assert open_auction["Add", Shown.NOTHING] and not open_auction["Add", Shown.PIECES]
    assert open_auction["Pass", Shown.NOTHING]
    assert concealed["Draw", Shown.PIECES] and not concealed["Draw", Shown.NOTHING]
    assert concealed["Take", Shown.NOTHING]
    assert hexes["Take", Shown.NOTHING]
    assert shown("tp5")["MakeStatement", Shown.PIECES]


@pytest.mark.parametrize("slug", GAMES)
def test_a_seat_gets_the_same_reply_in_worlds_that_it_cannot_tell_apart(slug: str) -> None:
    game, compared = GAMES[slug], 0
    for state, joint in rounds(slug, 5, 3, most=12):
        for asker in range(3):
            world = game.imagine(game.observation(state, asker), asker, RandomChance(99))
            try:
                for player, action in joint.items():
                    game.check(world, player, action)
            except IllegalAction:
                continue
            compared += 1
            replies = [hindsight_of(game, 3, asker, where, joint) for where in (state, world)]
            assert bool(replies[0]) == bool(replies[1])
    assert compared > 10


def test_a_code_that_is_seen_to_be_nobodys_goal_is_never_taken_back() -> None:
    """It rules out few of the goals that a player thinks possible, so most positions that are imagined overlook it."""
    game, ways = GAMES["manipulation"], Counter[str]()
    for seed in range(5, 25):
        for state, joint in rounds("manipulation", seed, 3, most=60):
            after = game.apply(state, joint, RandomChance(1)).state
            if after.failed_codes == state.failed_codes:
                continue
            ways["+".join(type(action).__name__ for action in joint.values())] += 1
            assert hindsight(game, 3, state, joint), (seed, state.turn)
    assert min(ways["Replace"], ways["Push"]) > 30


class Secrets:
    """Two seats; the second has a number below 100 and is asked if it is the one that the first guesses."""

    def apply(self, state: int, joint: Mapping[int, int], chance: Any) -> Any:
        """Say if the guess was right."""
        return Said((state, joint[1] == state))

    def observation(self, state: Any, viewer: int) -> Any:
        """The number for its owner, and the reply for all."""
        number, told = state if isinstance(state, tuple) else (state, None)
        return (number if viewer == 1 else None, told)

    def imagine(self, seen: Any, viewer: int, chance: RandomChance) -> int:
        """Any number, or the one that is seen."""
        return seen[0] if viewer == 1 else chance.below(100)

    def legal_actions(self, state: Any, player: int) -> range:
        """Guess any number."""
        return range(100)

    def check(self, state: Any, player: int, action: int) -> None:
        """Allow all."""

    def check_joint(self, state: Any, joint: Mapping[int, int]) -> None:
        """Allow all."""

    def rules_out(self, before: Any, after: Any) -> bool:
        """Leave it to what is imagined."""
        return False


@dataclass(frozen=True)
class Said:
    """The step of such a guess."""

    state: Any
    events: tuple[Any, ...] = ()


def test_what_was_rare_is_always_found_and_what_rules_out_little_may_pass() -> None:
    game: Any = Secrets()
    for number in range(100):
        assert hindsight(game, 2, number, {1: number}) == Shown.PIECES, "one position of a hundred is left"
    ruled_out = [hindsight(game, 2, number, {1: (number + 1) % 100}) for number in range(100)]
    assert set(ruled_out) == {Shown.NOTHING, Shown.PIECES}, "one position of a hundred is ruled out"
    assert 50 < ruled_out.count(Shown.NOTHING) < 90
