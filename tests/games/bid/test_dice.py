"""What the dice put up for auction: points, coins and the four aces."""

import pytest
from msgspec.structs import replace

from engine.playthrough import SeatNumbers
from engine.scenes import Opened
from games.bid.rules import BID
from games.bid.rules.actions import LetStand
from games.bid.rules.dice import PRIZES
from games.bid.rules.events import (
    AuctionTied,
    AuctionWon,
    BankShort,
    BidEvent,
    BonusScored,
    CoinsPaid,
    CoinsRevealed,
    DiceStood,
    HandsShown,
    TilesExchanged,
)
from games.bid.rules.options import BidOptions
from tests.games.bid.table import PLAIN, STRONG_FIRST, auction, bid, bid_coins, events_of, faces, opened, play

STAND = LetStand()
ALL_STAND = {0: STAND, 1: STAND, 2: STAND}


def test_the_sources_first_example_on_dice() -> None:
    step = bid(auction("Sn M2 C3 A5"), "S5", "M4", "C3")
    assert events_of(step, AuctionWon) == [AuctionWon(1, 0, 10, 1)]
    assert step.state.scores == (10, 0, 0)
    assert step.state.coins == (3, 2, 2)
    assert step.state.bank == 11


def test_the_sources_second_example_a_double_auction_with_arms() -> None:
    hands = (
        ("Sa", "S2", "S3", "S4", "S5", "Ma"),
        ("Sn", "M2", "M3", "M4", "M5", "Ca"),
        ("Mn", "Cn", "C2", "C3", "C4", "C5"),
    )
    shown = play(replace(opened(dice="Sa M4 C4 Aa"), hands=hands), ALL_STAND)
    assert shown.events[1:] == (HandsShown(hands), BonusScored((0,), 10))
    assert BID.observation(shown.state, 1).points == 16
    step = bid(shown.state, "S3 S5", "M3 M4", "Mn Cn")
    assert events_of(step, AuctionWon) == [AuctionWon(1, 0, 16, 0)]
    gifts = ((0, 1, ("S3", "S5")), (1, 2, ("M3", "M4")), (2, 0, ("Mn", "Cn")))
    assert events_of(step, TilesExchanged) == [TilesExchanged(gifts)]
    assert step.state.scores == (26, 0, 0)


def test_the_sources_third_example_moons_and_a_null() -> None:
    dice = "S2 Ma C2 An"
    won = bid(auction(dice), "S5", "M4", "C3")
    assert events_of(won, AuctionWon) == [AuctionWon(1, 0, 4, 1)]
    assert events_of(won, CoinsPaid) == [CoinsPaid((1, 2), 1)]
    assert won.state.coins == (3, 3, 3)
    tied = bid(auction(dice), "S5", "M5", "C3", then="").state
    nobody = bid_coins(tied, s0=1, s1=1)
    assert events_of(nobody, CoinsPaid) == [CoinsPaid((0, 1, 2), 1)]
    assert nobody.state.coins == (2, 2, 3)
    assert nobody.state.scores == (0, 0, 0)


def test_the_sources_fourth_example_the_ace_of_crowns() -> None:
    dice = "S5 M4 Ca An"
    won = bid(auction(dice), "S5", "M4", "C3")
    assert events_of(won, AuctionWon) == [AuctionWon(1, 0, 9, 1)]
    tied = bid(auction(dice), "S5", "M5", "C3")
    assert events_of(tied, AuctionTied) == [AuctionTied(1, (0, 1), 9)]
    assert tied.state.scores == (-9, -9, 0)
    assert tied.state.coins == (2, 2, 2)


@pytest.mark.parametrize(
    ("dice", "points", "coins"),
    [
        ("S2 M3 C4 A5", 14, 0),
        ("Sn Mn Cn An", 0, 4),
        ("Sn Ma C2 A3", 5, 1),
        ("S5 Ma Ca Aa", 5, 0),
        ("Sa Ma Ca Aa", 0, 0),
        ("Sa Mn C3 A5", 16, 2),
        ("Sa Mn Cn An", 0, 6),
    ],
)
def test_points_and_coins_of_dice(dice: str, points: int, coins: int) -> None:  # B7, B11
    prize = PRIZES[faces(dice)]
    assert (prize.points, prize.null_coins) == (points, coins)


def test_tie_break_coins_reach_the_bank_before_it_pays() -> None:  # B7
    state = auction("Sn Mn C2 A2", coins=(9, 9, 0), bank=0)
    tied = bid(state, "S5", "M5", "C3", then="").state
    step = bid_coins(tied, s0=1, s1=0)
    assert events_of(step, AuctionWon) == [AuctionWon(1, 0, 4, 1)]
    assert (step.state.coins, step.state.bank) == ((9, 9, 0), 0)


