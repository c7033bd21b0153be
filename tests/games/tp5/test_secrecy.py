"""What no one may learn: face-down tiles, row orders, passed tiles, sealed answers, the roll to come."""

import msgspec
import pytest
from msgspec.structs import replace

from engine import SeededChance, shuffled
from engine.quick_chance import RandomChance
from games.tp5.rules import TP5
from games.tp5.rules.actions import CallNumber, Disgrace, PassOn, TurnUp
from games.tp5.rules.events import RowsLaidOut, TilesDealt, TilesPassed
from games.tp5.rules.state import ROW, Tp5State, claims_of, row_of
from tests.games.tp5.tables import act, all_pass, new_match, of_kind, play_out, window

EVERYONE: tuple[int | None, ...] = (None, 0, 1, 2, 3, 4)


def bytes_of(state: Tp5State, viewer: int | None) -> bytes:
    """What a viewer is given, and what they may answer, byte for byte."""
    legal = [] if viewer is None else list(TP5.legal_actions(state, viewer))
    return msgspec.json.encode((TP5.observation(state, viewer), legal))


def at_claims(players: int = 4, *keys: str, seed: int = 1) -> Tp5State:
    step = new_match(players, *keys, chance=RandomChance(seed))  # type: ignore[arg-type]
    return play_out(step, RandomChance(seed), stop="claim").state


@pytest.mark.parametrize("players", [2, 4, 7, 12])
def test_a_viewer_sees_their_own_row_and_what_lies_turned_up(players: int) -> None:
    state = at_claims(players)
    lying = (*state.claims[:5], (1,), (0, 1), *state.claims[7:])
    state = replace(state, up=(1, 6), claims=lying, hogged=(5,))
    for viewer in (None, *range(players)):
        own = set() if viewer is None else set(row_of(viewer))
        seen = TP5.observation(state, viewer)
        assert {place for place, tile in enumerate(seen.tiles) if tile} == own | {1, 6}
        assert all(tile in (None, state.tiles[place]) for place, tile in enumerate(seen.tiles))


def test_worlds_that_differ_in_hidden_tiles_look_the_same() -> None:
    """Exchange what lies in the centre and in others' rows, as far as statements allow."""
    state = at_claims(4)
    for viewer in range(4):
        for seed in range(10):
            other = TP5.imagine(TP5.observation(state, viewer), viewer, RandomChance(seed))
            assert other != state
            assert bytes_of(other, viewer) == bytes_of(state, viewer)
            assert TP5.current_players(other) == TP5.current_players(state)
    centre = shuffled(RandomChance(3), state.tiles[16:])
    moved = replace(state, tiles=state.tiles[:16] + centre)
    for everyone in (None, *range(4)):
        assert bytes_of(moved, everyone) == bytes_of(state, everyone)


def test_the_slot_of_the_revealed_tile_is_its_owners_secret() -> None:
    state = at_claims(7)
    for seat in range(7):
        at = state.shown_at[seat]
        assert at is not None
        moved = replace(state, shown_at=(*state.shown_at[:seat], 3 - at, *state.shown_at[seat + 1 :]))
        for viewer in (None, *range(7)):
            same = bytes_of(moved, viewer) == bytes_of(state, viewer)
            assert same == (viewer != seat)


def test_the_slot_from_which_a_tile_is_revealed_is_told_to_nobody() -> None:
    state = new_match(3, reveal="together").state
    for viewer in (None, 1, 2):
        views = set()
        for slot in range(ROW):
            row = list(state.tiles[:ROW])
            row[0], row[slot] = row[slot], row[0]
            turned = replace(state, tiles=tuple(row) + state.tiles[ROW:])
            after = TP5.apply(turned, {0: TurnUp(slot), 1: TurnUp(0), 2: TurnUp(0)}, SeededChance(b"x", 1))
            seen = TP5.observation(after.state, viewer)
            views.add(msgspec.json.encode((seen, [event.seen_by(viewer) for event in after.events])))
        assert len(views) == 1


def test_a_passed_tile_is_known_to_giver_and_receiver_alone() -> None:
    state = new_match(4, "tile_trickery").state
    joint = {seat: PassOn(seat) for seat in range(4)}
    step = TP5.apply(state, joint, RandomChance(1))
    (event,) = of_kind(step, TilesPassed)
    for viewer in range(4):
        seen = event.seen_by(viewer)
        left = (viewer + 1) % 4
        assert [giver for giver, tile in enumerate(seen.tiles) if tile] == sorted((viewer, left))
        assert seen.tiles[viewer] == state.tiles[ROW * viewer + viewer]
        view = TP5.observation(step.state, viewer)
        assert view.passed == state.tiles[ROW * viewer + viewer]
        assert view.my_received_at == viewer
    assert event.seen_by(None).tiles == (None,) * 4
    spectator = TP5.observation(step.state, None)
    assert (spectator.passed, spectator.my_received_at) == (None, None)


