"""Conditional moves of both games of plaques find the answer that their words say, from facts that hold."""

from typing import Any

import pytest

from engine.quick_chance import RandomChance
from games.plaques.rules import CONCEALED_DRAW, PLAQUE_AUCTION
from games.plaques.rules.auction.actions import Add, Bid, Pass, Pick
from games.plaques.rules.auction.options import AuctionOptions
from games.plaques.rules.concealed.actions import Declare, Discard, Draw, Nominate, Take
from tests.engine.patterns import fact, found
from tests.games.plaques.support import act, changed, row

SEVEN = row("A1 B2 C4 D5 E7 A8 elf")


def auction(**fields: Any) -> Any:
    """An auction of four in which seat 0 bids first."""
    seeds = (PLAQUE_AUCTION.initial_state(4, AuctionOptions(), RandomChance(seed)).state for seed in range(50))
    return changed(next(state for state in seeds if state.first == 0), **fields)


def sealed(**fields: Any) -> Any:
    """The same with sealed bids."""
    return changed(PLAQUE_AUCTION.initial_state(4, AuctionOptions(bidding="sealed"), RandomChance(1)).state, **fields)


def concealed(**fields: Any) -> Any:
    """A round of four in which seat 0 holds these plaques and is on turn."""
    state = CONCEALED_DRAW.initial_state(4, CONCEALED_DRAW.Options(), RandomChance(1)).state
    held = (SEVEN, *state.tableaux[1:])
    return changed(state, **{"turn": 0, "tableaux": held, "dealer": 3} | fields)


def test_a_bid_is_raised_by_one_up_to_a_limit() -> None:
    state = act(PLAQUE_AUCTION, auction(), Add(1), Add(2), Add(3), Add(1)).state
    assert found(PLAQUE_AUCTION, state, 0, "raise", 2) == Add(1)
    assert found(PLAQUE_AUCTION, state, 0, "raise", 1) is None


def test_just_enough_to_pick_first() -> None:
    state = act(PLAQUE_AUCTION, auction(), Add(1), Add(2), Add(3), Add(1)).state
    assert found(PLAQUE_AUCTION, state, 0, "lead", 5) == Add(2), "of equal bids the first player's counts more"
    assert found(PLAQUE_AUCTION, state, 0, "lead", 2) is None
    after = act(PLAQUE_AUCTION, state, Add(2)).state
    assert found(PLAQUE_AUCTION, after, 1, "lead", 5) == Add(2)
    leads = act(PLAQUE_AUCTION, after, Add(2), Pass(), Pass(), Pass()).state
    assert fact(PLAQUE_AUCTION, leads, 1, "first") == 1


def test_a_pass_and_sealed_bids() -> None:
    assert found(PLAQUE_AUCTION, auction(), 0, "pass") == Pass()
    state = sealed()
    assert found(PLAQUE_AUCTION, state, 2, "pass") == Bid(0)
    assert found(PLAQUE_AUCTION, state, 2, "raise", 4) == Bid(1)
    assert PLAQUE_AUCTION.conditionals.ahead(PLAQUE_AUCTION.observation(state, 2), 2)["bid"][:2] == (Bid(0), Bid(1))


def test_the_pick_that_makes_the_most_of_a_tableau() -> None:
    state = auction(bidding=(), picking=(0, 1, 2, 3), centre=row("D9 B5 E2 elf"))
    state = changed(state, hidden=(row("A5 C5"), *state.hidden[1:]), taken=(row("D5"), (), (), ()))
    assert found(PLAQUE_AUCTION, state, 0, "best") == Pick("B5")


def test_facts_of_an_auction() -> None:
    state = act(PLAQUE_AUCTION, auction(centre=row("D9 B5 dragon1 elf")), Add(1), Add(3), Pass()).state
    names = ("highest", "first", "others", "mine", "rivals", "dragon")
    assert [fact(PLAQUE_AUCTION, state, 1, name) for name in names] == [1, 1, 1, 3, 2, 1]
    assert [fact(PLAQUE_AUCTION, state, 0, name) for name in names] == [0, 0, 3, 1, 2, 1]
    assert fact(PLAQUE_AUCTION, changed(state, centre=row("D9 B5")), 0, "dragon") == 0
    assert fact(PLAQUE_AUCTION, state, 1, "tokens") == state.stocks[1]


