"""Words, forms, points and the bot of TP5."""

import time

import msgspec
import pytest
from msgspec.structs import replace

from engine import IllegalAction, Mark
from engine.bots import BUDGET
from engine.names import ReaderNames
from engine.quick_chance import RandomChance
from games.tp5.bot import steady
from games.tp5.rules import TP5
from games.tp5.rules.actions import (
    PASS,
    CallNumber,
    Choose,
    Claim,
    Give,
    LayMine,
    MakeStatement,
    SendBack,
    Tp5Action,
    TurnUp,
)
from games.tp5.rules.events import HandsDeclared, IdentifiersGiven, StatementMade, TileClaimed, TilesDealt
from games.tp5.rules.hands import hand_with_die
from games.tp5.rules.options import Tp5Options
from games.tp5.rules.rulings import RULINGS
from games.tp5.rules.view import Tp5Observation
from tests.games.tp5.tables import answer, new_match, play_out, table, window

MAREK = ReaderNames(("Marek", "Anna", "Tom"), 0)
ANNA = ReaderNames(("Marek", "Anna", "Tom"), 1)


def sentences_for(event: object, reader: ReaderNames) -> list[str]:
    return TP5.wording.events([event], reader)  # type: ignore[list-item]


def test_sentences_suit_you_and_others() -> None:
    claimed = TileClaimed(0, 0, (1, 1))
    assert sentences_for(claimed, MAREK) == ["You claimed tile 2 of Anna's row."]
    assert sentences_for(claimed, ANNA) == ["Marek claimed tile 2 of your row."]
    in_own_row = TileClaimed(0, 0, (0, 2))
    assert sentences_for(in_own_row, MAREK) == ["You claimed tile 3 of your row."]
    assert sentences_for(in_own_row, ANNA) == ["Marek claimed tile 3 of their own row."]
    assert sentences_for(TileClaimed(0, 1, (None, 2)), ANNA) == [
        "Marek claimed tile 3 of the centre, with your identifier."
    ]
    given = IdentifiersGiven(((1,), (0, 2), (0, 1)))
    assert sentences_for(given, MAREK) == [
        "You gave an identifier to Anna; Anna gave an identifier each to you and Tom; "
        "Tom gave an identifier each to you and Anna."
    ]
    statement = StatementMade(1, 0, ("S", "M"), (2, 3, 5))
    assert sentences_for(statement, ANNA) == [
        "You said of tile 1: its suit is Suns or Moons and its value is two, three or five."
    ]


def test_dealt_tiles_are_told_to_their_owner() -> None:
    dealt = TilesDealt((("Sn", "Ma", "C3", "A5"), ("S2", "S3", "S4", "S5")), 16)
    assert sentences_for(dealt.seen_by(0), ReaderNames(("Marek", "Anna"), 0)) == [
        "Four tiles went to each player and 16 to the centre; "
        "to you the null of Suns, the ace of Moons, the 3 of Crowns and the 5 of Arms."
    ]


def test_hands_are_declared_in_poker_words() -> None:
    hands = (hand_with_die(("M5", "C5", "S3", "M3"), 5), hand_with_die(("Sn", "M2"), 5))
    event = HandsDeclared(2, 1, hands, (0,))
    assert sentences_for(event, MAREK) == [
        "You declared full house, fives over threes, with the die as a five of Suns; "
        "Anna declared high tile, five, with the die as a five of Suns. You won round 2."
    ]
    assert TP5.wording.marks([event]) == [Mark(2, 0, "full house")]
    shared = HandsDeclared(2, 2, (hands[0], hands[0]), (0, 1))
    assert TP5.wording.marks([shared]) == [Mark(2, None, "dip: full house, shared by 2")]
    assert sentences_for(shared, ANNA)[0].endswith("Marek and you shared the second contest of round 2.")


