"""Options of TP5, and which phestivities can be in play together."""

import msgspec
import pytest

from engine import IllegalOptions
from engine.playthrough import SeatNumbers
from engine.quick_chance import RandomChance
from games.tp5.rules import TP5
from games.tp5.rules.actions import Choose, Tp5Action
from games.tp5.rules.events import DealerRuled, PhestivitiesChosen
from games.tp5.rules.options import KEYS, TITLES, Key, Tp5Options
from games.tp5.rules.phestivities import PHESTIVITIES
from games.tp5.rules.programme import allowed_sets, refusal
from tests.games.tp5.tables import answer, new_match, of_kind, refused


def test_defaults() -> None:
    options = Tp5Options()
    assert (options.rounds, options.chosen_by, options.reveal) == (5, "dealer", "in_turn")
    assert options.phestivities == frozenset(KEYS)
    assert Tp5Options(chosen_by="host").phestivities == frozenset()


def test_thirteen_phestivities_have_titles_and_rules() -> None:
    assert len(KEYS) == 13
    assert set(KEYS) == set(TITLES) == set(PHESTIVITIES)


def test_the_default_of_a_host_survives_json_and_a_set_that_can_be_played_is_kept() -> None:
    for given in (b'{"chosen_by": "host"}', b'{"chosen_by": "host", "phestivities": []}'):
        assert msgspec.json.decode(given, type=Tp5Options).phestivities == frozenset()
    some = msgspec.json.encode({"chosen_by": "host", "phestivities": KEYS[1:]})
    assert msgspec.json.decode(some, type=Tp5Options).phestivities == frozenset(KEYS[1:])
    options = Tp5Options(chosen_by="host")
    assert msgspec.json.decode(msgspec.json.encode(options), type=Tp5Options) == options


@pytest.mark.parametrize("players", TP5.players)
def test_all_thirteen_as_a_form_sends_them_leave_a_host_with_none_since_no_table_can_play_all(players: int) -> None:
    sent = msgspec.convert({"chosen_by": "host", "phestivities": list(KEYS)}, Tp5Options)
    assert sent.phestivities == frozenset()
    TP5.check_options(players, sent)
    assert refusal(KEYS, players)


@pytest.mark.parametrize("rounds", [0, 21])
def test_rounds_are_1_to_20(rounds: int) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"rounds": rounds}, Tp5Options)


@pytest.mark.parametrize("players", [1, 13])
def test_2_to_12_seats(players: int) -> None:
    with pytest.raises(IllegalOptions) as refusal:
        TP5.initial_state(players, Tp5Options(), RandomChance(1))
    assert refusal.value.code == "seats_out_of_range"


CLASHES: list[tuple[Key, Key]] = [
    ("double_dip", "best_of_both"),
    ("thats_mine", "commune"),
    ("centering_in", "around_the_world"),
]


@pytest.mark.parametrize("pair", CLASHES)
def test_t3_two_that_cannot_both_be_obeyed_are_refused(pair: tuple[Key, Key]) -> None:
    state = TP5.initial_state(4, Tp5Options(), RandomChance(1)).state
    both = tuple(key for key in KEYS if key in pair)
    assert refused(state, state.dealer, Choose(both)) == "phestivities_clash"
    for key in pair:
        TP5.check(state, state.dealer, Choose((key,)))
    with pytest.raises(IllegalOptions) as refusal:
        new_match(4, *both)
    assert refusal.value.code == "phestivities_clash"
    assert all(TITLES[key] in refusal.value.message for key in pair)


def test_t3_the_refusal_of_the_commune_does_not_say_that_identifiers_are_lacking() -> None:
    """One and three are the four that each player has."""
    reason = refusal(("thats_mine", "commune"), 4)
    assert reason and "Identifiers would suffice for both" in reason[1]
    assert "cannot" not in reason[1]


@pytest.mark.parametrize(
    ("key", "players", "code"),
    [
        ("commune", 2, "commune_needs_four"),
        ("commune", 3, "commune_needs_four"),
        ("centering_in", 6, "no_centre"),
        ("centering_in", 12, "no_centre"),
        ("centering_in", 11, "centre_too_small"),
    ],
)
def test_t3_what_a_table_of_that_size_cannot_have(key: Key, players: int, code: str) -> None:
    with pytest.raises(IllegalOptions) as refusal:
        new_match(players, key)
    assert refusal.value.code == code
    state = TP5.initial_state(players, Tp5Options(), RandomChance(1)).state
    assert refused(state, state.dealer, Choose((key,))) == code


@pytest.mark.parametrize("players", [2, 3, 4, 5, 7, 8, 9, 10])
def test_t3_centering_in_is_offered_where_the_centre_has_room(players: int) -> None:
    assert ("centering_in",) in allowed_sets(KEYS, players)


def test_t3_the_number_of_allowed_sets() -> None:
    """Three pairs of which at most one is in play, and seven others at will."""
    assert len(allowed_sets(KEYS, 4)) == 3 * 3 * 3 * 2**7
    assert len(allowed_sets(KEYS, 3)) == 3 * 2 * 3 * 2**7  # without the Commune
    assert len(allowed_sets(KEYS, 6)) == 3 * 3 * 2 * 2**7  # without Centering in
    assert allowed_sets(KEYS, 4)[0] == ()


