"""The sentences people read."""

import re

import pytest
from msgspec.structs import replace

from engine import Mark
from engine.names import ReaderNames
from games.hexes.rules import HEXES
from games.hexes.rules.actions import FINISH, Bid, Place, Take
from games.hexes.rules.board import DIRECTIONS, Cell, Laid, Meeting
from games.hexes.rules.events import (
    BidsRevealed,
    FirstHexLaid,
    HexesDrawn,
    HexPlaced,
    HexTaken,
    MatchEnded,
    NothingLaid,
    PotShared,
    RunScored,
    TieBreakerDealt,
    TieBreakerPassed,
)
from games.hexes.rules.rulings import RULINGS
from games.hexes.rules.tiles import SPECIALS
from games.hexes.rules.wording import WAYS, cell_words
from tests.games.hexes.tables import FIRST, bid, bidding, only, play, table

WORDS = HEXES.wording


AT_TABLE = ReaderNames(("Marek", "Ann", "Yuki"), me=1)
"""Marek and Yuki, read by the one between them."""

MET = Meeting(1, 0, 3, "A")


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (FirstHexLaid("AAASSS"), "The match began with the halved Amber and Sky hex on the board."),
        (TieBreakerDealt(1), "You got the tie-breaker at random."),
        (
            HexesDrawn(3, ("ASASAS", "AACCSS", "ABCFIS")),
            "Turn 3 began with the alternating Amber and Sky hex, the Amber, Clay and Sky hex "
            "and the special without Plum.",
        ),
        (
            BidsRevealed(3, (2, 3, 0), (1, 0, 2)),
            "Marek bid 2, you bid 3 and Yuki bid 0, so you went first, then Marek and Yuki.",
        ),
        (HexTaken(0, "AAASSS", was_last=False), "Marek took the halved Amber and Sky hex."),
        (HexTaken(1, "AAASSS", was_last=True), "You got the last one, the halved Amber and Sky hex."),
        (
            HexPlaced(2, "AAASSS", 2, -1, 2),
            "Yuki laid the halved Amber and Sky hex 1 up right and 1 right of the first hex, turned by 120°.",
        ),
        (
            HexPlaced(1, "AAASSS", 0, 1, 0),
            "You laid the halved Amber and Sky hex 1 down right of the first hex, not turned.",
        ),
        (
            RunScored(1, 3, 5, (MET, MET), (MET,)),
            "Your run of 3 hexes scored 5 points: 4 for 2 meetings inside it and 1 for 1 meeting with other hexes.",
        ),
        (RunScored(1, 2, 2, (MET,), ()), "Your run of 2 hexes scored 2 points: 1 meeting inside it."),
        (RunScored(0, 1, 1, (), (MET,)), "Marek's hex scored 1 point: 1 meeting with other hexes."),
        (RunScored(0, 1, 0, (), ()), "Marek's hex scored no points."),
        (NothingLaid(1), "You laid nothing."),
        (
            PotShared(17, 3, 2),
            "The bids brought the pot to 17 tokens: everyone got 3, and two stayed in it.",
        ),
        (
            PotShared(1, 0, 1),
            "The bids brought the pot to 1 token, too few to share.",
        ),
        (PotShared(6, 2, 0), "The bids brought the pot to 6 tokens: everyone got 2."),
        (TieBreakerPassed(1), "The tie-breaker passed to you."),
        (MatchEnded("specials"), "The match ended: enough specials lay on the board."),
        (MatchEnded("bag"), "The match ended: the bag held too few hexes for another turn."),
    ],
)
def test_each_event_is_a_sentence_that_fits_you_and_others(event, sentence):
    assert WORDS.events([event], AT_TABLE) == [sentence]


def test_a_box_of_the_strip_names_who_chose_first():
    revealed = only(bid(bidding([7, 7, 7]), 1, 4, 2), BidsRevealed)
    assert WORDS.marks([NothingLaid(0), revealed]) == [Mark(1, 1, "bid 4")]


@pytest.mark.parametrize(
    ("specials", "words"),
    [
        (0, "turn 6, 0 of 3 specials laid"),
        (1, "turn 6, 1 of 3 specials laid"),
        (2, "turn 6, 2 of 3 specials laid"),
    ],
)
def test_stage(specials, words):
    board = [FIRST, *(Laid(SPECIALS[number], 0, 1 + number, 0) for number in range(specials))]
    assert WORDS.stage(HEXES.observation(table([["AAABBB"]] * 2, board=board, turn=6), None)) == words


