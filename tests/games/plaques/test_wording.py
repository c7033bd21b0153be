"""Sentences about matches of plaques, for the one they speak to and for others."""

from typing import Any, Literal

import pytest

from engine import IllegalAction, Mark
from games.plaques.rules import CONCEALED_DRAW, PLAQUE_AUCTION
from games.plaques.rules.auction import events as auction
from games.plaques.rules.auction.actions import Add, Bid, Pass, Pick
from games.plaques.rules.concealed import events as concealed
from games.plaques.rules.concealed.actions import Declare, Discard, Draw, Nominate, Take
from games.plaques.rules.rulings import AUCTION_RULINGS, CONCEALED_RULINGS, RULINGS
from tests.games.plaques.support import NO_CHANCE, Names, changed, played, row

NAMES = Names()


def test_an_auction_tells_its_bids_in_one_style_for_all() -> None:
    events = (
        auction.Added(0, 2, 2),
        auction.Added(1, 1, 4),
        auction.Passed(0),
        auction.Passed(2),
        auction.Passed(3, "no_tokens"),
        auction.Passed(1, "picks_first"),
        auction.Picked(1, "C5"),
        auction.Picked(0, "elf", left_over=True),
        auction.BidsPaid(6, 10),
    )
    assert PLAQUE_AUCTION.wording.events(events, NAMES) == [
        "You bid 2 tokens.",
        "Marek added 1 token for a bid of 4.",
        "You and Ana passed.",
        "Jo had no tokens left to add.",
        "Marek got the first pick, and the bidding ended.",
        "Marek picked the 5 of Corvane.",
        "You got the last plaque, the Elf.",
        "The bids put 6 tokens into the pot, which then held 10.",
    ]


def test_an_auction_tells_a_hand_from_the_deal_to_the_pot() -> None:
    three = (row("A1 B2 elf"), (), row("C1 C2 C3"))
    dealt = auction.Dealt(2, 1, 1, 3, (0, 1, 2), three)
    tableaux = (row("A9 B9 C9 D3 E3 A6 B6"), row("A1 B2 C4 D5 E7 A8 elf"), ())
    events = (
        dealt.seen_by(0),
        auction.TurnedUp(1, 2, row("D8 thief")),
        auction.BidsOpened((0, 1), (0, 1)),
        auction.TableauxShown(2, tableaux),
        auction.PotWon(2, 9, (0,), (9,)),
        auction.PotWon(2, 9, (1, 2), (5, 4)),
        auction.WentOut(2, 0),
        auction.MatchEnded((9, 5, 4)),
    )
    assert PLAQUE_AUCTION.wording.events(events, NAMES) == [
        "Marek dealt hand 2: everyone paid 1 token, and the pot stood at 3.",
        "You received the 1 of Aldmere, the 2 of Brannoch and the Elf.",
        "Round 1 of 4 turned up the 8 of Dunhallow and the Thief, with Ana as first player.",
        "You bid no tokens and Marek bid 1 token.",
        "You showed the 9 of Aldmere, the 9 of Brannoch, the 9 of Corvane, the 3 of Dunhallow, the 3 of Estreth, "
        "the 6 of Aldmere and the 6 of Brannoch: full house, nines over sixes.",
        "Marek showed the 1 of Aldmere, the 2 of Brannoch, the 4 of Corvane, the 5 of Dunhallow, the 7 of Estreth, "
        "the 8 of Aldmere and the Elf: high plaque 8.",
        "You won the pot of 9 tokens.",
        "Equal tableaux shared the pot of 9 tokens: Marek took 5 and Ana took 4.",
        "Ana could not pay the next ante and went out with no tokens.",
        "The match ended with these tokens: you 9, Marek 5, Ana 4.",
    ]
    assert PLAQUE_AUCTION.wording.marks(events) == [Mark(2, 0, "+9"), Mark(2, None, "shared")]


def test_an_auction_with_empty_seats_says_who_paid() -> None:
    dealt = auction.Dealt(3, 0, 2, 4, (0, 2), ((), (), ()))
    assert PLAQUE_AUCTION.wording.events((dealt,), NAMES) == [
        "You dealt hand 3: you and Ana each paid 2 tokens, 4 in all."
    ]