def test_choices_name_players_as_the_reader_does() -> None:
    seen = TP5.observation(replace(table(4), up=(13,)), 0)

    def words(action: Tp5Action, seen: Tp5Observation) -> str:
        return TP5.wording.choice(action, seen, ReaderNames(("Marek", "Anna", "Tom", "Zoe"), 0))

    assert words(Claim(1, 0), seen) == "Tile 2 of your row, the ace of Suns"
    assert words(Claim(4, 0), seen) == "Tile 1 of Anna's row"
    assert words(Claim(13, 3), seen) == "Tile 2 of Zoe's row, the ace of Crowns, with Zoe's identifier"
    assert words(Give((1, 2, 3)), seen) == "Give to Anna, Tom and Zoe"
    assert words(SendBack(2, 1), seen) == "Send back Tom's identifier on tile 2 of your row, the ace of Suns"
    assert words(Claim(16, 0), seen) == "Tile 1 of the centre"
    assert words(TurnUp(3), seen) == "Turn up tile 4, the 3 of Suns"
    assert words(MakeStatement(2, ("S",), (2,)), seen) == (
        "Say of tile 3, the 2 of Suns, that its suit is Suns and its value is two"
    )
    assert words(CallNumber(16, 6), seen) == "Give up tile 1 of the centre and call aces"
    assert words(LayMine(16, "Aa"), seen) == "Give up tile 1 of the centre and mine the ace of Arms"
    assert words(PASS, seen) == "Pass"
    assert words(Choose(()), seen) == "No phestivities"
    assert words(Choose(("land_mine", "hogging")), seen) == "Land Mine and Hogging it all for yourself"


def test_stage_and_result() -> None:
    over = play_out(new_match(3), RandomChance(1)).state
    seen = TP5.observation(over, None)
    assert TP5.wording.stage(seen) == "round 1 of 1, ended"
    assert TP5.wording.result(replace(seen, points=(2, 1, 5), beaten=(0, 0, 9))) == "5 points to 2 and 1"
    tied = replace(seen, points=(2, 2, 1), beaten=(3, 7, 1))
    assert TP5.wording.result(tied) == "2 points to 2 and 1, with 7 players beaten to 3"


def test_the_result_of_a_large_table_is_short() -> None:
    seen = TP5.observation(play_out(new_match(6), RandomChance(1)).state, None)
    many = replace(seen, points=(0, 1, 3, 1, 0, 0), beaten=(0,) * 6)
    assert TP5.wording.result(many) == "3 points to 1 for 2 players and 0 for 3"
    alone = replace(seen, points=(0, 0, 1, 0, 0, 0), beaten=(0,) * 6)
    assert TP5.wording.result(alone) == "1 point to 0 for 5 players"


# Forms


def test_a_statement_can_be_composed_of_fields() -> None:
    raw = TP5.read_form({"slot": ["1"], "suit": ["A", "S"], "value": ["5", "2"]})
    assert TP5.action_from(raw) == MakeStatement(1, ("S", "A"), (2, 5))


@pytest.mark.parametrize(
    "fields",
    [
        {"slot": ["x"]},
        {"slot": ["1", "2"]},
        {"slot": ["-1"], "suit": ["S"], "value": ["2"]},
        {"slot": ["1"], "suit": ["S"], "value": ["²"]},
        {"slot": ["9" * 5000], "suit": ["S"], "value": ["2"]},
        {"slot": ["7"], "suit": ["S"], "value": ["2"]},
        {"slot": ["1"], "suit": ["S"], "value": ["9"]},
        {"phestivity": ["no such thing"]},
        {},
    ],
)
def test_forms_that_cannot_be_read_are_refused(fields: dict[str, list[str]]) -> None:
    with pytest.raises(IllegalAction) as refusal:
        TP5.action_from(TP5.read_form(fields))
    assert refusal.value.code in ("malformed_answer", "answer_missing")


