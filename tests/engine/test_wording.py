"""What every game must be able to say, and when it must not be silent."""

from unittest.mock import Mock

import pytest

from engine import choice
from engine.playthrough import SeatNumbers
from engine.quick_chance import RandomChance
from engine.view import Choices
from games.registry import GAMES
from tests.engine.positions import SEATS, states


@pytest.mark.parametrize("slug", GAMES)
def test_an_event_without_words_is_a_mistake_and_not_silence(slug: str) -> None:
    with pytest.raises(TypeError, match="no words"):
        GAMES[slug].wording.events([object()], SeatNumbers())


@pytest.mark.parametrize("slug", GAMES)
def test_every_position_of_random_play_says_what_to_do(slug: str) -> None:
    game, stages = GAMES[slug], set()
    for state in states(game, 3):
        for player in range(SEATS):
            seen = game.observation(state, player)
            stages.add(game.wording.stage(seen))
            if legal := game.legal_actions(state, player):
                assert game.wording.task(seen, player) and game.wording.seal(seen)
                assert game.wording.choice(choice(RandomChance(1), legal), seen, SeatNumbers())
        if game.places(state) is not None:
            assert game.wording.result(seen)
    assert len(stages) > 1 and all(stages)


@pytest.mark.parametrize("slug", GAMES)
def test_a_seat_that_is_not_at_the_table_is_asked_nothing(slug: str) -> None:
    game = GAMES[slug]
    state = game.initial_state(3, game.Options(), RandomChance(1)).state
    assert all(game.legal_actions(state, player) == () for player in (-1, 3, 99))


def test_a_choice_is_described_once_however_often_it_is_read() -> None:
    wording = Mock()
    wording.choice.side_effect = lambda action, seen, names: f"Play {action}"
    choices = Choices([3, 5, 8], Mock(), wording, SeatNumbers(), sealed=5)
    assert len(choices) == 3 and not wording.choice.called
    for _ in range(2):
        assert [one.words for one in choices] == ["Play 3", "Play 5", "Play 8"]
        assert [one.value for one in choices if one.chosen] == ["5"]
    assert wording.choice.call_count == 3
