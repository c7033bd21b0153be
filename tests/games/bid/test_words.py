"""What Bid! says: of events in the log, of answers, and of what is to be done."""

import pytest
from msgspec.structs import replace

from engine import Mark
from engine.names import ReaderNames
from games.bid.rules import BID
from games.bid.rules.actions import BidCoins, LetStand, Reroll, RerollDie
from games.bid.rules.events import (
    AuctionTied,
    AuctionWon,
    BankShort,
    BidEvent,
    BidsRevealed,
    BonusScored,
    CoinsPaid,
    CoinsRevealed,
    DiceRerolled,
    DiceRolled,
    DiceStood,
    DieRerolled,
    HandsShown,
    MatchEnded,
    TilesExchanged,
)
from tests.games.bid.table import auction, bid, faces, opened

NAMES = ReaderNames(["Ana", "Marek", "Yuki"], 0)
DICE = faces("S2 Mn Ca A5")
SENTENCES: list[tuple[BidEvent, str]] = [
    (DiceRerolled(1, DICE), "Marek gave up a pawn and rolled again: "),
    (DieRerolled(0, "S2", "S5"), "You gave a coin to roll Suns 2 again: Suns 5."),
    (DiceStood(), "Everyone let the dice stand."),
    (HandsShown((("S5",), ("M2",), ("Cn",))), "The Ace of Arms showed all hands: you held "),
    (BonusScored((0, 2), 4), "You and Yuki scored 4 points for tiles of 16 or more."),
    (CoinsRevealed((-1, 2, 1)), "To break the tie, Marek bid 2 coins and Yuki bid 1 coin."),
    (AuctionWon(3, 1, 9, 1), "Marek won 9 points and 1 coin."),
    (AuctionWon(3, 0, 9, 0), "You won 9 points."),
    (AuctionTied(3, (1, 2), 9), "Marek and Yuki tied for highest, and each lost 9 points."),
    (AuctionTied(3, (0, 1), 0), "You and Marek tied for highest, and nobody won."),
    (CoinsPaid((1, 2), 1), "The Ace of Moons gave 1 coin each to Marek and Yuki."),
    (BankShort(), "The bank could not pay everyone under the Ace of Moons, so it paid nobody."),
    (MatchEnded((100, 20, 3)), "The match ended: you 100, Marek 20, Yuki 3."),
]


@pytest.mark.parametrize(("event", "words"), SENTENCES, ids=lambda value: type(value).__name__)
def test_each_event_has_its_sentence(event: BidEvent, words: str) -> None:
    (sentence,) = BID.wording.events([event], NAMES)
    assert sentence.startswith(words) if words.endswith(" ") else sentence == words
    assert sentence.endswith(".")


def test_a_roll_says_the_dice_and_what_they_are_worth() -> None:
    (rolled,) = BID.wording.events([DiceRolled(1, 1, DICE)], NAMES)
    assert rolled.startswith("Marek rolled Suns 2, Moons null, Crowns ace and Arms 5: ")


def test_gifts_name_giver_and_taker() -> None:
    (gifts,) = BID.wording.events([TilesExchanged(((2, 0, ("C5",)), (0, 1, ("S4", "S5"))))], NAMES)
    assert (
        gifts == "Tiles passed on: the 5 of Crowns from Yuki to you; the 4 of Suns and the 5 of Suns from you to Marek."
    )


def test_an_event_of_another_game_is_a_mistake_and_not_silence() -> None:
    with pytest.raises(TypeError, match="no words"):
        BID.wording.events([object()], NAMES)  # type: ignore[list-item]


def test_answers_in_words() -> None:
    seen = BID.observation(opened(reroll="coins"), 0)
    words = [BID.wording.choice(action, seen, NAMES) for action in (LetStand(), Reroll(), RerollDie("S"), BidCoins(2))]
    assert words == [
        "Let the dice stand",
        "Give up my pawn to roll all four dice again",
        "Give a coin to roll the die of Suns again",
        "2 coins",
    ]


def test_the_chronicle_marks_who_won_and_what_a_tie_cost() -> None:
    marks = BID.wording.marks([AuctionWon(1, 2, 9, 0), AuctionTied(2, (0, 1), 7), AuctionTied(3, (0, 1), 0)])
    assert marks == [Mark(1, 2, "+9"), Mark(2, None, "−7"), Mark(3, None, "tied")]


def test_each_phase_has_a_task_and_a_button_of_its_own() -> None:
    tie = bid(auction(coins=(0, 2, 2)), "S3", "M3", "C2", then="").state
    moments = [(opened(), 0), (opened(reroll="coins"), 0), (auction(), 0), (auction("Sa M2 C2 A2"), 0), (tie, 1)]
    seen = [(BID.observation(state, seat), seat) for state, seat in moments]
    assert len({BID.wording.task(one, seat) for one, seat in seen}) == len(moments)
    assert len({BID.wording.seal(one) for one, _ in seen}) == 3


def test_the_result_names_the_best_score_first() -> None:
    over = replace(auction(), scores=(12, 101, 40), phase="over")
    assert BID.wording.result(BID.observation(over, None)) == "101 points to 40 and 12"


def test_bids_that_opened_are_listed_by_seat() -> None:
    (bids,) = BID.wording.events([BidsRevealed((("S5",), ("M2",), ("Cn",)))], NAMES)
    assert bids == "You bid the 5 of Suns, Marek bid the 2 of Moons and Yuki bid the null of Crowns."
