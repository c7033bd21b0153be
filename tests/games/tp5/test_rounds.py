"""A whole round, and one for each phestivity alone."""

from collections import Counter
from collections.abc import Mapping

import pytest

from engine import Step
from engine.quick_chance import RandomChance
from games.tp5.rules import TP5
from games.tp5.rules.actions import (
    PASS,
    CallNumber,
    Claim,
    Disgrace,
    Evict,
    Give,
    Hog,
    LayMine,
    MakeStatement,
    PassOn,
    SendBack,
    Tp5Action,
    TurnUp,
    Warp,
)
from games.tp5.rules.options import KEYS, TITLES, Key
from games.tp5.rules.state import Tp5State
from tests.games.tp5.tables import new_match

PLAYERS = 5

EXPECTED: dict[Key, list[str]] = {
    "double_dip": ["all_turned_up", "hands_declared", "hands_declared", "match_ended"],
    "thats_mine": ["identifiers_given"],
    "commune": ["identifiers_given"],
    "land_mine": ["die_rolled", "mines_laid", "all_turned_up"],
    "tile_trickery": ["tiles_dealt", "tiles_passed", "tile_turned_up"],
    "disgrace_the_ace": ["die_rolled", "ace_disgraced", "all_turned_up"],
    "hogging": ["tile_hogged"],
    "centering_in": ["tile_claimed", "die_rolled"],
    "number_is_up": ["number_called", "die_rolled"],
    "around_the_world": ["tile_claimed", "die_rolled"],
    "time_warp": ["claims_warped", "tile_claimed", "tile_claimed", "tile_claimed", "die_rolled"],
    "best_of_both": ["die_rolled", "all_turned_up", "hands_declared"],
    "eviction": ["eviction_began", "identifier_sent_back"],
}
"""Events that must follow one another, of a round with that phestivity alone."""


class AcesFirst:
    """Dice fall as they like, but every first roll after the claims is an ace."""

    def __init__(self) -> None:
        self.other = RandomChance(8)
        self.claimed = False

    def below(self, bound: int) -> int:
        """An ace for the roll that matters, then anything else."""
        if bound == 6 and self.claimed:
            self.claimed = False
            return 5
        return self.other.below(bound)


def scripted(state: Tp5State, player: int) -> Tp5Action:
    """Do what the phestivity in play allows, whenever it does."""
    legal = TP5.legal_actions(state, player)
    for kind in (Hog, LayMine, Disgrace, CallNumber, Warp, Evict, SendBack, Give, PassOn, TurnUp, MakeStatement):
        for action in legal:
            if isinstance(action, kind):
                return action
    claims = [action for action in legal if isinstance(action, Claim)]
    crowded = [action for action in claims if action.place // 4 == state.dealer]
    return (crowded or claims)[-1] if claims else PASS


def play(key: Key | None) -> Step[Tp5State]:
    """Play one round with one phestivity; a window is used once."""
    chance = AcesFirst()
    step = new_match(PLAYERS, *([key] if key else []), chance=chance)
    state, events = step
    used = False
    while state.asked:
        chance.claimed = state.phase in ("claim", "before_roll", "place_again")
        joint: Mapping[int, Tp5Action]
        if used and state.phase in ("before_roll", "disgrace"):
            joint = dict.fromkeys(state.asked, PASS)
        else:
            joint = {player: scripted(state, player) for player in state.asked}
        used = used or state.phase in ("before_roll", "disgrace")
        after = TP5.apply(state, joint, chance)
        state, events = after.state, events + after.events
    return Step(state, events)


def names_of(step: Step[Tp5State]) -> list[str]:
    """The tags of all events."""
    return [type(event).__struct_config__.tag for event in step.events]  # type: ignore[misc]


def test_a_plain_round_in_its_order() -> None:
    step = play(None)
    assert [name for name, _ in Counter(names_of(step)).items()] == [
        "dealer_rolled",
        "round_began",
        "tiles_dealt",
        "tile_turned_up",
        "rows_laid_out",
        "statement_made",
        "tile_claimed",
        "die_rolled",
        "all_turned_up",
        "hands_declared",
        "match_ended",
    ]
    assert Counter(names_of(step))["tile_claimed"] == 4 * PLAYERS
    assert Counter(names_of(step))["statement_made"] == PLAYERS


@pytest.mark.parametrize("key", KEYS, ids=TITLES.__getitem__)
def test_a_round_with_one_phestivity_alone(key: Key) -> None:
    step = play(key)
    names = names_of(step)
    wanted = iter(names)
    assert all(name in wanted for name in EXPECTED[key]), names
    assert step.state.phase == "over"
    assert names.count("phestivities_chosen") == 1


@pytest.mark.parametrize("key", KEYS, ids=TITLES.__getitem__)
def test_a_phestivity_that_is_not_in_play_does_nothing(key: Key) -> None:
    """What only one of them can bring about never happens without it."""
    own = {"thats_mine", "land_mine", "tile_trickery", "disgrace_the_ace", "hogging", "number_is_up", "time_warp"}
    if key in own | {"eviction", "commune"}:
        assert not set(EXPECTED[key]) <= set(names_of(play(None)))
    names = names_of(play(key))
    assert names.count("hands_declared") == (2 if key == "double_dip" else 1)


def test_duties_are_met_in_a_whole_round() -> None:
    centre = play("centering_in").state
    assert all(sum(seat in owners for owners in centre.claims[4 * PLAYERS :]) >= 2 for seat in range(PLAYERS))
    world = play("around_the_world").state
    for seat in range(PLAYERS):
        rows = [place for place in range(4 * PLAYERS) if place // 4 != seat and seat in world.claims[place]]
        assert len(rows) >= 3
