"""What each viewer may know, and that nothing else is shown."""

from typing import Any, Literal

import msgspec
import pytest
from msgspec.structs import replace

from engine.piecepack import INDEX, TILES
from games.manipulation.rules import MANIPULATION
from games.manipulation.rules import events as rule_events
from games.manipulation.rules.actions import Bid, Pass, Pull
from games.manipulation.rules.options import ManipulationOptions
from games.manipulation.rules.state import ManipulationState
from tests.games.manipulation.matches import SEATS, seen_events, steps
from tests.games.manipulation.positions import code_of, of_type, play, position

HANDS = ("Sn S4 S2", "M2 M3 Ca", "Cn C2 C3")

PUBLIC = {
    *("options", "first_code", "code", "hand_batches", "pile_size", "discards", "stocks", "player", "batches"),
    *("turn", "auction", "failed_codes", "final_places"),
}


def json_of(value: object) -> str:
    return msgspec.json.encode(value).decode()


def fields(state: ManipulationState, viewer: int | None) -> dict[str, Any]:
    shown: dict[str, Any] = msgspec.json.decode(json_of(MANIPULATION.observation(state, viewer)))
    return shown


@pytest.mark.parametrize("players", SEATS)
def test_viewers_differ_in_their_own_goal_and_hand_alone(players: int) -> None:  # M2, M10
    for state, _ in steps(players, 3):
        public = fields(state, None)
        assert set(public) == PUBLIC | {"viewer", "goals", "hands"}
        assert public["hands"] == [None] * players
        for viewer in range(players):
            mine = fields(state, viewer)
            assert {name: mine[name] for name in PUBLIC} == {name: public[name] for name in PUBLIC}
            hands = [list(hand) if seat == viewer else None for seat, hand in enumerate(state.hands)]
            assert mine["hands"] == hands  # M12: also when the match is over
            if state.final_places is None:
                assert public["goals"] == [None] * players
                goals = [list(goal) if seat == viewer else None for seat, goal in enumerate(state.goals)]
                assert mine["goals"] == goals


def test_all_goals_are_opened_at_the_end() -> None:  # M10
    *_, (state, events) = steps(3, 3)
    for viewer in (None, 0, 1, 2):
        assert MANIPULATION.observation(state, viewer).goals == state.goals
    assert events[-1].seen_by(None) == rule_events.Ended(None, state.goals, MANIPULATION.places(state) or ())


def test_the_order_of_the_pile_is_in_no_observation() -> None:
    state = position(HANDS, pile="A2 A3 A4 An")
    turned = replace(state, pile=state.pile[::-1])
    for viewer in (None, 0, 1, 2):
        assert MANIPULATION.observation(turned, viewer) == MANIPULATION.observation(state, viewer)


def test_a_deal_is_told_to_its_owner_alone() -> None:  # M2, M10
    dealt = rule_events.Dealt(1, code_of("naaa"), ("S2", "S3", "M4"))
    assert dealt.seen_by(1) == dealt
    assert dealt.seen_by(0) is None
    assert dealt.seen_by(None) is None


def test_a_drawn_tile_is_told_to_its_owner_alone() -> None:  # M2
    drew = rule_events.Drew(1, "S2")
    assert drew.seen_by(1) == drew
    assert drew.seen_by(0) == drew.seen_by(None) == rule_events.Drew(1, None)


def test_bids_are_told_only_together() -> None:
    pulled, _ = play(position(HANDS, pile="A2 A3"), {0: Pull()})
    revealed = play(pulled, {0: Bid(1), 1: Bid(4), 2: Bid(2)})
    assert revealed.events[0] == rule_events.CoinsRevealed(1, (1, 4, 2))
    assert revealed.state.stocks[0] == revealed.state.stocks[2] == (0, 1, 2, 3, 4, 5)
    other = play(pulled, {0: Bid(0), 1: Bid(4), 2: Bid(3)})
    assert other.state == revealed.state


@pytest.mark.parametrize("players", SEATS)
def test_no_event_names_a_hidden_tile_to_those_who_may_not_know_it(players: int) -> None:
    """Events shown to others name no tile that is still hidden after the step."""
    for seed in range(10):
        for state, events in steps(players, seed):
            if state.final_places is not None:
                continue
            for viewer in (None, *range(players)):
                received = json_of(seen_events(events, viewer))
                hidden = [tile for seat, hand in enumerate(state.hands) if seat != viewer for tile in hand]
                own = () if viewer is None else (*state.goals[viewer], *state.hands[viewer])
                named = {tile for tile in TILES if f'"{tile}"' in received and tile not in own}
                # What is discarded goes into the next pile before everyone's eyes.
                pile = () if of_type(events, rule_events.Refilled) else state.pile
                assert not named & {*hidden, *pile}


def swap(state: ManipulationState, one: str, other: str) -> ManipulationState:
    """Exchange two tiles wherever they are hidden."""
    trade = {one: other, other: one}
    hands = tuple(
        tuple(sorted((trade.get(tile, tile) for tile in hand), key=INDEX.__getitem__)) for hand in state.hands
    )
    return replace(state, hands=hands, pile=tuple(trade.get(tile, tile) for tile in state.pile))


