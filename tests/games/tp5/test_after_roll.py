"""The windows after the roll: Disgrace the Ace, then Land Mine (T6)."""

from engine.quick_chance import RandomChance
from games.tp5.rules import TP5
from games.tp5.rules.actions import PASS, Disgrace, LayMine
from games.tp5.rules.events import (
    AceDisgraced,
    AllTurnedUp,
    DieRolled,
    MinesLaid,
)
from games.tp5.rules.state import Tp5State
from tests.games.tp5.tables import act, all_pass, of_kind, refused, rolls, window

# Disgrace the Ace


def test_disgrace_is_asked_on_an_ace_alone() -> None:
    for value in range(1, 6):
        assert all_pass_to_roll("disgrace_the_ace", value).phase == "over"
    state = all_pass_to_roll("disgrace_the_ace", 6)
    assert state.phase == "disgrace"
    assert state.asked == (0, 1)


def all_pass_to_roll(key: str, *values: int, **fields: object) -> Tp5State:
    """A table where seats 0 and 1 have claims, from the window before the roll on."""
    claims = {0: (0,), 5: (0, 1), 13: (1,)}
    state = window(3, "number_is_up", key, claims=claims, **fields)  # type: ignore[arg-type]
    return all_pass(state, rolls(*values)).state


def test_disgrace_costs_a_claim_and_the_die_is_rolled_again() -> None:
    state = all_pass_to_roll("disgrace_the_ace", 6)
    assert refused(state, 0, Disgrace(13)) == "not_your_claim"
    step = act(state, {0: Disgrace(0), 1: Disgrace(13)}, rolls(3))
    assert of_kind(step, AceDisgraced) == [AceDisgraced(0, (0, 0), 3)]
    assert step.state.claims[0] == ()
    assert step.state.claims[13] == (1,)
    assert step.state.die == 3
    assert step.state.phase == "over"


def test_disgrace_asked_again_if_it_is_an_ace_again() -> None:
    state = all_pass_to_roll("disgrace_the_ace", 6)
    again = act(state, {1: Disgrace(13)}, rolls(6)).state
    assert again.phase == "disgrace"
    assert again.asked == (0, 1)
    assert all_pass(again).state.die == 6


def test_disgrace_dropped_answers_are_never_shown() -> None:
    state = all_pass_to_roll("disgrace_the_ace", 6)
    both = {0: Disgrace(0), 1: Disgrace(13)}
    assert TP5.effective_actions(state, both) == {0: Disgrace(0), 1: PASS}
    assert TP5.apply(state, both, RandomChance(2)) == TP5.apply(state, {0: Disgrace(0), 1: PASS}, RandomChance(2))


def test_disgrace_is_not_asked_under_best_of_both_worlds() -> None:
    claims = {0: (0,), 5: (0, 1)}
    opened = window(3, "disgrace_the_ace", "number_is_up", "best_of_both", claims=claims)
    assert all_pass(opened, rolls(6)).state.phase == "over"


def test_disgrace_comes_before_land_mine() -> None:
    state = window(3, "land_mine", "disgrace_the_ace", "number_is_up", claims={0: (0,), 13: (1,)})
    state = all_pass(state, rolls(6)).state
    assert state.phase == "disgrace"
    assert act(state, {0: Disgrace(0)}, rolls(2)).state.phase == "mine"


# Land Mine

MINED = ("Sn", "S2", "S3", "S4", "S5", "Sa", "M2", "M3", "Mn", "M4", "M5", "Ma")


def mined(**fields: object) -> Tp5State:
    claims = {4: (0, 1, 2), 0: (0, 1), 13: (0, 2)}
    return window(3, "land_mine", tiles=MINED, **({"claims": claims} | fields))  # type: ignore[arg-type]


def void_of(state: Tp5State, answers: dict[int, LayMine]) -> tuple[tuple[int | None, int], ...]:
    (event,) = of_kind(act(state, answers), AllTurnedUp)
    void: tuple[tuple[int | None, int], ...] = event.void
    return void


def test_mine_is_asked_once_of_all_who_have_a_claim() -> None:
    state = mined()
    assert state.phase == "mine"
    assert state.asked == (0, 1, 2)
    assert len(TP5.legal_actions(state, 0)) == 1 + 3 * 24
    assert act(state, {1: LayMine(0, "Mn")}).state.phase == "over"


def test_mine_on_anothers_tile_voids_the_claims_of_all() -> None:
    assert void_of(mined(), {0: LayMine(13, "S5")}) == ((1, 0),)


def test_mine_in_ones_own_row_does_nothing() -> None:
    assert void_of(mined(), {1: LayMine(0, "S5")}) == ()


def test_mine_in_the_centre_is_void() -> None:
    assert void_of(mined(), {1: LayMine(0, mined().tiles[13])}) == ((None, 1),)


def test_mine_every_copy_is_void_but_those_in_ones_own_row() -> None:
    tiles = ("S5", "S2", "S3", "S4", "S5", "Sa", "M2", "M3")
    state = window(7, "land_mine", tiles=tiles, claims={0: (0,), 4: (0, 1), 30: (2,)})
    assert void_of(state, {0: LayMine(0, "S5")}) == ((1, 0),)
    assert void_of(state, {1: LayMine(4, "S5")}) == ((0, 0),)
    assert void_of(state, {2: LayMine(30, "S5")}) == ((0, 0), (1, 0))


def test_mines_are_resolved_for_all_at_once() -> None:
    state = mined(dealer=2)
    step = act(state, {0: LayMine(0, "Mn"), 1: LayMine(4, "Mn"), 2: LayMine(13, "S2")})
    assert of_kind(step, MinesLaid) == [
        MinesLaid(((2, (None, 1), "S2"), (0, (0, 0), "Mn"), (1, (1, 0), "Mn"))),
    ]
    assert of_kind(step, AllTurnedUp)[0].void == ((0, 1), (2, 0))
    assert step.state.claims[0] == (1,)
    assert TP5.effective_actions(state, {0: LayMine(0, "Mn"), 1: LayMine(4, "Mn"), 2: PASS})[1] == LayMine(4, "Mn")


def test_a_hogged_tile_is_not_safe_from_its_hoggers_own_mine() -> None:
    state = window(3, "land_mine", "hogging", tiles=MINED, claims={0: (0,), 13: (0,)}, hogged=(0,))
    assert void_of(state, {0: LayMine(13, "Sn")}) == ((0, 0),)


def test_a_hogged_tile_left_by_the_payment_is_back_in_the_row_and_safe() -> None:
    state = window(3, "land_mine", "hogging", tiles=MINED, claims={0: (0,), 13: (0,)}, hogged=(0,))
    assert void_of(state, {0: LayMine(0, "Sn")}) == ()


def test_mine_names_a_tile_of_the_piecepack() -> None:
    state = mined()
    assert refused(state, 0, LayMine(13, "S7")) == "no_such_tile"
    assert refused(state, 0, LayMine(9, "S5")) == "not_your_claim"


def test_the_mine_is_asked_after_the_roll() -> None:
    state = window(3, "land_mine", "number_is_up", claims={0: (0,)})
    step = all_pass(state, rolls(2))
    assert of_kind(step, DieRolled) == [DieRolled(0, 2)]
    assert step.state.phase == "mine"