def test_the_winner_takes_null_coins_as_far_as_the_bank_has_them() -> None:  # B7
    step = bid(auction("Sn Mn Cn A2", coins=(2, 7, 7)), "S5", "M4", "C3")
    assert events_of(step, AuctionWon) == [AuctionWon(1, 0, 2, 2)]
    assert (step.state.coins, step.state.bank) == ((4, 7, 7), 0)


def test_nulls_pay_two_coins_each_under_the_ace_of_suns() -> None:  # B7, B11
    step = bid(auction("Sa Mn C2 An"), "S4 S5", "M3 M4", "Ca C3")
    assert events_of(step, AuctionWon) == [AuctionWon(1, 0, 4, 4)]
    assert step.state.coins == (6, 2, 2)


def test_the_winner_is_paid_before_moons() -> None:  # B7
    step = bid(auction("Sn Ma C2 A2", coins=(2, 7, 7)), "S5", "M4", "C3")
    assert events_of(step, AuctionWon) == [AuctionWon(1, 0, 4, 1)]
    assert events_of(step, BankShort) == [BankShort()]
    assert (step.state.coins, step.state.bank) == ((3, 7, 7), 1)


@pytest.mark.parametrize(("bank", "pays"), [(3, True), (2, False)])
def test_moons_with_a_bank_one_coin_short_pays_nobody(bank: int, pays: bool) -> None:  # B7
    state = auction("S2 Ma C2 A2", players=4, coins=(24 - bank, 0, 0, 0))
    step = bid(state, "S5", "M4", "C3", "A2")
    assert events_of(step, CoinsPaid) == ([CoinsPaid((1, 2, 3), 1)] if pays else [])
    assert events_of(step, BankShort) == ([] if pays else [BankShort()])
    assert step.state.coins == (24 - bank, *(int(pays),) * 3)
    assert step.state.bank == (0 if pays else bank)


def test_moons_pays_two_coins_each_under_the_ace_of_suns() -> None:  # B7, B11
    step = bid(auction("Sa Ma C2 A2"), "S4 S5", "M3 M4", "Ca C3")
    assert events_of(step, CoinsPaid) == [CoinsPaid((1, 2), 2)]
    assert step.state.coins == (2, 4, 4)
    short = bid(auction("Sa Ma C2 A2", coins=(9, 3, 3)), "S4 S5", "M3 M4", "Ca C3")
    assert events_of(short, BankShort) == [BankShort()]
    assert short.state.bank == 3


def test_crowns_skips_the_tie_break() -> None:  # B8
    step = bid(auction("S2 M2 Ca A2"), "S5", "M5", "C5")
    assert events_of(step, AuctionTied) == [AuctionTied(1, (0, 1, 2), 6)]
    assert not events_of(step, CoinsRevealed)
    assert step.state.scores == (-6, -6, -6)
    assert step.state.round == 2


def test_crowns_leaves_the_null_coin_and_lets_moons_pay() -> None:  # B8
    step = bid(auction("Sn Ma Ca A5"), "S5", "M5", "C3")
    assert events_of(step, AuctionTied) == [AuctionTied(1, (0, 1), 5)]
    assert events_of(step, CoinsPaid) == [CoinsPaid((0, 1, 2), 1)]
    assert step.state.coins == (3, 3, 3)
    assert step.state.scores == (-5, -5, 0)


def test_crowns_doubles_the_loss_under_the_ace_of_suns() -> None:  # B8, B11
    step = bid(auction("Sa M2 Ca A5"), "S4 S5", "M4 M5", "Cn Ca")
    assert events_of(step, AuctionTied) == [AuctionTied(1, (0, 1), 14)]
    assert step.state.scores == (-14, -14, 0)


def test_crowns_minds_only_ties_for_highest() -> None:  # B8
    step = bid(auction("S2 M2 Ca A2"), "S5", "M3", "C3")
    assert events_of(step, AuctionWon) == [AuctionWon(1, 0, 6, 0)]


def test_hands_are_shown_to_their_owners_only() -> None:  # B9
    state = opened()
    for viewer in range(3):
        seen = BID.observation(state, viewer)
        assert seen.hand == state.hands[viewer]
        assert seen.hands_shown == (None, None, None)
    assert BID.observation(state, None).hand == ()


