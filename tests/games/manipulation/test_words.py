"""Options, words, points and the bot."""

import time
from typing import Any

import msgspec
import pytest

from engine import Mark, Wording, choice
from engine.bots import BUDGET
from engine.names import ReaderNames
from engine.playthrough import SeatNumbers
from engine.quick_chance import RandomChance
from games.manipulation.rules import MANIPULATION, RULINGS
from games.manipulation.rules import events as rule_events
from games.manipulation.rules.actions import Bid, Force, Keep, Pass, Pull, Push, Replace, Try
from games.manipulation.rules.options import ManipulationOptions
from games.manipulation.rules.state import ManipulationState
from tests.games.manipulation.matches import steps
from tests.games.manipulation.positions import bid, code_of, play, position

HANDS = ("Sn S4 S2", "M2 M3 Ca", "Cn C2 C3", "An Aa A4")
WORDS: Wording[Any, Any, Any] = MANIPULATION.wording


MAREK = ReaderNames(("Ben", "Marek", "Ann"), 0)
"""Seat 0 reads; seat 1 is Marek."""


@pytest.mark.parametrize("limit", [24, 36, 60, 240, None])
def test_limits_on_offer(limit: int | None) -> None:
    assert msgspec.convert({"turn_limit": limit}, ManipulationOptions).turn_limit == limit


@pytest.mark.parametrize("fields", [{"turn_limit": n} for n in (12, 25, 30, 252, "60")] + [{"suits_to_win": 2}])
def test_options_not_on_offer(fields: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(fields, ManipulationOptions)


def test_options_by_default() -> None:
    assert ManipulationOptions() == ManipulationOptions(turn_limit=96, suits_to_win=3)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (rule_events.Pushed(0, "Sn", "S5"), "You pushed the null of Suns into the code in place of the 5 of Suns."),
        (rule_events.Drew(1, None), "Marek drew a tile."),
        (rule_events.Drew(0, "S2"), "You drew the 2 of Suns."),
        (rule_events.Forced(1, 0, "S2"), "Marek forced you to discard a tile at random: the 2 of Suns."),
        (rule_events.TookBack(0, 1), "You took back the ace."),
        (rule_events.CoinsRevealed(1, (2, 0, None)), "You bid the 2 and Marek bid the null."),
        (rule_events.CoinsRevealed(2, (1, None, 3)), "To break the tie, you bid the ace and Ann bid the 3."),
        (
            rule_events.CoinsDrawn((None, 5, 0)),
            "To break the tie by chance, Marek drew the 5 and Ann drew the null; no coin was spent.",
        ),
        (rule_events.DiceRolled((1, 0, None)), "You rolled an ace and Marek rolled a null."),
        (rule_events.Tied(1, (0, 1), 4), "You and Marek tied for highest with the 4; each spent it."),
        (rule_events.Tied(2, (0, 1), 0), "You and Marek tied for highest with the null; nulls are never spent."),
        (rule_events.Won(1, 5), "Marek won the auction and spent the 5."),
        (rule_events.Won(1, 0), "Marek won the auction."),
        (rule_events.Won(0, None), "You won the auction."),
    ],
)
def test_sentences_fit_you_and_others(event: rule_events.ManipulationEvent, sentence: str) -> None:
    assert WORDS.events([event], MAREK) == [sentence]


def test_the_winner_of_a_match_is_named_with_all_goals() -> None:
    ended = rule_events.Ended(0, (code_of("nnnn"), code_of("2222")), (1, 2))
    (sentence,) = WORDS.events([ended], MAREK)
    assert sentence.startswith("The code matched your goal, and you won: your goal was null of Suns,")
    assert "Marek's goal was 2 of Suns" in sentence


def test_answers_in_words() -> None:
    state = position(HANDS, pile="A2 A3", player=1)
    seen = MANIPULATION.observation(state, 1)
    words = {
        action: WORDS.choice(action, seen, SeatNumbers())
        for action in (Push("S4"), Try("S2"), Pass("S2"), Pull(), Bid(1))
    }
    assert words[Push("S4")] == "Push the 4 of Suns in place of the 5 of Suns"
    assert words[Try("S2")] == "Try the 2 of Suns against the 5 of Suns in an auction"
    assert words[Pass("S2")] == "Pass and discard the 2 of Suns"
    assert words[Bid(1)] == "Bid the ace"
    assert WORDS.choice(Force(2), seen, MAREK) == "Force Ann to discard a tile at random"