def test_a_move_for_one_round_of_an_auction_ends_with_it() -> None:
    period = PLAQUE_AUCTION.conditionals.period
    state = auction()
    later = changed(state, round=state.round + 1)
    assert period(PLAQUE_AUCTION.observation(state, 0)) != period(PLAQUE_AUCTION.observation(later, 0))


def test_a_bid_given_ahead_is_worded_by_what_it_adds() -> None:
    seen = PLAQUE_AUCTION.observation(auction(), 0)
    assert "2" in PLAQUE_AUCTION.conditionals.words(Add(2), seen)
    assert PLAQUE_AUCTION.conditionals.words(Pass(), seen) == ""


def test_a_plaque_of_the_centre_is_taken_only_for_a_better_kind_of_hand() -> None:
    better = concealed(centre=row("E9 B8"), phase="draw")
    assert found(CONCEALED_DRAW, better, 0, "better") == Take("B8")
    assert fact(CONCEALED_DRAW, better, 0, "better") == 1
    for nothing in (row("E9"), ()):
        state = concealed(centre=nothing, phase="draw")
        assert found(CONCEALED_DRAW, state, 0, "better") is None
        assert fact(CONCEALED_DRAW, state, 0, "better") == 0


def test_discards() -> None:
    held = row("E9 E7 E4 E3 A2 B6 C1")
    state = concealed(phase="discard", tableaux=(held, *concealed().tableaux[1:]), drawn="D2", source="pile")
    assert found(CONCEALED_DRAW, state, 0, "back") == Discard("D2")
    assert found(CONCEALED_DRAW, state, 0, "least") != Discard("A2"), "the pair is the best that there is"
    assert found(CONCEALED_DRAW, state, 0, "promising").plaque[0] != "E", "four of a realm may become five"


def test_the_player_with_the_most_tokens_is_named() -> None:
    state = concealed(phase="nominate", lives=(3, 1, 4, 2))
    assert found(CONCEALED_DRAW, state, 0, "most") == Nominate(2)
    assert fact(CONCEALED_DRAW, state, 0, "tokens") == 3


def test_facts_of_a_concealed_round() -> None:
    state = concealed(phase="draw", turns=(2, 2, 2, 2), centre=row("E9"), declarer=1)
    names = ("declared", "turns", "pile", "centre", "rivals", "round")
    expected = [1, 2, len(state.pile), 1, 3, state.round]
    assert [fact(CONCEALED_DRAW, state, 0, name) for name in names] == expected
    assert fact(CONCEALED_DRAW, changed(state, declarer=None), 0, "declared") == 0


def test_answers_can_be_given_ahead_for_what_may_come() -> None:
    ahead = CONCEALED_DRAW.conditionals.ahead(CONCEALED_DRAW.observation(concealed(centre=row("E9")), 0), 0)
    assert ahead["draw"] == (Draw(), Take("E9"), Declare())
    assert ahead["discard"] == tuple(map(Discard, SEVEN))
    assert ahead["nominate"] == (Nominate(1), Nominate(2), Nominate(3))
    auctioned = PLAQUE_AUCTION.conditionals.ahead(PLAQUE_AUCTION.observation(auction(centre=row("E9 D1")), 0), 0)
    assert auctioned["pick"] == (Pick("E9"), Pick("D1"))
    assert auctioned["bid"][:2] == (Pass(), Add(1))


@pytest.mark.parametrize("game", [PLAQUE_AUCTION, CONCEALED_DRAW])
def test_an_answer_for_another_decision_is_not_given(game: Any) -> None:
    state = auction() if game is PLAQUE_AUCTION else concealed(phase="draw")
    pattern = "best" if game is PLAQUE_AUCTION else "most"
    assert found(game, state, 0, pattern) is None
