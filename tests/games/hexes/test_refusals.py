"""Answers that the rules refuse, and forms that compose answers."""

import pytest

from engine import IllegalAction, IllegalOptions
from games.hexes.rules import HEXES
from games.hexes.rules.actions import FINISH, Bid, Finish, Place, Take
from games.hexes.rules.tiles import TURNED
from tests.games.hexes.tables import CHANCE, bid, bidding, play, table

HANDS = [["AAABBB", "ABABAB", "AAACCC", "AAAFFF"], ["IIISSS"]]


def refusal(state, action, player=0):
    with pytest.raises(IllegalAction) as refused:
        HEXES.check(state, player, action)
    return refused.value


def laying(**options):
    return table(HANDS, options=HEXES.Options(**options))


def test_a_bid_that_cannot_be_paid():
    refused = refusal(bidding([6, 1, 7]), Bid(7))
    assert (refused.code, refused.message) == ("too_many_tokens", "You have 6 tokens. Choose 6 or fewer.")
    assert refusal(bidding([6, 1, 7]), Bid(2), 1).message == "You have 1 token. Choose 1 or fewer."


def test_a_bid_below_zero():
    assert refusal(bidding([6, 1, 7]), Bid(-1)).code == "bid_below_zero"


def test_who_is_not_asked():
    assert refusal(bidding([6, 0, 7]), Bid(0), 1).code == "not_asked"
    assert refusal(laying(), Place("IIISSS", 1, 0, 0), 1).code == "not_asked"


def test_a_hex_that_is_not_shown():
    state = bid(bidding([7, 7]), 1, 0).state
    assert refusal(state, Take(state.board[0].hex)).code == "not_shown"
    assert refusal(state, Take("no such hex")).code == "not_shown"


@pytest.mark.parametrize(
    ("place", "code"),
    [
        (Place("IIISSS", 1, 0, 0), "not_in_hand"),
        (Place("no such hex", 1, 0, 0), "not_in_hand"),
        (Place("AAABBB", 0, 0, 0), "cell_taken"),
        (Place("AAABBB", 2, 0, 0), "not_touching"),
        (Place("AAABBB", 10**30, 0, 0), "not_touching"),
        (Place("AAABBB", 1, 0, 6), "no_such_turning"),
        (Place("AAABBB", 1, 0, -1), "no_such_turning"),
        (Place("ABABAB", 1, 0, 3), "looks_alike"),
    ],
)
def test_a_placement_says_what_is_wrong_with_it(place, code):  # H2, H3, H13
    assert refusal(laying(), place).code == code


def test_a_later_hex_of_a_run_must_lie_beside_the_last():  # H3
    state = play(laying(), Place("AAABBB", 1, 0, 0)).state
    assert refusal(state, Place("AAACCC", -1, 0, 0)).code == "not_beside_last"
    assert refusal(state, Place("AAACCC", 0, 0, 0)).code == "cell_taken"
    HEXES.check(state, 0, Place("AAACCC", 0, 1, 0))


def test_finishing_with_too_large_a_hand():
    refused = refusal(laying(hand_limit=3), FINISH)
    assert refused.code == "hand_limit"
    assert refused.message == "You hold 4 hexes and may keep 3. Lay 1 more, then finish."


def test_answers_of_another_phase_name_the_one_that_is_asked():
    for state, action in (
        (bidding([7, 7]), FINISH),
        (bid(bidding([7, 7]), 1, 0).state, Bid(1)),
        (laying(), Take("AAABBB")),
    ):
        assert refusal(state, action).code == "other_answer_asked"
    assert refusal(laying(), Bid(0)).message == "A run is being laid now. Lay a hex of your hand, or finish."


def test_messages_are_sentences():
    refused = [refusal(laying(hand_limit=3), action) for action in (Bid(0), FINISH, Place("AAABBB", 0, 0, 0))]
    assert all(error.message[0].isupper() and error.message.endswith(".") for error in refused)


def test_nothing_happens_when_one_of_the_bids_is_refused():
    with pytest.raises(IllegalAction) as refused:
        HEXES.apply(bidding([1, 7]), {0: Bid(1), 1: Bid(8)}, CHANCE)
    assert refused.value.code == "too_many_tokens"


@pytest.mark.parametrize(
    "raw",
    [
        {"act": "bid", "tokens": -1},
        {"act": "bid", "tokens": True},
        {"act": "place", "hex": "AAABBB", "q": 100, "r": 0, "rotation": 0},
        {"act": "place", "hex": "AAABBB", "q": 1, "r": 0, "rotation": 6},
        {"act": "place", "hex": "AAABBB", "q": 1, "r": 0},
        {"act": "finish", "hex": "AAABBB"},
    ],
)
def test_malformed_answers(raw):
    with pytest.raises(IllegalAction) as refused:
        HEXES.action_from(raw)
    assert refused.value.code == "malformed_answer"


def form(**fields):
    return HEXES.action_from(HEXES.read_form({name: [text] for name, text in fields.items()}))


def test_a_form_may_name_hex_cell_and_turning():
    assert form(hex="AAABBB", cell="2,-1", rotation="4") == Place("AAABBB", 2, -1, 4)


@pytest.mark.parametrize(("named", "meant"), [("0", 0), ("1", 1), ("2", 0), ("3", 1), ("5", 1)])
def test_a_form_may_name_any_of_the_turnings_that_look_alike(named, meant):  # H13
    assert form(hex="ABABAB", cell="1,0", rotation=named) == Place("ABABAB", 1, 0, meant)
    assert TURNED["ABABAB"][int(named)] == TURNED["ABABAB"][meant]


def test_a_form_may_send_its_answer_as_json():
    assert form(action='{"act":"finish"}') == Finish()
    assert form(action='{"act":"take","hex":"AAABBB"}') == Take("AAABBB")


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"hex": ["AAABBB"], "cell": ["1,0"]},
        {"hex": ["AAABBB", "AAACCC"], "cell": ["1,0"], "rotation": ["0"]},
        {"hex": ["AAABBB"], "cell": ["1"], "rotation": ["0"]},
        {"hex": ["AAABBB"], "cell": ["1,0"], "rotation": ["north"]},
    ],
)
def test_an_incomplete_form_says_what_to_choose(fields):
    with pytest.raises(IllegalAction) as refused:
        HEXES.read_form(fields)
    assert refused.value.code == "answer_missing"
    assert refused.value.message == "Choose a hex of your hand, an open cell and how the hex is turned."


@pytest.mark.parametrize("players", [1, 7])
def test_tables_too_small_or_too_large(players):
    with pytest.raises(IllegalOptions) as refused:
        HEXES.initial_state(players, HEXES.Options(), CHANCE)
    assert refused.value.code == "seats_out_of_range"