def test_tasks_and_buttons_name_the_act():
    state = bidding([6, 1, 7])
    seen = HEXES.observation(state, 0)
    assert (WORDS.task(seen, 0), WORDS.seal(seen)) == ("Seal 0 to 6 tokens as your bid", "Seal my bid")
    assert WORDS.task(seen, 1) == "Seal 0 to 1 token as your bid"
    seen = HEXES.observation(bid(state, 3, 0, 0).state, 0)
    assert (WORDS.task(seen, 0), WORDS.seal(seen)) == ("Take one of the three hexes left", "Take this hex")
    state = table([["AAABBB", "AAACCC"], ["IIISSS"]])
    seen = HEXES.observation(state, 0)
    assert (WORDS.task(seen, 0), WORDS.seal(seen)) == ("Lay a hex beside the board, or finish", "Lay or finish")
    seen = HEXES.observation(play(state, Place("AAABBB", 1, 0, 0)).state, 0)
    assert WORDS.task(seen, 0) == "Lay a hex beside the one just laid, or finish"


def test_the_task_names_the_hand_limit_while_it_binds():
    hand = ["AAABBB", "AAACCC", "AAAFFF", "AAAIII"]
    seen = HEXES.observation(table([hand, ["IIISSS"]], options=HEXES.Options(hand_limit=3)), 0)
    assert WORDS.task(seen, 0) == "Lay a hex beside the board: you hold 4 and may keep 3"


def test_choices_in_words():
    state = table([["AAABBB", "AAAIII"], ["IIISSS"]])
    seen = HEXES.observation(state, 0)
    assert WORDS.choice(Bid(1), seen, AT_TABLE) == "1 token"
    assert WORDS.choice(Take("AAABBB"), seen, AT_TABLE) == "The halved Amber and Blue hex"
    assert WORDS.choice(FINISH, seen, AT_TABLE) == "Lay nothing"
    begun = HEXES.observation(play(state, Place("AAABBB", 1, 0, 0)).state, 0)
    assert WORDS.choice(FINISH, begun, AT_TABLE) == "Finish the run"
    assert (
        WORDS.choice(Place("AAAIII", 2, 0, 3), begun, AT_TABLE)
        == "Lay the halved Amber and Ink hex 2 right of the first hex, turned by 180°, for 2 points"
    )


def test_the_points_of_a_choice_are_what_it_adds_to_the_run():  # H4
    state = table([["AAABBB", "AAAIII", "CCCFFF"], ["IIISSS"]], board=[Laid("AAACCC", 0, 0, 0)])
    points = []
    for place in (Place("AAABBB", 1, 0, 3), Place("AAAIII", 1, 1, 3)):
        words = WORDS.choice(place, HEXES.observation(state, 0), AT_TABLE)
        state = play(state, place).state
        points.append((words.rpartition(" for ")[2], HEXES.observation(state, 0).run_points))
    assert points == [("1 point", 1), ("no points", 1)]


@pytest.mark.parametrize(
    ("points", "tokens", "words"),
    [
        ((31, 28, 20), (0, 9, 9), "31 points to 28 and 20"),
        ((28, 20, 28), (5, 9, 6), "28 points to 28 and 20, ahead on tokens"),
        ((28, 28, 20), (5, 5, 9), "28 points to 28 and 20, ahead by the tie-breaker"),
        ((1, 0, 0), (5, 5, 9), "1 point to 0 and 0"),
    ],
)
def test_result(points, tokens, words):  # H8
    state = replace(table([[], [], []]), phase="over", to_move=(), points=points, tokens=tokens)
    assert WORDS.result(HEXES.observation(state, None)) == words


def test_the_settled_points_are_numbered_and_in_sentences():
    assert list(RULINGS) == [f"H{number}" for number in range(1, len(RULINGS) + 1)]
    assert all(text[0].isupper() and text.endswith(".") for text in RULINGS.values())


@pytest.mark.parametrize("cell", [(q, r) for q in range(-3, 4) for r in range(-3, 4)])
def test_the_words_of_a_cell_lead_to_it(cell: Cell) -> None:
    q, r = 0, 0
    for number, way in re.findall(r"(\d+) ((?:up |down )?(?:right|left))", cell_words(*cell)):
        step = DIRECTIONS[WAYS.index(f"{{steps}} {way}")]
        q, r = q + int(number) * step[0], r + int(number) * step[1]
    assert (q, r) == cell
