"""The example of docs/new-game.md: it holds what every game must, and its own rules."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine import IllegalAction, IllegalOptions, SeededChance, Step, choice
from engine.playthrough import SeatNumbers, playthrough
from engine.quick_chance import RandomChance
from examples.goofspiel.rules import GOOFSPIEL
from examples.goofspiel.rules.actions import Bid
from examples.goofspiel.rules.events import BidsCompared, BidsRevealed, BidsTied, MatchEnded, PrizeTurned, PrizeWon
from examples.goofspiel.rules.hidden import HiddenBids
from examples.goofspiel.rules.options import MOST_CARDS, MOST_HIDDEN_CARDS, GoofspielOptions
from examples.goofspiel.rules.state import GoofspielState
from games.registry import GAMES
from tests.engine.conditional_conformance import CONDITIONAL_CHECKS
from tests.engine.conformance import CHECKS, Check, Table, name_of
from tests.support.chance import ScriptedChance
from tests.support.tiers import some_of

OPTIONS = [
    GoofspielOptions(),
    GoofspielOptions(cards=2),
    GoofspielOptions(cards=MOST_CARDS, ties="carry"),
    GoofspielOptions(cards=6, hidden_bids=True),
    GoofspielOptions(cards=7, ties="carry", hidden_bids=True),
]
TABLES = [Table(GOOFSPIEL, players, options) for options in OPTIONS for players in (2, 3, 6)]


@pytest.mark.usefixtures("in_the_box")
@pytest.mark.parametrize("check", [*CHECKS, *CONDITIONAL_CHECKS], ids=name_of)
@pytest.mark.parametrize(
    "table",
    some_of(TABLES, 5, "every option of the example at three seat counts"),
    ids=lambda table: f"{table.players}-{OPTIONS.index(table.options)}",
)
def test_it_holds_what_every_game_must(table: Table, check: Check) -> None:
    check(Table(GAMES[table.game.slug], table.players, table.options))


def dealt(players: int = 3, first: int = 1, **options: Any) -> GoofspielState:
    """A match whose first prize is `first`."""
    return GOOFSPIEL.initial_state(players, GoofspielOptions(**options), ScriptedChance([first - 1])).state


def bid(state: GoofspielState, *cards: int, then: int | None = None) -> Step[GoofspielState]:
    """Everyone bids; then the prize `then` is turned, or none is drawn for."""
    chance = ScriptedChance([] if then is None else [state.left.index(then)])
    step = GOOFSPIEL.apply(state, {seat: Bid(card) for seat, card in enumerate(cards)}, chance)
    assert chance.used_up
    return step


def test_everyone_gets_the_same_cards_and_a_prize_is_turned() -> None:
    state = dealt(4, 3, cards=5)
    assert state.hands == ((1, 2, 3, 4, 5),) * 4
    assert (state.prize, state.left) == (3, (1, 2, 4, 5))
    assert GOOFSPIEL.current_players(state) == (0, 1, 2, 3)
    assert list(GOOFSPIEL.legal_actions(state, 2)) == [Bid(card) for card in (1, 2, 3, 4, 5)]


def test_the_highest_bid_wins_the_prize_and_all_cards_bid_are_gone() -> None:  # G2
    step = bid(dealt(3, 4, cards=5), 2, 5, 1, then=3)
    assert step.events == (BidsRevealed((2, 5, 1)), PrizeWon(1, 1, 4), PrizeTurned(2, 3))
    assert step.state.scores == (0, 4, 0)
    assert step.state.hands == ((1, 3, 4, 5), (1, 2, 3, 4), (2, 3, 4, 5))
    assert (step.state.prize, step.state.left) == (3, (1, 2, 5))


def test_a_tied_prize_is_put_away() -> None:  # G1
    step = bid(dealt(3, 4, cards=5), 5, 5, 1, then=3)
    assert step.events[1] == BidsTied(1, (0, 1), 4, False)
    after = bid(step.state, 4, 1, 2, then=2)
    assert after.events[1] == PrizeWon(2, 0, 3)
    assert after.state.scores == (3, 0, 0)


def test_a_tied_prize_is_carried_over_where_the_option_says_so() -> None:  # G1
    step = bid(dealt(3, 4, cards=5, ties="carry"), 5, 5, 1, then=3)
    assert step.events[1] == BidsTied(1, (0, 1), 4, True)
    assert GOOFSPIEL.observation(step.state, None).stake == 7
    again = bid(step.state, 4, 4, 2, then=2)
    won = bid(again.state, 1, 2, 5, then=1)
    assert won.events[1] == PrizeWon(3, 2, 9)
    assert won.state.carried == 0


def test_a_tie_below_the_highest_does_not_matter() -> None:
    assert bid(dealt(3, 4, cards=5), 1, 1, 2, then=3).state.scores == (0, 0, 4)


def test_last_cards_that_all_can_count_are_played_at_once() -> None:  # G3, G5
    step = bid(dealt(3, 2, cards=2), 1, 2, 2)
    assert step.events == (
        BidsRevealed((1, 2, 2)),
        BidsTied(1, (1, 2), 2, False),
        PrizeTurned(2, 1),
        BidsRevealed((2, 1, 1)),
        PrizeWon(2, 0, 1),
        MatchEnded((1, 0, 0)),
    )
    assert GOOFSPIEL.places(step.state) == (1, 2, 2)
    assert GOOFSPIEL.current_players(step.state) == ()


def test_points_that_the_last_tie_leaves_go_to_nobody() -> None:  # G1
    step = bid(dealt(2, 2, cards=2, ties="carry"), 1, 1)
    assert step.events[-2] == BidsTied(2, (0, 1), 3, False)
    assert step.state.scores == (0, 0)
    assert GOOFSPIEL.places(step.state) == (1, 1)


def test_hidden_last_cards_are_asked_for() -> None:  # G3
    step = bid(dealt(2, 2, cards=2, hidden_bids=True), 1, 2)
    assert GOOFSPIEL.current_players(step.state) == (0, 1)
    assert bid(step.state, 2, 1).state.scores == (1, 2)


def test_hidden_bids_are_shown_to_their_owners_only() -> None:  # G4
    step = bid(dealt(3, 4, cards=5, hidden_bids=True), 2, 5, 1, then=3)
    compared = step.events[0]
    assert compared.seen_by(0) == BidsCompared((2, -1, -1))
    assert compared.seen_by(None) == BidsCompared((-1, -1, -1))
    seen = GOOFSPIEL.observation(step.state, 0)
    assert (seen.bids, seen.highest) == (((2, -1, -1),), ((1,),))
    assert seen.hands == ((1, 3, 4, 5), None, None)
    assert GOOFSPIEL.observation(step.state, None).hands == (None, None, None)


def test_open_bids_let_everybody_count_every_hand() -> None:
    state = bid(dealt(3, 4, cards=5), 2, 5, 1, then=3).state
    assert GOOFSPIEL.observation(state, None).hands == state.hands
    assert GOOFSPIEL.imagine(GOOFSPIEL.observation(state, 2), 2, RandomChance(1)) == state


def after_rounds(players: int, cards: int, rounds: int, seed: int) -> GoofspielState:
    """A match with hidden bids after some rounds at random."""
    picks = RandomChance(seed)
    state = GOOFSPIEL.initial_state(players, GoofspielOptions(cards=cards, hidden_bids=True), picks).state
    for _ in range(rounds):
        joint = {seat: choice(picks, GOOFSPIEL.legal_actions(state, seat)) for seat in range(players)}
        state = GOOFSPIEL.apply(state, joint, picks).state
    return state


DRAWS_OF_EACH = 60


@pytest.mark.parametrize(("players", "cards", "rounds"), [(2, 5, 3), (3, 4, 2), (3, 3, 3), (4, 3, 2), (4, 3, 3)])
@pytest.mark.parametrize("seed", range(4))
def test_imagining_draws_all_bids_that_fit_equally_often(players: int, cards: int, rounds: int, seed: int) -> None:
    state = after_rounds(players, cards, rounds, seed)
    fitting = {*bids_that_fit(state, player=0)}
    assert HiddenBids(GOOFSPIEL.observation(state, 0), 0).ways(1, (0,) * len(kinds_of(state))) == len(fitting)
    chance = RandomChance(seed)
    seen, draws = GOOFSPIEL.observation(state, 0), DRAWS_OF_EACH * len(fitting)
    drawn = Counter(GOOFSPIEL.imagine(seen, 0, chance).bids for _ in range(draws))
    assert {*drawn} == fitting
    # Chi-squared, at five deviations above what is to be expected.
    off = sum((count - DRAWS_OF_EACH) ** 2 for count in drawn.values()) / DRAWS_OF_EACH
    assert off <= len(fitting) - 1 + 5 * (2 * len(fitting)) ** 0.5


def kinds_of(state: GoofspielState) -> set[tuple[int, ...]]:
    """The sets of highest bidders of rounds that seat 0 lost."""
    return {kind for kind in state.highest if 0 not in kind}


def test_bids_that_were_counted_by_hand() -> None:
    """Of four cards I lost with the 1, then with the 3 to the same player: that was the 4, and before it a 2 or 3."""
    state = dealt(2, 1, cards=4, hidden_bids=True)
    for mine, theirs, then in ((1, 2, 3), (3, 4, 2)):
        state = bid(state, mine, theirs, then=then).state
    seen, chance = GOOFSPIEL.observation(state, 0), RandomChance(1)
    drawn = Counter(GOOFSPIEL.imagine(seen, 0, chance).bids for _ in range(2000))
    assert {*drawn} == {((1, 2), (3, 4)), ((1, 3), (3, 4))}
    assert all(900 < count < 1100 for count in drawn.values())


def test_a_view_that_no_match_can_have_is_refused() -> None:
    seen = GOOFSPIEL.observation(bid(dealt(2, 2, cards=3, hidden_bids=True), 3, 2, then=1).state, 0)
    with pytest.raises(ValueError, match="No bids fit"):
        GOOFSPIEL.imagine(replace(seen, highest=((1,),)), 0, RandomChance(1))


def bids_that_fit(state: GoofspielState, player: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Try everything the others may have bid."""
    rounds, cards = len(state.bids), range(1, state.options.cards + 1)
    for columns in product(permutations(cards, rounds), repeat=len(state.hands)):
        bids = tuple(zip(*columns, strict=True))
        highest = tuple(tuple(seat for seat, bid in enumerate(row) if bid == max(row)) for row in bids)
        if highest == state.highest and columns[player] == tuple(row[player] for row in state.bids):
            yield bids