def test_answers_in_an_auction() -> None:
    state = PLAQUE_AUCTION.initial_state(3, PLAQUE_AUCTION.Options(), NO_CHANCE).state
    first = state.bidding[0]
    words = PLAQUE_AUCTION.wording
    seen = PLAQUE_AUCTION.observation(state, first)
    assert words.stage(seen) == "hand 1 of 3, round 1 of 4"
    assert words.task(seen, first) == "Bid for the first pick, or pass"
    assert words.choice(Add(1), seen, NAMES) == "Add 1 token"
    assert words.choice(Pass(), seen, NAMES) == "Pass for the rest of the round"
    assert words.choice(Bid(0), seen, NAMES) == "No tokens"
    assert words.choice(Pick("C5"), seen, NAMES) == "5 of Corvane (Marshal)"
    again = PLAQUE_AUCTION.observation(changed(state, bids=(3, 3, 3)), first)
    assert words.task(again, first) == "Add tokens to your bid, or pass"
    assert words.choice(Add(2), again, NAMES) == "Add 2 tokens, for a bid of 5"
    over = changed(state, bidding=(), stocks=(4, 40, 13))
    assert words.result(PLAQUE_AUCTION.observation(over, None)) == "40 tokens to 13 and 4"
    assert words.stage(PLAQUE_AUCTION.observation(over, None)) == "1 hand played"


def test_concealed_draw_tells_a_round() -> None:
    tableaux = (row("A9 B9 C9 D3 E3 A6 B6"), row("A1 B2 C4 D5 E7 A8 elf"), ())
    events = (
        concealed.Dealt(1, 1, (0, 1), tableaux).seen_by(None),
        concealed.Drew(0, 3, "C5"),
        concealed.Drew(1, 0, "C6").seen_by(0),
        concealed.Took(1, "dragon1"),
        concealed.Discarded(0, "C5"),
        concealed.Declared(0),
        concealed.CountedAsDeclarer(1, "last_plaque"),
        concealed.CountedAsDeclarer(0, "last_turn"),
        concealed.StoodPat(1),
        concealed.TableauxShown(1, (row("A9 B9"), (), row("elf")), 0, ()),
        concealed.TableauxShown(1, ((), (), ()), 0, (1,)),
        concealed.LifeLost(1, 1, 0, 1),
        concealed.LifeLost(2, 0, 2, 0),
        concealed.WentOut(2, 3),
        concealed.MatchEnded(0, 1),
    )
    assert CONCEALED_DRAW.wording.events(events, NAMES) == [
        "Marek dealt round 1 to you and Marek.",
        "You drew the 5 of Corvane from the pile, which had 3 left.",
        "Marek drew from the pile, which had none left.",
        "Marek took the Ash Dragon from the centre.",
        "You discarded the 5 of Corvane.",
        "You declared; everyone else had one more turn.",
        "Marek took the last plaque of the pile and so counted as the declarer.",
        "You ended a twelfth turn and so counted as the declarer.",
        "Marek passed.",
        "You showed the 9 of Aldmere and the 9 of Brannoch: pair of nines.",
        "Ana showed the Elf: high plaque 0.",
        "You had the best tableau.",
        "You and Marek had equal tableaux, and the right to name fell to you.",
        "Marek named you, who lost a life: 1 left.",
        "You named Ana, who lost a life: none left.",
        "Ana went out in 3rd place.",
        "You won the match with 1 life left.",
    ]
    assert CONCEALED_DRAW.wording.marks(events) == [Mark(1, 1, "−1"), Mark(2, 0, "out")]


def test_answers_in_concealed_draw() -> None:
    words = CONCEALED_DRAW.wording
    state = CONCEALED_DRAW.initial_state(3, CONCEALED_DRAW.Options(), NO_CHANCE).state
    seen = CONCEALED_DRAW.observation(state, state.turn)
    assert words.stage(seen) == "round 1, nobody has declared"
    assert words.choice(Draw(), seen, NAMES) == "Draw the top of the pile"
    assert words.choice(Take("C5"), seen, NAMES) == "Take the 5 of Corvane (Marshal) from the centre"
    assert words.choice(Declare(), seen, NAMES) == "Declare"
    assert words.choice(Nominate(2), seen, NAMES) == "Ana, with 2 lives"
    late = CONCEALED_DRAW.observation(changed(state, declarer=0, drawn="elf", source="pile"), state.turn)
    assert words.stage(late) == "round 1, last turns"
    assert words.choice(Declare(), late, NAMES) == "Pass and keep my tableau"
    assert words.choice(Discard("elf"), late, NAMES) == "Elf, just drawn"
    assert words.choice(Discard("C5"), late, NAMES) == "5 of Corvane (Marshal)"


