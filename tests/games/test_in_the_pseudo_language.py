"""Nothing that the rules of a game say is in English alone, looked at in the pseudo-language."""

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import pytest
from django.test import override_settings
from django.utils import translation

from engine import AnyGame, IllegalAction
from engine.language import say
from engine.names import ReaderNames
from engine.quick_chance import RandomChance
from engine.scenes import WORDS
from games.levels import LEVELS
from games.registry import GAMES
from tests.support.pseudo import LEFT_TO_RIGHT

NAMES = ("Аня", "Бен", "Вера", "Глеб", "Дора", "Ева", "Жора", "Зоя", "Ира", "Клим", "Лев", "Мая")
"""Names without a Latin letter, which would look like English."""
OFFERED = [("en-gb", "English"), (LEFT_TO_RIGHT, "⟦⟧")]
ENGLISH = re.compile(r"[A-Za-z]{2,}")
NOTATION = re.compile(r"\b[SMCA][na2-5]\b")
"""A tile in Portable Piecepack Notation, which is the same in all languages."""
MOST_STEPS = 60
MOST_CHOICES = 40
SEEDS = range(3)


@pytest.fixture(autouse=True)
def _read_in_the_pseudo_language(pseudo_languages: None) -> Iterator[None]:
    with override_settings(LANGUAGES=OFFERED), translation.override(LEFT_TO_RIGHT):
        yield


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_match_is_told_without_english(game: AnyGame, seed: int) -> None:
    assert english_in(told(game, seed)) == set()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_what_is_written_of_a_game_can_be_translated(game: AnyGame) -> None:
    conditionals = game.conditionals
    texts = [game.blurb, game.length, game.chance_words, *[ruling.text for ruling in game.rulings]]
    texts += conditionals.kinds.values()
    texts += [text for fact in conditionals.facts.values() for text in fact if text]
    texts += [pattern.words for pattern in conditionals.patterns.values()]
    assert english_in(map(say, texts)) == set()


def test_levels_say_how_they_play_without_english() -> None:
    assert english_in(text for level in LEVELS.values() for text in (level.in_short, level.method)) == set()


def english_in(texts: Iterable[str]) -> set[str]:
    """The texts with a word of plain Latin letters."""
    return {text for text in texts if ENGLISH.search(NOTATION.sub("", text))}


def told(game: AnyGame, seed: int) -> Iterator[str]:
    """All that players and visitors read of a match played at random."""
    dice, chance, players = random.Random(seed), RandomChance(seed), game.players[seed % len(game.players)]
    step, before = game.initial_state(players, game.Options(), chance), []
    for _ in range(MOST_STEPS):
        yield from told_of_step(game, step, players)
        asked = game.current_players(step.state)
        if not asked:
            break
        joint = {}
        for seat in asked:
            seen, legal = game.observation(step.state, seat), game.legal_actions(step.state, seat)
            yield from (game.wording.task(seen, seat), game.wording.seal(seen))
            names = ReaderNames(NAMES, seat)
            yield from (game.wording.choice(action, seen, names) for action in list(legal)[:MOST_CHOICES])
            yield from refusals(game, step.state, seat, [legal[0], *before])
            joint[seat] = dice.choice(legal)
        before = list(joint.values())
        step = game.apply(step.state, joint, chance)


def told_of_step(game: AnyGame, step: Any, players: int) -> Iterator[str]:
    """What is said of one step to a player and to a visitor."""
    for reader in (0, players - 1, None):
        seen = game.observation(step.state, reader)
        events = [event for one in step.events if (event := one.seen_by(reader)) is not None]
        marks = game.wording.marks(events)
        yield game.wording.stage(seen)
        yield from game.wording.events(events, ReaderNames(NAMES, reader))
        yield from (mark.text for mark in marks)
        over = not game.current_players(step.state)
        for row in game.notation.rows(seen, over=over):
            yield from (row.label, row.note)
        for scene in game.scenes.of(events, (), marks):
            yield scene.title
            pieces = [*scene.table, *(piece for opened in scene.opened for piece in opened.pieces)]
            yield from (piece for piece in pieces if piece.startswith(WORDS))
            yield from (opened.made for opened in scene.opened)
        if over:
            yield game.wording.result(seen)


def refusals(game: AnyGame, state: Any, seat: int, legal: Sequence[Any]) -> Iterator[str]:
    """Why answers are refused: those of somebody else, and those that were legal a moment before."""
    for asker, action in ((len(NAMES), legal[0]), *((seat, action) for action in legal)):
        try:
            game.check(state, asker, action)
        except IllegalAction as refused:
            yield refused.message