@pytest.mark.parametrize("players", some_of([2, 4, 6], 1, "whole matches at three seat counts, not one"))
def test_whole_matches_are_imagined_after_every_round(players: int) -> None:
    chance = SeededChance(b"imagine", players)
    for seed in range(10):
        for rounds in range(MOST_HIDDEN_CARDS + 1):
            seen = GOOFSPIEL.observation(after_rounds(players, MOST_HIDDEN_CARDS, rounds, seed), 1)
            assert GOOFSPIEL.observation(GOOFSPIEL.imagine(seen, 1, chance), 1) == seen


def test_a_card_bid_before_is_refused() -> None:
    state = bid(dealt(3, 4, cards=5), 2, 5, 1, then=3).state
    for card in (0, 2, 6):
        with pytest.raises(IllegalAction) as refusal:
            bid(state, card, 1, 2)
        assert refusal.value.code == "card_not_held"


@pytest.mark.parametrize("players", [1, 7])
def test_two_to_six_play(players: int) -> None:
    with pytest.raises(IllegalOptions) as refusal:
        dealt(players)
    assert refusal.value.code == "seats_out_of_range"


def test_hidden_bids_are_for_fewer_cards_than_open_ones() -> None:
    with pytest.raises(IllegalOptions) as refusal:
        dealt(cards=MOST_HIDDEN_CARDS + 1, hidden_bids=True)
    assert refusal.value.code == "too_many_hidden_cards"
    assert len(dealt(cards=MOST_HIDDEN_CARDS, hidden_bids=True).left) == MOST_HIDDEN_CARDS - 1
    assert len(dealt(cards=MOST_CARDS).left) == MOST_CARDS - 1


