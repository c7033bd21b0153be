"""What players may answer, what is refused and why, and what a missed deadline plays."""

from itertools import product

import msgspec
import pytest
from msgspec.structs import replace

from engine import IllegalAction, IllegalOptions
from engine.piecepack import TILES
from games.bid.rules import BID
from games.bid.rules.actions import Bid, BidAction, BidCoins, LetStand, Reroll, RerollDie
from games.bid.rules.options import BidOptions
from games.bid.rules.state import BidState
from tests.games.bid.table import STRONG_FIRST, auction, bid, opened, play
from tests.support.chance import ScriptedChance

WINDOW = opened()
COIN_WINDOW = opened(reroll="coins")
NO_PAWN = replace(WINDOW, pawns=(True, False, True))
AUCTION = auction()
DOUBLE = auction("Sa M2 C2 A2")
TIE_BREAK = bid(auction(coins=(0, 2, 2)), "S3", "M3", "C2", then="").state

REFUSED: list[tuple[str, BidState, int, BidAction]] = [
    ("not_asked", NO_PAWN, 1, LetStand()),
    ("not_asked", NO_PAWN, 1, Reroll()),
    ("illegal_action", WINDOW, 0, Bid(("S5",))),
    ("illegal_action", WINDOW, 0, RerollDie("S")),
    ("illegal_action", COIN_WINDOW, 0, Reroll()),
    ("illegal_action", COIN_WINDOW, 0, RerollDie("X")),
    ("illegal_action", AUCTION, 0, LetStand()),
    ("illegal_action", AUCTION, 0, BidCoins(1)),
    ("wrong_number_of_tiles", AUCTION, 0, Bid(())),
    ("wrong_number_of_tiles", AUCTION, 0, Bid(("S4", "S5"))),
    ("wrong_number_of_tiles", DOUBLE, 0, Bid(("S5",))),
    ("wrong_number_of_tiles", DOUBLE, 0, Bid(("S3", "S4", "S5"))),
    ("tile_not_held", AUCTION, 0, Bid(("M5",))),
    ("tile_not_held", AUCTION, 0, Bid(("no such tile",))),
    ("tile_not_held", DOUBLE, 0, Bid(("S5", "M5"))),
    ("tiles_out_of_order", DOUBLE, 0, Bid(("S5", "S4"))),
    ("tiles_out_of_order", DOUBLE, 0, Bid(("S5", "S5"))),
    ("not_asked", TIE_BREAK, 0, BidCoins(0)),
    ("not_asked", TIE_BREAK, 2, BidCoins(0)),
    ("coins_not_held", TIE_BREAK, 1, BidCoins(3)),
    ("coins_not_held", TIE_BREAK, 1, BidCoins(-1)),
    ("illegal_action", TIE_BREAK, 1, Bid(("M5",))),
]


@pytest.mark.parametrize(("code", "state", "player", "action"), REFUSED)
def test_a_refusal_names_its_reason(code: str, state: BidState, player: int, action: BidAction) -> None:
    with pytest.raises(IllegalAction) as refusal:
        BID.check(state, player, action)
    assert refusal.value.code == code
    assert refusal.value.message.endswith(".")


@pytest.mark.parametrize(("code", "state", "player", "action"), REFUSED)
def test_a_refused_answer_is_not_applied(code: str, state: BidState, player: int, action: BidAction) -> None:
    asked = BID.current_players(state)
    joint = {seat: BID.default_action(state, seat) for seat in asked} | {player: action}
    with pytest.raises(IllegalAction) as refusal:
        play(state, joint)
    assert refusal.value.code == (code if player in asked else "wrong_players")


@pytest.mark.parametrize("seats", [(), (0,), (0, 1), (0, 1, 3), (0, 1, 2, 3)])
def test_exactly_those_asked_must_answer(seats: tuple[int, ...]) -> None:
    with pytest.raises(IllegalAction) as refusal:
        play(WINDOW, {seat: LetStand() for seat in seats})
    assert refusal.value.code == "wrong_players"


def test_a_bid_is_any_tile_held() -> None:
    state = replace(AUCTION, hands=STRONG_FIRST)
    assert list(BID.legal_actions(state, 0)) == [Bid((tile,)) for tile in STRONG_FIRST[0]]