def test_the_result_of_concealed_draw() -> None:
    *_, (state, _, _) = played(CONCEALED_DRAW, 3, 1)
    seen = CONCEALED_DRAW.observation(changed(state, lives=tuple(3 * (seat == state.turn) for seat in range(3))), None)
    assert CONCEALED_DRAW.wording.result(seen) == f"the winner has 3 lives left after {state.round} rounds"


def test_the_points_are_numbered_without_gaps_and_each_belongs_to_a_game() -> None:
    assert list(RULINGS) == [f"P{number + 1}" for number in range(len(RULINGS))]
    assert all(text.endswith(".") for text in RULINGS.values())
    assert {**AUCTION_RULINGS, **CONCEALED_RULINGS} == RULINGS
    assert {*AUCTION_RULINGS} & {*CONCEALED_RULINGS} == {"P1", "P2", "P24"}
    assert "P6" in AUCTION_RULINGS
    assert "P14" in CONCEALED_RULINGS


def in_phase(**fields: Any) -> Any:
    """What seat 0 sees of a round of Concealed Draw."""
    state = CONCEALED_DRAW.initial_state(4, CONCEALED_DRAW.Options(), NO_CHANCE).state
    return CONCEALED_DRAW.observation(changed(state, **{"turn": 0} | fields), 0)


@pytest.mark.parametrize(
    ("fields", "stage", "task", "button"),
    [
        ({}, "round 1, nobody has declared", "Draw a plaque, or declare", "Play my turn"),
        ({"declarer": 2}, "round 1, last turns", "Draw a plaque, or pass: your last turn", "Play my turn"),
        (
            {"phase": "discard", "drawn": "E9", "source": "pile"},
            "round 1, nobody has declared",
            "Discard a plaque",
            "Discard this plaque",
        ),
        (
            {"phase": "nominate", "declarer": 2},
            "round 1, tableaux shown",
            "Name a player who loses a life",
            "Name this player",
        ),
        ({"phase": "over", "round": 2}, "2 rounds played", "", ""),
    ],
)
def test_each_phase_of_concealed_draw_says_what_to_do(
    fields: dict[str, Any], stage: str, task: str, button: str
) -> None:
    seen = in_phase(**fields)
    assert CONCEALED_DRAW.wording.stage(seen) == stage
    if task:
        assert (CONCEALED_DRAW.wording.task(seen, 0), CONCEALED_DRAW.wording.seal(seen)) == (task, button)


def test_a_last_turn_may_be_passed_and_what_was_just_drawn_is_marked() -> None:
    last = in_phase(declarer=2)
    assert CONCEALED_DRAW.wording.choice(Declare(), last, Names()) == "Pass and keep my tableau"
    drawn = in_phase(phase="discard", drawn="E9", source="pile")
    words = [CONCEALED_DRAW.wording.choice(Discard(plaque), drawn, Names()) for plaque in ("E9", "E8")]
    assert [text.endswith(", just drawn") for text in words] == [True, False]


@pytest.mark.parametrize(
    ("bidding", "fields", "task", "button"),
    [
        ("open", {}, "Bid for the first pick, or pass", "Seal my bid"),
        ("open", {"bids": (1, 0, 0, 0)}, "Add tokens to your bid, or pass", "Seal my bid"),
        ("sealed", {}, "Seal your bid for the first pick", "Seal my bid"),
        ("open", {"bidding": (), "picking": (0, 1)}, "Pick a plaque from the centre", "Take this plaque"),
    ],
)
def test_each_phase_of_an_auction_says_what_to_do(
    bidding: Literal["open", "sealed"], fields: dict[str, Any], task: str, button: str
) -> None:
    state = PLAQUE_AUCTION.initial_state(4, PLAQUE_AUCTION.Options(bidding=bidding), NO_CHANCE).state
    seen = PLAQUE_AUCTION.observation(changed(state, **fields), 0)
    assert (PLAQUE_AUCTION.wording.task(seen, 0), PLAQUE_AUCTION.wording.seal(seen)) == (task, button)


def test_who_has_no_tokens_may_still_put_in_none() -> None:
    state = PLAQUE_AUCTION.initial_state(4, PLAQUE_AUCTION.Options(bidding="sealed"), NO_CHANCE).state
    state = changed(state, stocks=(0, 1, 9, 9))
    for player, words in ((0, "You have no tokens left. Put in 0 or fewer."), (1, "You have 1 token left. ")):
        with pytest.raises(IllegalAction) as refused:
            PLAQUE_AUCTION.check(state, player, Bid(5))
        assert refused.value.message.startswith(words)
