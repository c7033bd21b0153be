"""What every game must hold, whatever its rules: the checks, to be run over any table.

`test_conformance.py` runs them over the box. A game that is not in the box runs them over its own tables::

    @pytest.mark.parametrize("check", CHECKS, ids=name_of)
    def test_it_holds_what_every_game_must(check: Check) -> None:
        check(Table(MY_GAME, 3, MY_GAME.Options()))
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec
import pytest

from engine import Game, IllegalAction, RecordedChance, SeededChance, choice
from engine.bots import BUDGET, bots_of
from engine.playthrough import SeatNumbers
from engine.quick_chance import RandomChance

SEEDS = range(4)


class Table(NamedTuple):
    """A game, how many play it and with which options."""

    game: Game[Any, Any, Any, Any]
    players: int
    options: Any


Check = Callable[[Table], None]
CHECKS: list[Check] = []


def must(check: Check) -> Check:
    """Add a check to those that every game must pass."""
    CHECKS.append(check)
    return check


def name_of(value: object) -> str | None:
    """How a test is named after its check or table."""
    if isinstance(value, Table):
        return f"{value.game.slug}-{value.players}"
    return getattr(value, "__name__", None)


def random_match(table: Table, seed: int) -> Iterator[tuple[Any, dict[int, Any], Any]]:
    """Yield (state, joint action, (draws, result)) for every step, then (last state, {}, None)."""
    game = table.game
    picks = RandomChance(seed)
    key = str(seed).encode()
    state = game.initial_state(table.players, table.options, SeededChance(key, 0)).state
    for number in range(1, 20_000):
        asked = game.current_players(state)
        if not asked:
            yield state, {}, None
            return
        joint = {player: choice(picks, game.legal_actions(state, player)) for player in asked}
        chance = SeededChance(key, number)
        after = game.apply(state, joint, chance)
        yield state, joint, (chance.draws, after)
        state = after.state
    raise AssertionError(f"{game.slug} did not end")


@must
def what_is_reshuffled_was_seen_by_nobody(table: Table) -> None:
    """Draws after a rewind are fresh, and no viewer can notice it."""
    game, chance = table.game, RandomChance(11)
    for state, _, _ in random_match(table, 0):
        again = game.reshuffle(state, chance)
        for viewer in (None, *range(table.players)):
            assert game.observation(again, viewer) == game.observation(state, viewer)


@must
def what_nobody_can_see_and_is_to_come_is_reshuffled(table: Table) -> None:
    """Two pieces that change places unnoticed by everyone lie where luck put them: going back deals them afresh."""
    game, chance = table.game, RandomChance(11)
    for number, (state, _, _) in enumerate(random_match(table, 0)):
        for name in unnoticed(table, state) if number % 7 == 0 else ():
            again = (game.reshuffle(state, chance) for _ in range(20))
            assert any(getattr(other, name) != getattr(state, name) for other in again), name


def unnoticed(table: Table, state: Any) -> Iterator[str]:
    """The fields of a state whose last two different entries could change places without any viewer's notice."""
    for name in state.__struct_fields__:
        entries = getattr(state, name)
        changed = _last_two_exchanged(entries) if isinstance(entries, tuple) else entries
        if changed != entries and _look_the_same(table, state, msgspec.structs.replace(state, **{name: changed})):
            yield name


def _look_the_same(table: Table, one: Any, other: Any) -> bool:
    """True if no viewer can tell two states apart; a state that no match can have shows by that."""
    see, viewers = table.game.observation, (None, *range(table.players))
    try:
        return all(see(other, viewer) == see(one, viewer) for viewer in viewers)
    except LookupError:
        return False


def _last_two_exchanged(entries: tuple[Any, ...]) -> tuple[Any, ...]:
    """The entries with the last one and the last that differs from it exchanged."""
    at = next((place for place in reversed(range(len(entries))) if entries[place] != entries[-1]), None)
    return entries if at is None else (*entries[:at], entries[-1], *entries[at + 1 : -1], entries[at])