def test_tasks_and_decisions_name_the_tiles() -> None:
    pulled = play(position(HANDS[:2], pile="A2 A3"), {0: Pull()}).state
    assert WORDS.task(MANIPULATION.observation(pulled, 1), 1) == "Seal one coin as your bid on the 2 of Arms"
    tied = MANIPULATION.observation(bid(pulled, 3, 3).state, 1)
    assert WORDS.task(tied, 1) == "Seal another coin to break the tie over the 2 of Arms"
    won = MANIPULATION.observation(bid(pulled, 1, 3).state, 1)
    assert WORDS.task(won, 1) == "Decide whether the 2 of Arms replaces the 5 of Arms in the code"
    assert WORDS.choice(Replace(), won, SeatNumbers()) == "Put the 2 of Arms into the code and discard the 5 of Arms"
    assert WORDS.choice(Keep(), won, SeatNumbers()) == "Keep the 5 of Arms in the code and discard the 2 of Arms"


def test_stage_and_result() -> None:
    def seen(**fields: Any) -> Any:
        return MANIPULATION.observation(position(HANDS[:3], pile="A2 A3", turn=7, **fields), None)

    assert WORDS.stage(seen()) == "turn 7 of 60, four suits to win"
    assert WORDS.stage(seen(options=ManipulationOptions())) == "turn 7 of 96"
    assert (
        WORDS.stage(seen(options=ManipulationOptions(turn_limit=None, suits_to_win=4))) == "turn 7, four suits to win"
    )
    won = seen(goals=("5555", "nnnn", "2222"), final_places=(1, 2, 2))
    assert WORDS.result(won) == "a goal matched in 4 suits after 7 turns"
    placed = seen(goals=("nnn5", "nnnn", "2222"), final_places=(1, 2, 2))
    assert WORDS.result(placed) == "goals matched in 1 suit to 0 and 0 after 7 turns"


def test_every_turn_makes_one_mark() -> None:
    marks = [mark for _, events in steps(3, 2) for mark in WORDS.marks(events)]
    assert [mark.round for mark in marks] == list(range(1, len(marks) + 1))
    assert WORDS.marks([rule_events.TurnEnded(4, 0, 1, "Sa")]) == [Mark(4, 1, "Suns ace")]
    assert WORDS.marks([rule_events.TurnEnded(4, 0, None, None)]) == [Mark(4, None, "–")]


def test_points_are_numbered_without_a_gap() -> None:
    assert list(RULINGS) == [f"M{number}" for number in range(1, len(RULINGS) + 1)]
    assert all(text.endswith(".") for text in RULINGS.values())


def steady(state: ManipulationState, player: int) -> Any:
    seen = MANIPULATION.observation(state, player)
    return MANIPULATION.bots["steady"](seen, MANIPULATION.legal_actions(state, player), BUDGET, RandomChance(1))


def test_the_bot_pushes_what_it_wants() -> None:
    state = position(HANDS, goals=("nn22", "aaaa", "2222", "3333"), pile="A2 A3")
    assert steady(state, 0) == Push("Sn")


def test_the_bot_decides_for_its_goal() -> None:
    state = play(position(HANDS[:2], goals=("4442", "5555"), pile="A2 A3"), {0: Pull()}).state
    assert steady(bid(state, 3, 2).state, 0) == Replace()
    assert steady(bid(state, 2, 3).state, 1) == Keep()
    assert steady(state, 1) == Bid(5)


def test_the_bot_beats_random_play() -> None:
    won = 0
    for seed in range(30):
        chance = RandomChance(seed)
        state = MANIPULATION.initial_state(2, ManipulationOptions(), chance).state
        while asked := MANIPULATION.current_players(state):
            joint = {player: choice(chance, MANIPULATION.legal_actions(state, player)) for player in asked}
            if seed % 2 in joint:
                joint[seed % 2] = steady(state, seed % 2)
            state = MANIPULATION.apply(state, joint, chance).state
        won += state.final_places is not None and state.final_places[seed % 2] == 1
    assert won >= 24


def test_the_bot_is_quick() -> None:
    state = position(HANDS, pile="A2 A3")
    began = time.process_time()
    for _ in range(100):
        steady(state, 0)
    assert (time.process_time() - began) / 100 < 0.005


def test_a_log_reads_with_seat_numbers() -> None:
    _, events = play(position(HANDS, pile="A2 A3"), {0: Push("Sn")})
    assert WORDS.events(list(events), SeatNumbers())[1] == "Seat 0 drew the 2 of Arms."
