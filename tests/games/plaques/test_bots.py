"""The steady bots have simple sense."""

from typing import Any

import pytest

from engine import AnyGame
from engine.bots import BUDGET, play_at_random
from engine.quick_chance import RandomChance
from games.plaques.rules import CONCEALED_DRAW, PLAQUE_AUCTION
from games.plaques.rules.auction.actions import Add, Pass, Pick
from games.plaques.rules.auction.options import AuctionOptions
from games.plaques.rules.concealed.actions import Declare, Discard, Draw, Nominate, Take
from tests.games.plaques.support import changed, rest, row

TABLES = [
    (PLAQUE_AUCTION, AuctionOptions(), 1.9),
    (PLAQUE_AUCTION, AuctionOptions(bidding="sealed"), 1.9),
    (CONCEALED_DRAW, CONCEALED_DRAW.Options(), 2.2),  # others declare at random, which leaves little time
]


def asked(game: AnyGame, state: Any) -> Any:
    """Ask the steady bot of the seat whose turn it is."""
    player = game.current_players(state)[0]
    return game.bots["steady"](
        game.observation(state, player), game.legal_actions(state, player), BUDGET, RandomChance(1)
    )


def mean_place(game: AnyGame, options: Any, matches: int) -> float:
    """Play one steady seat against three random ones; return its mean place."""
    total = 0
    for seed in range(matches):
        chance, seat = RandomChance(seed), seed % 4
        state = game.initial_state(4, options, chance).state
        while players := game.current_players(state):
            joint = {}
            for player in players:
                bot = game.bots["steady"] if player == seat else play_at_random
                joint[player] = bot(game.observation(state, player), game.legal_actions(state, player), BUDGET, chance)
            state = game.apply(state, joint, chance).state
        total += (game.places(state) or ())[seat]
    return total / matches


@pytest.mark.parametrize(("game", "options", "mean"), TABLES)
def test_steady_finishes_ahead_of_random_play(game: AnyGame, options: Any, mean: float) -> None:
    assert mean_place(game, options, 100) < mean  # random play has 2.5 or, with shared places, a little less


def concealed(tableau: str, centre: str = "", **fields: Any) -> Any:
    """Lay out a turn of the first player of three."""
    state = CONCEALED_DRAW.initial_state(3, CONCEALED_DRAW.Options(), RandomChance(1)).state
    others = rest(row(tableau), row(centre))
    rows = [others[:7], others[7:14], others[14:21]]
    rows[state.turn] = row(tableau)
    return changed(state, tableaux=tuple(rows), centre=row(centre), pile=others[21:], **fields)


def test_steady_declares_with_a_flush_and_draws_with_a_pair() -> None:
    assert asked(CONCEALED_DRAW, concealed("A1 A3 A4 A6 A9 C9 D9")) == Declare()
    assert asked(CONCEALED_DRAW, concealed("A1 A3 B4 C6 D9 C9 elf")) == Draw()


def test_steady_takes_what_makes_a_better_hand_and_keeps_it() -> None:
    assert asked(CONCEALED_DRAW, concealed("A1 A3 B4 C6 D9 C9 elf", "B2 A9 B8")) == Take("A9")
    taken = concealed("A1 A3 B4 C6 D9 C9 elf", "B2 B8", phase="discard", drawn="A9", source="centre")
    dropped = asked(CONCEALED_DRAW, taken)
    assert isinstance(dropped, Discard)
    assert dropped.plaque in ("A1", "elf", "A3", "B4")


def test_steady_names_who_has_most_lives() -> None:
    state = concealed("A1 A3 A4 A6 A9 C9 D9")
    rivals = [seat for seat in range(3) if seat != state.turn]
    lives = tuple(5 if seat == rivals[1] else 1 for seat in range(3))
    assert asked(CONCEALED_DRAW, changed(state, phase="nominate", lives=lives)) == Nominate(rivals[1])


def auction(own: str, centre: str, **fields: Any) -> Any:
    """Lay out the first round of three players; the second player to bid holds these plaques."""
    state = PLAQUE_AUCTION.initial_state(3, AuctionOptions(), RandomChance(1)).state
    me = state.bidding[1]
    others = rest(row(own), row(centre))
    hidden = [others[:3], others[3:6], others[6:9]]
    hidden[me] = row(own)
    order = (me, state.bidding[2], state.bidding[0])
    laid = changed(state, hidden=tuple(hidden), centre=row(centre), pile=others[9:], bidding=order)
    return changed(laid, **fields)


def test_steady_pays_for_a_dragon_and_not_among_equals() -> None:
    assert isinstance(asked(PLAQUE_AUCTION, auction("A5 B5 C1", "dragon1 D8 E2")), Add)
    assert asked(PLAQUE_AUCTION, auction("A5 B5 C1", "D8 E8 D7")) == Pass()


def test_steady_picks_what_helps_most() -> None:
    state = auction("A5 B5 C1", "D8 C5 E2")
    assert asked(PLAQUE_AUCTION, changed(state, picking=state.bidding, bidding=())) == Pick("C5")
