"""The option of pawns that may be spent once an Ace of Arms has shown all hands (B14)."""

import pytest
from msgspec.structs import replace

from engine import Event, choice
from engine.quick_chance import RandomChance
from games.bid.rules import BID
from games.bid.rules.actions import BidAction, LetStand, Reroll
from games.bid.rules.events import (
    BidsRevealed,
    BonusScored,
    DiceRerolled,
    DiceRolled,
    DiceStood,
    HandsShown,
    MatchEnded,
)
from games.bid.rules.options import BidOptions
from games.bid.rules.state import BidState
from tests.games.bid.table import PLAIN, STRONG_FIRST, STRONG_TWO, bid, faces, opened, play

STAND, REROLL = LetStand(), Reroll()
ARMS = "S2 M2 C2 Aa"


def arms(reroll: str = "late_pawns", **fields: object) -> BidState:
    """An Ace of Arms lies there, and the first window is open."""
    return replace(opened(dice=ARMS, reroll=reroll), hands=STRONG_FIRST, **fields)


def standing(state: BidState) -> dict[int, BidAction]:
    """Everyone who is asked lets the dice stand."""
    return dict.fromkeys(BID.current_players(state), STAND)


def test_a_pawn_may_be_given_up_once_all_hands_are_shown() -> None:
    shown = play(arms(), standing(arms()))
    assert shown.events == (DiceStood(), HandsShown(STRONG_FIRST), BonusScored((0,), 5))
    assert (shown.state.phase, BID.current_players(shown.state)) == ("reroll", (0, 1, 2))
    assert list(BID.legal_actions(shown.state, 1)) == [STAND, REROLL]
    assert BID.observation(shown.state, None).hands_shown == STRONG_FIRST
    again = play(shown.state, {0: STAND, 1: REROLL, 2: REROLL}, then=PLAIN)
    assert again.events == (DiceRerolled(1, faces(PLAIN)),)
    # The auction is cancelled and the hands close; what was scored stays.
    assert (again.state.scores, again.state.hands_shown) == ((5, 0, 0), False)
    assert BID.observation(again.state, None).hands_shown == (None, None, None)
    assert (again.state.phase, BID.current_players(again.state)) == ("reroll", (0, 2))


def test_bids_follow_once_all_let_the_shown_dice_stand() -> None:
    state = play(arms(), standing(arms())).state
    step = play(state, standing(state))
    assert step.events == (DiceStood(),)
    assert (step.state.phase, step.state.scores, step.state.hands_shown) == ("bid", (5, 0, 0), True)
    after = bid(step.state, "S2", "M2", "C5").state
    assert (after.round, after.hands_shown) == (2, False)


def test_another_ace_of_arms_shows_hands_and_pays_again() -> None:
    state = play(arms(), standing(arms())).state
    rolled = play(state, {0: STAND, 1: STAND, 2: REROLL}, then=ARMS).state
    assert (rolled.phase, rolled.hands_shown, rolled.scores) == ("reroll", False, (5, 0, 0))
    step = play(rolled, standing(rolled))
    assert step.events == (DiceStood(), HandsShown(STRONG_FIRST), BonusScored((0,), 5))
    assert (step.state.phase, step.state.scores) == ("reroll", (10, 0, 0))


@pytest.mark.parametrize("reroll", ["pawns", "coins"])
def test_without_the_option_bids_follow_at_once(reroll: str) -> None:  # B3
    state = arms(reroll)
    assert play(state, standing(state)).state.phase == "bid"


def test_without_a_pawn_left_nobody_is_asked_again() -> None:
    state = arms(pawns=(False, False, True))
    step = play(state, {2: REROLL}, then=ARMS)
    assert [type(event) for event in step.events] == [DiceRerolled, HandsShown, BonusScored]
    assert step.state.phase == "bid"


def test_a_bonus_that_ends_the_match_leaves_nothing_to_ask() -> None:  # B10
    step = play(arms(scores=(95, 3, 0)), standing(arms()))
    assert step.state.phase == "over"
    assert step.events[-1] == MatchEnded((100, 3, 0))
    level = replace(arms(scores=(95, 95, 0)), hands=STRONG_TWO)
    assert play(level, standing(level)).state.phase == "reroll"


def test_the_late_question_is_one_about_the_dice() -> None:
    """A conditional move for a question about dice serves both windows."""
    state = play(arms(), standing(arms())).state
    seen = BID.observation(state, 0)
    assert BID.conditionals.kind(seen) == "reroll"
    assert REROLL in BID.conditionals.ahead(seen, 0)["reroll"]
    assert "your pawn" in BID.wording.task(seen, 0)


Expected = tuple[str, tuple[int, ...]]
"""The phase, and who is asked."""


class Referee:
    """B2, B3, B10 and B14 once more, from the text of the rulings and from public events alone."""

    def __init__(self, players: int, target: int) -> None:
        self.pawns = set(range(players))
        self.points = [0] * players
        self.target = target
        self.hands = "closed"
        self.window = "first"

    def hear(self, events: tuple[Event, ...]) -> None:
        """Follow a step up to the bids, and on from the next roll."""
        for event in events:
            match event:
                case DiceRolled():
                    self.window, self.hands = "first", "closed"
                case DiceRerolled(player=player):
                    assert player in self.pawns
                    self.pawns.remove(player)
                    self.window, self.hands = "first", "closed"
                case DiceStood():
                    self.window = "bids" if self.hands == "open" else "settled"
                case HandsShown():
                    assert self.hands == "closed", "Hands are shown once for each roll."
                    self.hands, self.window = "open", "late"
                case BonusScored(players=players, points=points):
                    for player in players:
                        self.points[player] += points
                case BidsRevealed():
                    assert self.window != "late" or not self.pawns
        if self.window == "settled" or (self.window in ("first", "late") and not self.pawns):
            self.window = "bids"

    def is_won(self) -> bool:
        """B10."""
        best = max(self.points)
        return best >= self.target and self.points.count(best) == 1


@pytest.mark.parametrize("players", [3, 4])
def test_a_referee_of_its_own_agrees_with_every_step(players: int) -> None:
    chance, late = RandomChance(players), 0
    for _ in range(40):
        step = BID.initial_state(players, BidOptions(reroll="late_pawns", target=40), chance)
        referee = Referee(players, 40)
        while asked := BID.current_players(step.state):
            before = step.state
            joint = {seat: choice(chance, BID.legal_actions(before, seat)) for seat in asked}
            referee.points = list(before.scores)
            step = BID.apply(before, joint, chance)
            referee.hear(step.events)
            late += before.hands_shown and any(isinstance(event, DiceRerolled) for event in step.events)
            if before.phase == "reroll":
                assert step.state.scores == tuple(referee.points)
                assert (step.state.phase == "over") == referee.is_won()
            if step.state.phase in ("reroll", "bid"):
                assert (step.state.phase == "bid") == (referee.window == "bids")
                assert step.state.hands_shown == (referee.hands == "open")
            if step.state.phase == "reroll":
                assert set(BID.current_players(step.state)) == referee.pawns
    assert late > 3