def test_the_ace_of_arms_shows_every_hand_for_the_round() -> None:  # B9
    shown = play(opened(dice="S2 M2 C2 Aa"), ALL_STAND)
    assert events_of(shown, HandsShown) == [HandsShown(shown.state.hands)]
    assert [shown.events[1].seen_by(viewer) for viewer in (None, 0, 1, 2)] == [shown.events[1]] * 4
    assert BID.observation(shown.state, None).hands_shown == shown.state.hands
    tied = bid(shown.state, "S5", "M5", "C3", then="").state
    assert BID.observation(tied, 2).hands_shown == shown.state.hands
    after = bid_coins(tied, s0=1, s1=0).state
    assert BID.observation(after, None).hands_shown == (None, None, None)


def test_open_hands_show_every_hand_at_all_times() -> None:  # B9
    state = opened(open_hands=True)
    assert BID.observation(state, None).hands_shown == state.hands
    after = bid(replace(state, phase="bid"), "S5", "M4", "C3").state
    assert BID.observation(after, 1).hands_shown == after.hands


def test_bids_and_exchanges_are_seen_by_everyone() -> None:  # B9
    step = bid(auction(), "S5", "M4", "C3")
    for viewer in (None, 0, 1, 2):
        assert tuple(event.seen_by(viewer) for event in step.events) == step.events


def test_every_hand_follows_from_public_events() -> None:  # B13
    state = bid(auction(), "S5", "M4", "C3").state
    for viewer in range(3):
        assert BID.imagine(BID.observation(state, viewer), viewer, None) == state  # type: ignore[arg-type]
    public = BID.observation(state, None)
    assert public.whereabouts[5] == 1
    assert public.whereabouts[18:] == (-1,) * 6


def test_imagine_returns_a_tie_break_and_shown_hands_as_they_are() -> None:  # B13
    shown = play(opened(dice="S2 M2 C2 Aa"), ALL_STAND).state
    tied = bid(shown, "S5", "M5", "C3", then="").state
    for state in (shown, tied):
        assert BID.imagine(BID.observation(state, 2), 2, None) == state  # type: ignore[arg-type]


def test_the_ace_of_suns_doubles_the_arms_bonus_and_not_the_threshold() -> None:  # B11
    step = play(replace(opened(dice="Sa M2 C2 Aa"), hands=STRONG_FIRST), ALL_STAND)
    assert events_of(step, BonusScored) == [BonusScored((0,), 10)]
    assert step.state.scores == (10, 0, 0)


def test_every_player_with_sixteen_gets_the_bonus() -> None:
    hands = (
        ("Sn", "S4", "S5", "M4", "Ca", "C2"),
        ("Mn", "Ma", "M3", "M5", "C3", "C4"),
        ("Sa", "S2", "S3", "M2", "Cn", "C5"),
    )
    step = play(replace(opened(dice="S2 M2 C2 Aa"), hands=hands), ALL_STAND)
    assert events_of(step, BonusScored) == [BonusScored((0, 1), 5)]
    assert step.state.scores == (5, 5, 0)


@pytest.mark.parametrize(
    ("dice", "prize", "aces"),
    [
        (PLAIN, "8 points to the highest bid", 0),
        ("Sn M2 C3 A5", "10 points and one coin to the highest bid", 0),
        ("Sn Mn Cn An", "four coins to the highest bid", 0),
        ("Sa Ma Ca Aa", "no points to the highest bid", 4),
        ("Sa Mn Cn An", "six coins to the highest bid", 1),
    ],
)
def test_an_observation_says_what_is_up_for_auction(dice: str, prize: str, aces: int) -> None:
    seen = BID.observation(auction(dice), None)
    assert (seen.prize, len(seen.aces)) == (prize, aces)
    assert seen.target == BidOptions().target
    assert seen.double == (dice[:2] == "Sa")


def test_hands_that_an_ace_of_arms_shows_lie_open_seat_beside_seat() -> None:
    events: list[BidEvent] = [DiceStood(), HandsShown((("Sn", "S3", "M2"), ("Sa", "S5", "A4"))), BonusScored((1,), 5)]
    (scene,) = BID.scenes.of(events, (0, 1), ())
    assert scene.opened == (Opened(0, ("tSn", "tS3", "tM2")), Opened(1, ("tSa", "tS5", "tA4")))
    assert scene.best == (1,)
    words = BID.wording.events(events, SeatNumbers())
    assert words[1] == (
        "The Ace of Arms showed all hands: seat 0 held the null and 3 of Suns and the 2 of Moons; "
        "seat 1 held the ace and 5 of Suns and the 4 of Arms."
    )