@must
def random_play_ends_with_places(table: Table) -> None:
    for seed in SEEDS:
        for state, joint, _ in random_match(table, seed):
            places = table.game.places(state)
            assert (places is not None) == (not joint)
        assert places is not None
        assert len(places) == table.players
        assert min(places) == 1
        assert all(place == 1 + sum(other < place for other in places) for place in places)


@must
def a_match_that_is_over_takes_no_answers(table: Table) -> None:
    *_, (state, _, _) = random_match(table, 6)
    with pytest.raises(IllegalAction) as refusal:
        table.game.apply(state, {}, RandomChance(1))
    assert refusal.value.code == "match_over"


@must
def legal_if_and_only_if_current(table: Table) -> None:
    game, players, _ = table
    for state, joint, _ in random_match(table, 7):
        assert tuple(joint) == tuple(sorted(joint))
        for player in range(players):
            assert bool(game.legal_actions(state, player)) == (player in joint)
        for player in joint:
            legal = game.legal_actions(state, player)
            assert len(set(legal)) == len(legal)
            assert game.default_action(state, player) in legal


@must
def values_survive_json(table: Table) -> None:
    game, players, _ = table
    for state, joint, result in random_match(table, 8):
        assert msgspec.json.decode(msgspec.json.encode(state), type=game.State) == state
        for action in joint.values():
            assert game.action_from(msgspec.json.decode(msgspec.json.encode(action))) == action
        for event in result[1].events if result else ():
            assert msgspec.json.decode(msgspec.json.encode(event), type=game.Event) == event
        for viewer in (None, *range(players)):
            seen = game.observation(state, viewer)
            assert msgspec.json.decode(msgspec.json.encode(seen), type=game.Observation) == seen


@must
def a_replay_from_the_log_is_equal(table: Table) -> None:
    game = table.game
    for state, joint, result in random_match(table, 9):
        if result:
            draws, after = result
            recorded = RecordedChance(draws)
            assert game.apply(state, joint, recorded) == after
            assert recorded.used_up


@must
def answers_that_come_to_nothing_change_nothing(table: Table) -> None:
    game = table.game
    for state, joint, result in random_match(table, 10):
        if result:
            assert game.apply(state, game.effective_actions(state, joint), RecordedChance(result[0])) == result[1]


@must
def an_imagined_state_looks_the_same(table: Table) -> None:
    game, players, _ = table
    chance = RandomChance(11)
    for number, (state, _, _) in enumerate(random_match(table, 11)):
        if number % 3:
            continue
        for player in range(players):
            seen = game.observation(state, player)
            imagined = game.imagine(seen, player, chance)
            assert game.observation(imagined, player) == seen
            assert game.legal_actions(imagined, player) == game.legal_actions(state, player)
            assert game.current_players(imagined) == game.current_players(state)


@must
def who_is_awaited_follows_from_public_information(table: Table) -> None:
    """Every state that some seat cannot tell from the real one awaits the same seats."""
    game, players, _ = table
    chance = RandomChance(12)
    for number, (state, joint, _) in enumerate(random_match(table, 12)):
        if number % 5 == 0:
            for player in range(players):
                imagined = game.imagine(game.observation(state, player), player, chance)
                assert game.current_players(imagined) == tuple(joint)


@must
def others_and_malformed_answers_are_refused(table: Table) -> None:
    game, players, _ = table
    for state, joint, _ in random_match(table, 13):
        for player in range(players):
            if player not in joint and joint:
                with pytest.raises(IllegalAction):
                    game.check(state, player, next(iter(joint.values())))
        if joint:
            with pytest.raises(IllegalAction) as refusal:
                game.apply(state, dict(list(joint.items())[1:]), RandomChance(1))
            assert refusal.value.code == "wrong_players"
    alone = "\ud800"  # half of a pair, which is no text
    malformed: list[object] = [None, 3, [], {}, {"act": "no such act"}, {"act": "pass", "extra": 1}, "[" * 500]
    malformed += [
        alone,
        {"act": alone},
        {alone: 1},
        *[with_text(raw, alone) for raw in some_answers(table) if len(raw) > 1],
    ]
    for raw in malformed:
        with pytest.raises(IllegalAction) as refusal:
            game.action_from(raw)
        assert refusal.value.code == "malformed_answer"
    for text in ("", "{", alone, f'"{alone}"', "[" * 100_000):
        with pytest.raises(IllegalAction) as refusal:
            game.action_from(game.read_form({"action": [text]}))
        assert refusal.value.code == "malformed_answer"