def test_a_missed_deadline_bids_the_lowest_card() -> None:
    state = bid(dealt(3, 4, cards=5), 1, 5, 2, then=3).state
    assert [GOOFSPIEL.default_action(state, seat) for seat in range(3)] == [Bid(2), Bid(1), Bid(1)]


def test_every_card_is_played_once_and_every_prize_too() -> None:
    chance = RandomChance(4)
    state = GOOFSPIEL.initial_state(4, GoofspielOptions(cards=9), chance).state
    while asked := GOOFSPIEL.current_players(state):
        joint = {seat: choice(chance, GOOFSPIEL.legal_actions(state, seat)) for seat in asked}
        state = GOOFSPIEL.apply(state, joint, chance).state
    assert sorted(state.prizes) == list(range(1, 10))
    for column in zip(*state.bids, strict=True):
        assert sorted(column) == list(range(1, 10))


def test_the_round_is_counted_from_one() -> None:
    state = dealt(3, 4, cards=5)
    assert GOOFSPIEL.wording.stage(GOOFSPIEL.observation(state, None)) == "round 1 of 5"
    after = bid(state, 2, 5, 1, then=3).state
    assert GOOFSPIEL.wording.stage(GOOFSPIEL.observation(after, None)) == "round 2 of 5"


def test_the_words_of_a_round() -> None:
    events = bid(dealt(3, 4, cards=5, ties="carry", hidden_bids=True), 5, 5, 1, then=3).events
    spectator: list[Any] = [event.seen_by(None) for event in events]
    assert GOOFSPIEL.wording.events(spectator, SeatNumbers()) == [
        "Seat 0 and seat 1 tied for highest: 4 points wait for the next winner.",
        "Round 2 is for the 3.",
    ]
    own: list[Any] = [event.seen_by(2) for event in events]
    assert GOOFSPIEL.wording.events(own, SeatNumbers())[0] == "Seat 2 bid the 1."


def test_a_playthrough_tells_no_spectator_a_hidden_card() -> None:
    text = playthrough(GOOFSPIEL, 3, GoofspielOptions(cards=5, hidden_bids=True), "goofspiel", 20)
    assert "places: (" in text
    assert not [line for line in text.splitlines() if line.startswith("log:") and " bid the " in line]


def test_every_settled_point_is_held_here() -> None:
    held = set(re.findall(r"\bG\d+\b", Path(__file__).read_text()))
    assert {ruling.number for ruling in GOOFSPIEL.rulings} == held
