"""What every game of the box must hold, whatever its rules."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from games.bots.chance import RandomChance
from games.rules.core import Game, IllegalAction, RecordedChance, SeededChance, choice
from games.rules.registry import GAMES

AnyGame = Game[Any, Any, Any, Any]
SEEDS = range(4)
TABLES = [(game, players) for game in GAMES.values() for players in game.players]


def table_id(value: object) -> str | None:
    return value.slug if isinstance(value, Game) else None


every_table = pytest.mark.parametrize(("game", "players"), TABLES, ids=table_id)


def random_match(
    game: AnyGame, players: int, seed: int, options: Any = None
) -> Iterator[tuple[Any, dict[int, Any], Any]]:
    """Yield (state, joint action, chance recorded) for every step but the last, then (state, {}, None)."""
    picks = RandomChance(seed)
    key = str(seed).encode()
    state = game.initial_state(players, game.Options() if options is None else options, SeededChance(key, 0)).state
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


@every_table
@pytest.mark.parametrize("seed", SEEDS)
def test_random_play_ends_with_places(game: AnyGame, players: int, seed: int) -> None:
    for state, joint, _ in random_match(game, players, seed):
        places = game.places(state)
        assert (places is not None) == (not joint)
    assert places is not None
    assert len(places) == players
    assert min(places) == 1
    assert all(place == 1 + sum(other < place for other in places) for place in places)


@every_table
def test_legal_if_and_only_if_current(game: AnyGame, players: int) -> None:
    for state, joint, _ in random_match(game, players, 7):
        assert tuple(joint) == tuple(sorted(joint))
        for player in range(players):
            assert bool(game.legal_actions(state, player)) == (player in joint)
        for player in joint:
            legal = game.legal_actions(state, player)
            assert len(set(legal)) == len(legal)
            assert game.default_action(state, player) in legal


@every_table
def test_values_survive_json(game: AnyGame, players: int) -> None:
    for state, joint, result in random_match(game, players, 8):
        assert msgspec.json.decode(msgspec.json.encode(state), type=game.State) == state
        for action in joint.values():
            assert game.action_from(msgspec.json.decode(msgspec.json.encode(action))) == action
        for event in result[1].events if result else ():
            assert msgspec.json.decode(msgspec.json.encode(event), type=game.Event) == event
        for viewer in (None, *range(players)):
            seen = game.observation(state, viewer)
            assert msgspec.json.decode(msgspec.json.encode(seen), type=game.Observation) == seen


@every_table
def test_a_replay_from_the_log_is_equal(game: AnyGame, players: int) -> None:
    for state, joint, result in random_match(game, players, 9):
        if result:
            draws, after = result
            recorded = RecordedChance(draws)
            assert game.apply(state, joint, recorded) == after
            assert recorded.used_up


@every_table
def test_answers_that_come_to_nothing_change_nothing(game: AnyGame, players: int) -> None:
    for state, joint, result in random_match(game, players, 10):
        if result:
            assert game.apply(state, game.carried_out(state, joint), RecordedChance(result[0])) == result[1]


@every_table
def test_an_imagined_state_looks_the_same(game: AnyGame, players: int) -> None:
    chance = RandomChance(11)
    for number, (state, _, _) in enumerate(random_match(game, players, 11)):
        if number % 3:
            continue
        for player in range(players):
            seen = game.observation(state, player)
            imagined = game.imagine(seen, player, chance)
            assert game.observation(imagined, player) == seen
            assert game.legal_actions(imagined, player) == game.legal_actions(state, player)
            assert game.current_players(imagined) == game.current_players(state)


@every_table
def test_who_is_awaited_follows_from_public_information(game: AnyGame, players: int) -> None:
    """Every state that some seat cannot tell from the real one awaits the same seats."""
    chance = RandomChance(12)
    for number, (state, joint, _) in enumerate(random_match(game, players, 12)):
        if number % 5 == 0:
            for player in range(players):
                imagined = game.imagine(game.observation(state, player), player, chance)
                assert game.current_players(imagined) == tuple(joint)


@every_table
def test_others_and_malformed_answers_are_refused(game: AnyGame, players: int) -> None:
    for state, joint, _ in random_match(game, players, 13):
        for player in range(players):
            if player not in joint and joint:
                with pytest.raises(IllegalAction):
                    game.check(state, player, next(iter(joint.values())))
        if joint:
            with pytest.raises(IllegalAction) as refusal:
                game.apply(state, dict(list(joint.items())[1:]), RandomChance(1))
            assert refusal.value.code == "wrong_players"
    malformed: list[object] = [None, 3, [], {}, {"act": "no such act"}, {"act": "pass", "extra": 1}, "[" * 500]
    for raw in malformed:
        with pytest.raises(IllegalAction) as refusal:
            game.action_from(raw)
        assert refusal.value.code == "malformed_answer"


@every_table
def test_bots_choose_legal_actions(game: AnyGame, players: int) -> None:
    from games.bots import BUDGET, bots_of

    for bot in bots_of(game).values():
        chance = RandomChance(14)
        state = game.initial_state(players, game.Options(), chance).state
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


@every_table
def test_every_event_and_answer_has_words(game: AnyGame, players: int) -> None:
    from games.rules.core.playthrough import SeatNumbers

    for state, joint, result in random_match(game, players, 15):
        for player, action in joint.items():
            seen = game.observation(state, player)
            assert game.wording.choice(action, seen)
            assert game.wording.task(seen, player)
            assert game.wording.seal(seen)
        for viewer in (None, *range(players)):
            assert game.wording.stage(game.observation(state, viewer))
            events = [seen for event in (result[1].events if result else ()) if (seen := event.seen_by(viewer))]
            for sentence in game.wording.events(events, SeatNumbers()):
                assert sentence[0].isupper()
                assert sentence.endswith((".", "!", "?"))
            game.wording.marks(events)
    assert game.wording.result(game.observation(state, None))