def test_a_composed_statement_with_an_unknown_suit_or_nothing_is_refused() -> None:
    state = table(3, phase="statement")
    for fields in ({"slot": ["1"], "suit": ["Z"], "value": ["2"]}, {"slot": ["1"]}):
        with pytest.raises(IllegalAction) as refusal:
            TP5.check(state, 0, TP5.action_from(TP5.read_form(fields)))
        assert refusal.value.code == "statement_unclear"


def test_phestivities_can_be_composed_of_fields() -> None:
    raw = TP5.read_form({"phestivity": ["", "hogging", "land_mine"]})
    assert TP5.action_from(raw) == Choose(("land_mine", "hogging"))
    assert TP5.action_from(TP5.read_form({"phestivity": [""]})) == Choose(())


def test_any_answer_can_be_sent_as_json() -> None:
    action = Claim(17, 2)
    fields = {"action": [msgspec.json.encode(action).decode()]}
    assert TP5.action_from(TP5.read_form(fields)) == action


# Points


def test_points_run_from_t1_without_a_gap() -> None:
    assert list(RULINGS) == [f"T{number}" for number in range(1, len(RULINGS) + 1)]
    assert all(text.endswith(".") for text in RULINGS.values())


# The bot


def bot_plays(players: int, seed: int, rounds: int) -> tuple[int, ...]:
    """Seat 0 is steady, the others play at random."""
    chance = RandomChance(seed)
    state = TP5.initial_state(players, Tp5Options(rounds=rounds, chosen_by="host"), chance).state
    while state.asked:
        joint = {}
        for player in state.asked:
            legal = TP5.legal_actions(state, player)
            seen = TP5.observation(state, player)
            joint[player] = steady(seen, legal, BUDGET, chance) if player == 0 else legal[chance.below(len(legal))]
        state = TP5.apply(state, joint, chance).state
    return state.points


def test_steady_wins_more_often_than_chance() -> None:
    points = [bot_plays(4, seed, 20) for seed in range(6)]
    mine = sum(one[0] for one in points)
    others = sum(sum(one[1:]) for one in points) / 3
    assert mine > 1.25 * others


def test_steady_answers_within_five_milliseconds() -> None:
    chance = RandomChance(2)
    state = TP5.initial_state(12, Tp5Options(rounds=1), chance).state
    spent, answers = 0.0, 0
    while state.asked:
        joint = {}
        for player in state.asked:
            legal, seen = TP5.legal_actions(state, player), TP5.observation(state, player)
            began = time.process_time()
            joint[player] = steady(seen, legal, BUDGET, chance)
            spent += time.process_time() - began
            answers += 1
            assert joint[player] in legal
        state = TP5.apply(state, joint, chance).state
    assert spent / answers < 0.005


def test_steady_hides_its_pairs_and_speaks_of_what_matters_least() -> None:
    row = ("S5", "M5", "Cn", "A4")
    state = table(3, tiles=row, phase="turn_up", shown=(None,) * 3, shown_at=(None,) * 3)
    shown = steady(TP5.observation(state, 0), TP5.legal_actions(state, 0), BUDGET, RandomChance(1))
    assert shown == TurnUp(2)
    state = table(3, tiles=row, phase="statement", shown_at=(2, 0, 0))
    statement = steady(TP5.observation(state, 0), TP5.legal_actions(state, 0), BUDGET, RandomChance(1))
    assert isinstance(statement, MakeStatement)
    assert statement.slot == 3
    assert len(statement.suits) * len(statement.values) == 12


def test_steady_claims_what_goes_with_what_it_has_and_passes_in_windows() -> None:
    row = ("S5", "M5", "Cn", "A4")
    state = table(3, tiles=row, claims={0: (0,)})
    first = steady(TP5.observation(state, 0), TP5.legal_actions(state, 0), BUDGET, RandomChance(1))
    assert first == Claim(1, 0)
    answer(state, first)
    open_window = window(3, "number_is_up", claims={0: (0,)})
    legal = TP5.legal_actions(open_window, 0)
    assert steady(TP5.observation(open_window, 0), legal, BUDGET, RandomChance(1)) == PASS