def test_the_dealer_chooses_from_what_the_host_offers() -> None:
    options = Tp5Options(phestivities=frozenset({"hogging", "land_mine"}))
    state = TP5.initial_state(3, options, RandomChance(1)).state
    assert state.asked == (state.dealer,)
    offered = set(TP5.legal_actions(state, state.dealer))
    assert offered == {Choose(()), Choose(("land_mine",)), Choose(("hogging",)), Choose(("land_mine", "hogging"))}
    assert refused(state, state.dealer, Choose(("eviction",))) == "phestivity_not_offered"
    assert refused(state, state.dealer, Choose(("hogging", "land_mine"))) == "phestivities_out_of_order"
    assert refused(state, state.dealer, Choose(("hogging", "hogging"))) == "phestivities_out_of_order"


def test_nobody_is_asked_where_there_is_nothing_to_choose() -> None:
    nothing = TP5.initial_state(3, Tp5Options(phestivities=frozenset()), RandomChance(1)).state
    assert nothing.phase == "turn_up"
    assert nothing.in_play == ()
    by_host = new_match(3, "hogging").state
    assert by_host.phase == "turn_up"
    assert by_host.in_play == ("hogging",)


def test_a_missed_deadline_chooses_none() -> None:
    state = TP5.initial_state(4, Tp5Options(), RandomChance(1)).state
    assert TP5.default_action(state, state.dealer) == Choose(())


BOTH: tuple[Key, ...] = ("thats_mine", "commune", "hogging", "centering_in", "around_the_world")
RULINGS = [
    ("thats_mine", "hogging", "centering_in"),
    ("thats_mine", "hogging", "around_the_world"),
    ("commune", "hogging", "centering_in"),
    ("commune", "hogging", "around_the_world"),
]


def test_t21_the_dealer_rules_which_of_two_is_followed() -> None:
    start = new_match(4, *BOTH, dealer_rules=True, rounds=2)
    state = start.state
    assert of_kind(start, PhestivitiesChosen) == [PhestivitiesChosen(None, BOTH)]
    assert (state.phase, state.asked, state.in_play) == ("choose", (state.dealer,), ())
    assert list(TP5.legal_actions(state, state.dealer)) == [Choose(left) for left in RULINGS]  # type: ignore[arg-type]
    chosen: tuple[Key, ...] = ("commune", "hogging", "centering_in")
    step = answer(state, Choose(chosen))
    assert step.state.in_play == chosen
    assert of_kind(step, DealerRuled) == [
        DealerRuled(state.dealer, ("commune", "centering_in"), ("thats_mine", "around_the_world"))
    ]
    assert not of_kind(step, PhestivitiesChosen)


def test_t21_every_round_has_a_ruling_of_its_own_dealer() -> None:
    state = new_match(4, *BOTH, dealer_rules=True, rounds=3).state
    rounds = {}
    while state.asked:
        if state.phase == "choose":
            assert state.asked == (state.dealer,)
            rounds[state.round] = RULINGS[state.round]
            joint: dict[int, Tp5Action] = {state.dealer: Choose(RULINGS[state.round])}  # type: ignore[arg-type]
        else:
            assert state.in_play == rounds[state.round]
            joint = {seat: TP5.default_action(state, seat) for seat in state.asked}
        state = TP5.apply(state, joint, RandomChance(2)).state
    assert len(rounds) == 3


@pytest.mark.parametrize(
    "chosen",
    [(), ("hogging",), BOTH, ("thats_mine", "commune", "hogging", "centering_in"), ("thats_mine", "centering_in")],
)
def test_t21_a_ruling_names_the_hosts_set_less_one_of_each_pair(chosen: tuple[Key, ...]) -> None:
    state = new_match(4, *BOTH, dealer_rules=True).state
    assert refused(state, state.dealer, Choose(chosen)) == "not_a_ruling"


def test_t21_a_missed_deadline_follows_the_first_in_the_list() -> None:
    state = new_match(4, *BOTH, dealer_rules=True).state
    assert TP5.default_action(state, state.dealer) == Choose(("thats_mine", "hogging", "centering_in"))


def test_t21_what_the_rules_forbid_and_what_a_table_lacks_stays_refused() -> None:
    for keys, players, code in (
        (("double_dip", "best_of_both"), 4, "phestivities_clash"),
        (("thats_mine", "commune"), 3, "commune_needs_four"),
        (("centering_in", "around_the_world"), 6, "no_centre"),
    ):
        with pytest.raises(IllegalOptions) as refusal:
            new_match(players, *keys, dealer_rules=True)  # type: ignore[arg-type]
        assert refusal.value.code == code


def test_t21_without_a_clash_or_where_the_dealer_chooses_nothing_changes() -> None:
    assert new_match(4, "hogging", dealer_rules=True).state.phase == "turn_up"
    state = TP5.initial_state(4, Tp5Options(dealer_rules=True), RandomChance(1)).state
    assert refused(state, state.dealer, Choose(("thats_mine", "commune"))) == "phestivities_clash"


def test_t21_it_is_said_in_words() -> None:
    state = new_match(4, *BOTH, dealer_rules=True).state
    seen = TP5.observation(state, state.dealer)
    wording = TP5.wording
    assert wording.stage(seen) == "round 1 of 1, the dealer rules"
    assert wording.task(seen, state.dealer) == "Rule which phestivities are followed this round"
    assert wording.choice(Choose(RULINGS[1]), seen, SeatNumbers()) == (  # type: ignore[arg-type]
        "Follow Hey! That's mine? and All around the world"
    )
    (said,) = wording.events([DealerRuled(2, ("commune",), ("thats_mine",))], SeatNumbers())
    assert said == "Seat 2 ruled: Life in the Commune is followed, not Hey! That's mine?"
    listed = TP5.conditionals.ahead(seen, state.dealer)["choose"]
    assert listed == tuple(Choose(left) for left in RULINGS)  # type: ignore[arg-type]