@pytest.mark.parametrize("players", SEATS)
def test_equal_information_gives_equal_bytes_and_answers(players: int) -> None:
    """Hidden tiles of one shuffle may change places, and opponents their goals: seat 0 sees no difference."""
    for state, _ in steps(players, 8):
        if state.final_places is not None:
            continue
        hidden = [*state.pile, *(tile for hand in state.hands[1:] for tile in hand)]
        by_batch: dict[int, list[str]] = {}
        for tile in hidden:
            by_batch.setdefault(state.batches[INDEX[tile]], []).append(tile)
        goals = (state.goals[0], *reversed(state.goals[1:]))
        for tiles in by_batch.values():
            other = replace(swap(state, tiles[0], tiles[-1]), goals=goals)
            assert json_of(MANIPULATION.observation(other, 0)) == json_of(MANIPULATION.observation(state, 0))
            assert MANIPULATION.legal_actions(other, 0) == MANIPULATION.legal_actions(state, 0)
            assert MANIPULATION.current_players(other) == MANIPULATION.current_players(state)


class Onlooker:
    """A spectator with a good memory, who works out the public part of a match from its events (M11)."""

    def __init__(self, players: int, suits: int) -> None:
        self.suits = suits
        self.batches = dict.fromkeys(TILES, 0)
        self.hands = [[0, 0, 0] for _ in range(players)]
        self.stocks = [{0, 1, 2, 3, 4, 5} for _ in range(players)]
        self.discards: list[str] = []
        self.code: dict[str, str] = {}
        self.first: set[str] = set()
        self.offered = ""
        self.shuffles = 0
        self.pile = 20 - 3 * players
        self.failed: list[set[str]] = []

    def hear(self, event: Any) -> None:
        getattr(self, type(event).__name__.lower(), lambda event: None)(event)

    def began(self, event: rule_events.Began) -> None:
        self.code = {tile[0]: tile for tile in event.code}
        self.first = set(event.code)

    def into_code(self, tile: str) -> None:
        self.discards.append(self.code[tile[0]])
        self.code[tile[0]] = tile

    def leaves_hand(self, player: int, tile: str) -> None:
        self.hands[player].remove(self.batches[tile])

    def pushed(self, event: rule_events.Pushed) -> None:
        self.leaves_hand(event.player, event.tile)
        self.into_code(event.tile)

    def tried(self, event: rule_events.Tried) -> None:
        self.leaves_hand(event.player, event.tile)

    def pulled(self, event: rule_events.Pulled) -> None:
        self.pile -= 1

    def forced(self, event: rule_events.Forced) -> None:
        self.leaves_hand(event.opponent, event.tile)
        self.discards.append(event.tile)

    def passed(self, event: rule_events.Passed) -> None:
        self.leaves_hand(event.player, event.tile)
        self.discards.append(event.tile)

    def drew(self, event: rule_events.Drew) -> None:
        self.pile -= 1
        self.hands[event.player].append(self.shuffles)

    def replaced(self, event: rule_events.Replaced) -> None:
        self.into_code(event.tile)

    def kept(self, event: rule_events.Kept) -> None:
        self.discards.append(event.tile)

    def tookback(self, event: rule_events.TookBack) -> None:
        self.stocks[event.player].add(event.coin)

    def tied(self, event: rule_events.Tied) -> None:
        for player in event.players:
            self.stocks[player] -= {event.coin} - {0}

    def won(self, event: rule_events.Won) -> None:
        self.stocks[event.player] -= {event.coin or 0} - {0}

    def turnended(self, event: rule_events.TurnEnded) -> None:
        code = set(self.code.values())
        if event.changed_by is not None and len(code - self.first) >= self.suits and code not in self.failed:
            self.failed.append(code)

    def refilled(self, event: rule_events.Refilled) -> None:
        assert self.pile == 0
        self.shuffles += 1
        self.batches |= dict.fromkeys(self.discards, self.shuffles)
        self.pile, self.discards = len(self.discards), []


@pytest.mark.parametrize("suits", [3, 4])
@pytest.mark.parametrize("players", SEATS)
def test_all_that_is_public_follows_from_what_a_spectator_was_told(
    players: int, suits: Literal[3, 4]
) -> None:  # M1, M11
    for seed in range(8):
        onlooker = Onlooker(players, suits)
        for state, events in steps(players, seed, ManipulationOptions(turn_limit=120, suits_to_win=suits)):
            for event in seen_events(events, None):
                onlooker.hear(event)
            if state.final_places is not None:
                continue
            seen = MANIPULATION.observation(state, None)
            assert dict(zip(TILES, seen.batches, strict=True)) == onlooker.batches
            assert [list(batches) for batches in seen.hand_batches] == [sorted(hand) for hand in onlooker.hands]
            assert [set(stock) for stock in seen.stocks] == onlooker.stocks
            assert list(seen.discards) == onlooker.discards
            assert seen.code == tuple(onlooker.code.values())
            assert seen.pile_size == onlooker.pile
            assert [set(code) for code in seen.failed_codes] == onlooker.failed


def test_hand_sizes_and_who_is_awaited_are_shown() -> None:
    state = position(HANDS, pile="A2 A3", stocks=((0, 1), (0,), (0, 5)))
    assert MANIPULATION.observation(state, None).awaited == (0,)
    pulled = MANIPULATION.observation(play(state, {0: Pull()}).state, None)
    assert pulled.awaited == (0, 2)
    assert pulled.hand_sizes == (3, 3, 3)
    last = replace(state, turn=60)
    assert MANIPULATION.observation(play(last, {0: Pass("S4")}).state, 1).awaited == ()
