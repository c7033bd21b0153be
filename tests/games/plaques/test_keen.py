"""How *sharp* answers in Concealed Draw by the chance to win the round."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.bots import BUDGET
from engine.quick_chance import RandomChance
from games.plaques.bots.chances import chance_as_it_is, chance_going_on
from games.plaques.bots.keen import keen
from games.plaques.rules.concealed.actions import ConcealedAction, Declare, Discard, Draw, Take
from games.plaques.rules.concealed.game import CONCEALED_DRAW
from games.plaques.rules.concealed.view import ConcealedObservation
from games.plaques.rules.pieces import PLAQUES, Tableau
from tests.games.plaques.support import row

ALMOST, NOTHING = row("A1 A3 A6 A8 B2 C5 D9"), row("A1 A3 B4 C6 D9 D8 E2")
FULL_HOUSE, STRAIGHT = row("A5 B5 C5 D4 E4 A9 B8"), row("A1 B2 C3 D4 E5 A9 B8")
BETTER_AND_BETTER = (NOTHING, row("A1 B1 C1 D1 B4 C6 E9"), row("A1 A3 A6 A8 A9 C5 D9"), row("A4 A5 A6 A7 A8 C1 D2"))


def seen_of(own: Tableau, centre: str = "", players: int = 4, turns: int = 1, **fields: Any) -> ConcealedObservation:
    """What the player whose turn it is sees after some turns of each."""
    state = CONCEALED_DRAW.initial_state(players, CONCEALED_DRAW.Options(), RandomChance(1)).state
    seen = CONCEALED_DRAW.observation(state, state.turn)
    return replace(seen, own=own, centre=row(centre), turns=(turns,) * players, **fields)


def answer(seen: ConcealedObservation) -> ConcealedAction:
    legal: list[ConcealedAction] = [Draw(), *[Take(plaque) for plaque in seen.centre], Declare()]
    if seen.drawn:
        legal = [Discard(plaque) for plaque in (*seen.own, seen.drawn)]
    return keen(seen, legal, BUDGET, RandomChance(1))


@pytest.mark.parametrize("players", CONCEALED_DRAW.players)
def test_a_better_tableau_is_likelier_to_win(players: int) -> None:
    seen = seen_of(NOTHING, players=players)
    chances = [chance_as_it_is(seen, tableau) for tableau in BETTER_AND_BETTER]
    assert chances == sorted(chances)
    assert 0 < chances[0] < 0.5 < chances[-1] < 1


@pytest.mark.parametrize("players", CONCEALED_DRAW.players)
def test_a_plaque_in_the_centre_that_makes_a_flush_makes_it_likelier_to_win(players: int) -> None:
    seen = seen_of(ALMOST, players=players)
    unseen = [plaque for plaque in PLAQUES if plaque not in (*ALMOST, "A9", "E3")]
    without, beside = (chance_going_on(seen, ALMOST, (plaque,), unseen) for plaque in ("E3", "A9"))
    assert without < beside - 0.02


def test_it_takes_what_makes_a_flush_and_draws_where_nothing_helps() -> None:
    assert answer(seen_of(ALMOST, "A9 D5")) == Take("A9")
    assert answer(seen_of(ALMOST, "D7")) == Draw()


def test_it_declares_at_once_with_what_is_too_little_later() -> None:
    for tableau, players in ((FULL_HOUSE, 4), (STRAIGHT, 2)):
        assert answer(seen_of(tableau, players=players, turns=0)) == Declare()
        assert answer(seen_of(tableau, players=players, turns=5)) == Draw()


def test_it_discards_what_a_flush_does_not_need() -> None:
    chosen = answer(seen_of(ALMOST, drawn="E4", source="pile", phase="discard"))
    assert isinstance(chosen, Discard)
    assert chosen.plaque[0] != "A"


def test_it_hopes_for_a_flush_after_a_declaration_where_a_pair_would_lose() -> None:
    last = seen_of(ALMOST, "B9", turns=3)
    last = replace(last, declarer=(last.turn + 3) % 4)
    assert answer(last) == Draw()
    assert answer(replace(last, centre=("B9", "A9"))) == Take("A9")
