"""How rounds open, as pieces: of every game, made from events as a reader may see them."""

from collections.abc import Iterator
from typing import Any

import pytest

from engine import AnyGame, Player, choice
from engine.quick_chance import RandomChance
from engine.scenes import WORDS, Opened, Scene, Transfer, coins, continued, points, sign, words
from examples.goofspiel.rules import GOOFSPIEL
from foundation.drawings import words_of
from games.registry import GAMES

STEPS = 300
HIDES = {"manipulation": "Turns", "concealed-draw": "Turns", "tp5": "Tiles passed"}
"""The scenes with pieces that only their owner sees."""


def name_of(piece: str) -> str:
    """What a piece shows, in words."""
    return piece[1:] if piece.startswith(WORDS) else words_of(piece)


def pieces_of(scene: Scene) -> list[str]:
    opened = [piece for one in scene.opened for piece in one.pieces]
    return [*scene.table, *opened, *(one.piece for one in scene.transfers)]


def scenes_of(game: AnyGame, viewer: Player | None, players: int) -> Iterator[Scene]:
    """The scenes of a random match, as one viewer sees them."""
    chance: Any = RandomChance(players)
    step = game.initial_state(players, game.Options(), chance)
    for _ in range(STEPS):
        if not (asked := game.current_players(step.state)):
            return
        joint = {player: choice(chance, game.legal_actions(step.state, player)) for player in asked}
        step = game.apply(step.state, joint, chance)
        seen: list[Any] = [one for event in step.events if (one := event.seen_by(viewer)) is not None]
        yield from game.scenes.of(seen, asked, game.wording.marks(seen))


HAND = 5
POKER = {"plaque-auction", "concealed-draw", "tp5"}
"""The games in which a hand of five says what it makes."""


@pytest.mark.parametrize("slug", GAMES)
def test_every_scene_of_every_game_can_be_drawn(slug: str) -> None:
    game, titles, moved, best = GAMES[slug], set(), 0, 0
    players = game.players[-1]
    for scene in scenes_of(game, 1, players):
        seats = [one.player for one in scene.opened]
        assert slug not in POKER or all(one.made for one in scene.opened if len(one.pieces) == HAND)
        assert len(seats) == len(set(seats))
        seats += [*scene.best, *(seat for one in scene.transfers for seat in (one.to, one.source) if seat is not None)]
        assert set(seats) <= {*range(players)}
        assert scene.title
        assert all(map(name_of, pieces_of(scene)))
        titles.add(scene.title)
        moved += len(scene.transfers)
        best += len(scene.best)
    assert len(titles) >= 2
    assert moved
    assert best


@pytest.mark.parametrize("slug", HIDES)
def test_a_piece_that_is_known_to_its_owner_alone_lies_face_down_for_others(slug: str) -> None:
    title = HIDES[slug]
    shown: dict[Player | None, list[str]] = {}
    for viewer in (None, 0):
        scenes = [scene for scene in scenes_of(GAMES[slug], viewer, 4) if scene.title == title]
        shown[viewer] = [piece for scene in scenes for piece in pieces_of(scene._replace(table=()))]
    down = [piece for piece in shown[None] if len(piece) == 1]
    assert len(shown[None]) == len(shown[0])
    own = [mine for other, mine in zip(shown[None], shown[0], strict=True) if other != mine]
    assert 0 < len(own) < len(down)


def test_a_game_without_scenes_of_its_own_shows_who_answered_and_who_won_what() -> None:
    scenes = list(scenes_of(GOOFSPIEL, None, 3))
    assert all([one.player for one in scene.opened] == [0, 1, 2] for scene in scenes)
    won = [scene for scene in scenes if scene.best]
    assert won
    assert all(scene.transfers[0].to == scene.best[0] for scene in won)


def test_turns_follow_each_other_in_one_scene_until_a_seat_is_back() -> None:
    one, two = (Scene("Turns", (Opened(player, (words(f"{player}"),)),)) for player in (1, 2))
    both = continued(one, two)
    assert both is not None
    assert [seat.player for seat in both.opened] == [1, 2]
    assert continued(both, one) is None, "the seat is back"
    assert continued(one, two._replace(title="Bids")) is None
    assert continued(one, Scene("Turns", transfers=(Transfer(coins(1), 0),))) is None


def test_a_seat_goes_on_with_its_own_turn() -> None:
    drawn, gave = Scene("Turns", (Opened(1, ("t",)),)), Scene("Turns", (Opened(1, ("tS5",)),))
    turn = continued(drawn, gave)
    assert turn is not None
    assert turn.opened == (Opened(1, ("t", "tS5")),)


def test_numbers_are_pieces_too() -> None:
    assert [name_of(piece) for piece in (points(9), points(-9), coins(1), coins(3))] == [
        "+9",
        "−9",
        "1 coin",
        "3 coins",
    ]
    assert name_of(sign(4)) == "the sign of Suns ringed"