def test_a_passed_tile_is_remembered_after_rows_are_laid_out() -> None:
    for seed in range(8):
        step = play_out(new_match(4, "tile_trickery", chance=RandomChance(seed)), RandomChance(seed), stop="claim")
        (event,) = of_kind(step, TilesPassed)
        for viewer in range(4):
            seen = TP5.observation(step.state, viewer)
            right, left = (viewer - 1) % 4, (viewer + 1) % 4
            assert seen.passed == event.tiles[viewer]
            assert seen.passed in step.state.tiles[ROW * right : ROW * right + ROW]
            assert seen.my_received_at is not None
            assert seen.tiles[ROW * viewer + seen.my_received_at] == event.tiles[left]


def test_dealt_tiles_and_row_orders_go_to_their_owner_alone() -> None:
    step = play_out(new_match(4), RandomChance(1), stop="claim")
    for event in (*of_kind(step, TilesDealt), *of_kind(step, RowsLaidOut)):
        assert event.seen_by(None).rows == (None,) * 4
        for viewer in range(4):
            rows = event.seen_by(viewer).rows
            assert [seat for seat, row in enumerate(rows) if row] == [viewer]
            assert rows[viewer] == event.rows[viewer]
    (laid,) = of_kind(step, RowsLaidOut)
    for reader in EVERYONE[:5]:
        known = laid.seen_by(reader).shown_at
        assert [seat for seat, slot in enumerate(known) if slot is not None] == ([] if reader is None else [reader])


def test_no_event_tells_more_of_face_down_tiles_than_its_reader_may_know() -> None:
    """Until all is turned up, a reader meets only faces of their own tiles and of those shown to all."""
    for seed in range(6):
        start = new_match(5, "tile_trickery", "number_is_up", chance=RandomChance(seed))
        state, events = play_out(start, RandomChance(seed), stop="before_roll")
        called = act(state, {seat: CallNumber(claims_of(state.claims, seat)[0], 4) for seat in state.asked})
        state, events = called.state, events + called.events
        for viewer in EVERYONE:
            text = msgspec.json.encode([event.seen_by(viewer) for event in events]).decode()
            met = {tile for tile in state.tiles if f'"{tile}"' in text}
            public = {*state.shown, *(state.tiles[place] for place in state.up)}
            mine = set() if viewer is None else {*state.tiles[ROW * viewer : ROW * viewer + ROW]}
            assert mine <= met <= public | mine | {TP5.observation(state, viewer).passed}


def test_answers_in_a_window_without_effect_leave_no_trace() -> None:
    state = window(3, "number_is_up", claims={0: (0,), 13: (1,), 14: (2,)})
    worlds = [{0: CallNumber(0, 2), 1: CallNumber(13, value), 2: CallNumber(14, value)} for value in range(1, 7)]
    outcomes = {msgspec.json.encode(tuple(TP5.apply(state, joint, SeededChance(b"x", 1)))) for joint in worlds}
    assert len(outcomes) == 1
    kept = {msgspec.json.encode(TP5.effective_actions(state, joint)) for joint in worlds}
    assert len(kept) == 1


def test_disgrace_too() -> None:
    state = window(3, "disgrace_the_ace", "number_is_up", claims={0: (0,), 13: (1,), 14: (1,)})
    ace = replace(state, phase="disgrace", die=6, asked=(0, 1))
    outcomes = {
        msgspec.json.encode(tuple(TP5.apply(ace, {0: Disgrace(0), 1: Disgrace(paid)}, SeededChance(b"x", 1))))
        for paid in (13, 14)
    }
    assert len(outcomes) == 1


def test_the_roll_to_come_is_not_in_the_state() -> None:
    state = window(3, "number_is_up", claims={0: (0,), 13: (1,)})
    assert state.die == 0
    rolled = {all_pass(state, RandomChance(seed)).state.die for seed in range(60)}
    assert rolled == {1, 2, 3, 4, 5, 6}


def test_everything_is_open_at_the_end() -> None:
    step = play_out(new_match(4, "tile_trickery"), RandomChance(2))
    for viewer in (None, 0, 3):
        seen = TP5.observation(step.state, viewer)
        assert seen.tiles == step.state.tiles