def some_answers(table: Table) -> list[dict[str, Any]]:
    """Answers of one match as JSON holds them, one of each kind."""
    answers = [msgspec.to_builtins(action) for _, joint, _ in random_match(table, 13) for action in joint.values()]
    return list({tuple(answer): answer for answer in answers}.values())


def with_text(raw: dict[str, Any], text: str) -> dict[str, Any]:
    """The same answer with a text in place of each field but its tag."""
    return {name: value if name == "act" else text for name, value in raw.items()} | {"act": raw.get("act", text)}


@must
def seats_that_are_not_at_the_table_are_not_asked(table: Table) -> None:
    game, players, _ = table
    for state, joint, _ in random_match(table, 17):
        for player in (-1, -players, players, players + 7):
            assert tuple(game.legal_actions(state, player)) == ()
            for action in joint.values():
                with pytest.raises(IllegalAction) as refusal:
                    game.check(state, player, action)
                assert refusal.value.code == "not_asked"


@must
def bots_choose_legal_actions(table: Table) -> None:
    game, players, _ = table
    for bot in bots_of(game).values():
        chance = RandomChance(14)
        state = game.initial_state(players, table.options, chance).state
        for _ in range(60):
            asked = game.current_players(state)
            if not asked:
                break
            joint = {}
            for player in asked:
                legal = game.legal_actions(state, player)
                joint[player] = bot(game.observation(state, player), legal, BUDGET, chance)
                assert joint[player] in legal
            state = game.apply(state, joint, chance).state


@must
def every_event_and_answer_has_words(table: Table) -> None:
    game, players, _ = table
    for state, joint, result in random_match(table, 15):
        for player, action in joint.items():
            seen = game.observation(state, player)
            assert game.wording.choice(action, seen, SeatNumbers())
            assert game.wording.task(seen, player)
            # Mails and ledgers contain the question, so it must follow from public information.
            assert game.wording.task(seen, player) == game.wording.task(game.observation(state, None), player)
            assert game.wording.seal(seen)
        for viewer in (None, *range(players)):
            assert game.wording.stage(game.observation(state, viewer))
            events = [seen for event in (result[1].events if result else ()) if (seen := event.seen_by(viewer))]
            for sentence in game.wording.events(events, SeatNumbers()):
                assert sentence[0].isupper()
                assert sentence.endswith((".", "!", "?"))
            game.wording.marks(events)
    assert game.wording.result(game.observation(state, None))


PIECE_OF_THE_PIECEPACK = re.compile(r"t([SMCA][na2-5])?|d[SMCA][na2-5]|c[na2-5]|p[SMCA]")


@must
def positions_are_written_as_the_same_rows_throughout(table: Table) -> None:
    """Rows keep their order and seats; a game on piecepack pieces has no others."""
    notation = table.game.notation
    heads = set()
    for state, _, _ in random_match(table, seed=0):
        for viewer in (None, 0):
            rows = notation.rows(table.game.observation(state, viewer), over=False)
            heads.add(tuple((row.label, row.player, row.fixed) for row in rows))
            pieces = {piece for row in rows for piece in row.pieces if piece}
            assert not notation.piecepack or all(PIECE_OF_THE_PIECEPACK.fullmatch(piece) for piece in pieces), pieces
            assert all(not row.marks or len(row.marks) == len(row.pieces) for row in rows)
    assert len(heads) == 1