def test_a_double_bid_is_any_two_tiles_held() -> None:  # B11
    legal = BID.legal_actions(DOUBLE, 1)
    assert len(set(legal)) == len(legal) == 15
    assert legal[0] == Bid(("Mn", "Ma"))
    assert legal[-1] == Bid(("M4", "M5"))
    assert all(isinstance(action, Bid) and len(action.tiles) == 2 for action in legal)


def accepted(state: BidState, player: int, action: BidAction) -> bool:
    try:
        BID.check(state, player, action)
    except IllegalAction:
        return False
    return True


@pytest.mark.parametrize("state", [AUCTION, replace(AUCTION, hands=STRONG_FIRST), DOUBLE, TIE_BREAK])
def test_what_is_checked_is_what_is_listed(state: BidState) -> None:
    bids = [Bid(tiles) for number in (0, 1, 2) for tiles in product(TILES, repeat=number)]
    actions: list[BidAction] = [
        *bids,
        *(BidCoins(coins) for coins in range(-1, 9)),
        LetStand(),
        Reroll(),
        RerollDie("S"),
    ]
    for player in range(3):
        legal = BID.legal_actions(state, player)
        assert [action for action in actions if accepted(state, player, action)] == list(legal)


def test_a_missed_deadline_lets_the_dice_stand() -> None:
    assert BID.default_action(WINDOW, 0) == LetStand()
    assert BID.default_action(COIN_WINDOW, 0) == LetStand()


def test_a_missed_deadline_bids_the_lowest_tiles() -> None:
    hand = ("S5", "M2", "C4", "Aa", "A2", "A3")
    state = replace(AUCTION, hands=(hand, *AUCTION.hands[1:]))
    assert BID.default_action(state, 0) == Bid(("Aa",))
    assert BID.default_action(replace(state, dice=DOUBLE.dice), 0) == Bid(("M2", "Aa"))
    assert BID.default_action(AUCTION, 2) == Bid(("Cn",))


def test_a_missed_deadline_bids_no_coins() -> None:
    assert BID.default_action(TIE_BREAK, 1) == BidCoins(0)


@pytest.mark.parametrize("players", [2, 5])
def test_three_or_four_play(players: int) -> None:
    with pytest.raises(IllegalOptions) as refusal:
        BID.initial_state(players, BidOptions(), ScriptedChance([]))
    assert refusal.value.code == "seats_out_of_range"


@pytest.mark.parametrize(
    ("name", "allowed", "refused"),
    [
        ("reroll", ["pawns", "coins"], ["dice", None, True]),
        ("target", [25, 100, 200], [24, 201, "100"]),
        ("round_limit", [20, 100, 300], [19, 301, None]),
        ("open_hands", [True, False], ["yes", 1]),
        ("no_such_option", [], [1]),
    ],
)
def test_options_are_what_the_page_says(name: str, allowed: list[object], refused: list[object]) -> None:
    for value in allowed:
        assert getattr(msgspec.convert({name: value}, BidOptions), name) == value
    for value in refused:
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({name: value}, BidOptions)


def test_options_have_the_defaults_of_the_page() -> None:
    assert BidOptions() == BidOptions(reroll="pawns", target=100, round_limit=100, open_hands=False)


def test_a_form_may_send_tiles_in_any_order() -> None:
    raw = BID.read_form({"tile": ["S5", "S2"]})
    assert BID.action_from(raw) == Bid(("S2", "S5"))
    assert BID.action_from(BID.read_form({"tile": ["S5"]})) == Bid(("S5",))
    unknown = BID.action_from(BID.read_form({"tile": ["<script>", "S5"]}))
    with pytest.raises(IllegalAction) as refusal:
        BID.check(DOUBLE, 0, unknown)
    assert refusal.value.code == "tile_not_held"


def test_a_form_may_send_an_answer_as_json() -> None:
    raw = BID.read_form({"action": ['{"act":"bid_coins","coins":2}']})
    assert BID.action_from(raw) == BidCoins(2)
    for fields, code in (({}, "answer_missing"), ({"action": ["{"]}, "malformed_answer")):
        with pytest.raises(IllegalAction) as refusal:
            BID.read_form(fields)
        assert refusal.value.code == code
