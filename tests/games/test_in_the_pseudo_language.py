"""No sentence, board or rules page of a game is in English alone, looked at in the pseudo-language."""

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.test import Client, override_settings
from django.utils import timezone, translation
from PIL import ImageDraw

from engine import AnyGame, IllegalAction
from engine.language import say
from engine.names import ReaderNames
from engine.quick_chance import RandomChance
from engine.scenes import WORDS
from engine.view import Asked, Choice, ConditionalMovesView, Envelope, LogEntry, MatchView, SeatView
from games.levels import LEVELS
from games.registry import GAMES
from matches.web.pictures.card import card
from matches.web.pictures.position import picture, words_of_position
from tests.site.english_left import NAMES as KEPT_NAMES
from tests.site.english_left import Page
from tests.site.samples import page_of
from tests.support.pseudo import LEFT_TO_RIGHT

NAMES = ("Аня", "Бен", "Вера", "Глеб", "Дора", "Ева", "Жора", "Зоя", "Ира", "Клим", "Лев", "Мая")
"""Names without a Latin letter, which would look like English."""
OFFERED = [("en-gb", "English"), (LEFT_TO_RIGHT, "⟦⟧")]
ENGLISH = re.compile(r"[A-Za-z]{3,}")
MOST_STEPS = 300
MOST_CHOICES = 40
SEEDS = range(3)


@pytest.fixture(autouse=True)
def _read_in_the_pseudo_language(pseudo_languages: None) -> Iterator[None]:
    with override_settings(LANGUAGES=OFFERED), translation.override(LEFT_TO_RIGHT):
        yield


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_match_is_told_without_english(game: AnyGame, seed: int) -> None:
    assert english_in(texts_of_match(game, seed)) == set()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_what_is_written_of_a_game_can_be_translated(game: AnyGame) -> None:
    conditionals = game.conditionals
    texts = [game.blurb, game.length, game.chance_words, *[ruling.text for ruling in game.rulings]]
    texts += conditionals.kinds.values()
    texts += [text for fact in conditionals.facts.values() for text in fact if text]
    texts += [pattern.words for pattern in conditionals.patterns.values()]
    assert english_in([*map(say, texts), say(game.round_words, number=7)]) == set()


def test_levels_say_how_they_play_without_english() -> None:
    assert english_in(text for level in LEVELS.values() for text in (level.in_short, level.method)) == set()


def english_in(texts: Iterable[str]) -> set[str]:
    """The texts with a word of plain Latin letters; two letters may be a tile in notation."""
    return {text for text in texts if ENGLISH.search(text)}


def texts_of_match(game: AnyGame, seed: int) -> Iterator[str]:
    """All that players and visitors read of a match played at random."""
    dice, chance, players = random.Random(seed), RandomChance(seed), game.players[seed % len(game.players)]
    before: list[Any] = []
    step = game.initial_state(players, game.Options(), chance)
    yield from texts_of_step(game, step, players)
    for _ in range(MOST_STEPS):
        asked = game.current_players(step.state)
        if not asked:
            return
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
        yield from texts_of_step(game, step, players)
    pytest.fail(f"no result was told in {MOST_STEPS} steps")


def texts_of_step(game: AnyGame, step: Any, players: int) -> Iterator[str]:
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


# Pages


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_board_shows_english(game: AnyGame) -> None:
    left = {text for page in boards(game) for text in Page(page).texts if ENGLISH.search(without_names(game, text))}
    assert left == set()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_form_of_conditional_moves_shows_english(game: AnyGame) -> None:
    none = ConditionalMovesView(0, (), ())
    asked = [replace(view, conditional_moves=none) for view in views(game) if view.asked]
    forms = [page_of(asked[0], f"matches/_conditional_move_{form}.html") for form in ("form", "next")]
    texts = [text for form in forms for text in Page(form).texts]
    assert {text for text in texts if ENGLISH.search(without_names(game, text))} == set()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_picture_shows_english(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = list[str]()
    monkeypatch.setattr(ImageDraw.ImageDraw, "text", lambda _, __, text, **more: texts.append(text))
    for view in views(game):
        card(view)
        texts += [*Page(picture(view, "/")).texts, words_of_position(view)]
    assert {text for text in texts if ENGLISH.search(without_names(game, text))} == set()


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_rules_page_shows_english(game: AnyGame) -> None:
    page = Client().get(f"/rules/{game.slug}/", headers={"Accept-Language": LEFT_TO_RIGHT}).content.decode()
    assert {text for text in Page(page).texts if ENGLISH.search(without_names(game, text))} == set()


def without_names(game: AnyGame, text: str) -> str:
    """A text without what is called the same in all languages, such as the values that scripts fill in."""
    text = re.sub(r"\{\w+\}", "", text)
    names = (game.title, *re.split(r",| and ", game.authors), *KEPT_NAMES)
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "")
    return text


def boards(game: AnyGame) -> Iterator[str]:
    """The page of each of these views."""
    return map(page_of, views(game))


def views(game: AnyGame) -> Iterator[MatchView]:
    """A view for each kind of question that comes up in a match, as the player asked, another and a visitor see it."""
    players, dice, chance = game.players[min(2, len(game.players) - 1)], random.Random(1), RandomChance(1)
    step, shown = game.initial_state(players, game.Options(), chance), set[str]()
    for number in range(1, MOST_STEPS):
        asked = game.current_players(step.state)
        kind = game.wording.task(game.observation(step.state, asked[0]), asked[0]) if asked else ""
        if kind not in shown:
            shown.add(kind)
            for reader in (*asked[:1], *[seat for seat in range(players) if seat not in asked][:1], None):
                yield view_of(game, step, players, number, reader)
        if not asked:
            break
        joint = {seat: dice.choice(game.legal_actions(step.state, seat)) for seat in asked}
        step = game.apply(step.state, joint, chance)


def view_of(game: AnyGame, step: Any, players: int, number: int, reader: int | None) -> MatchView:
    """What a reader may know of a match after a step."""
    state, names = step.state, ReaderNames(NAMES, reader)
    seen, asked, places = game.observation(state, reader), game.current_players(state), game.places(state)
    events = tuple(event for one in step.events if (event := one.seen_by(reader)) is not None)
    seats = [
        SeatView(
            seat,
            NAMES[seat],
            seat == reader,
            is_bot=False,
            envelope=Envelope.AWAITED if seat in asked else Envelope.NOT_ASKED,
            place=places[seat] if places else None,
        )
        for seat in range(players)
    ]
    choices = [
        Choice(msgspec.json.encode(action).decode(), game.wording.choice(action, seen, names), action, False)
        for action in (game.legal_actions(state, reader) if reader in asked else ())
    ]
    question = Asked(number + 1, "", "", tuple(choices), None, None)
    if reader in asked:
        question = replace(question, task=game.wording.task(seen, reader), seal=game.wording.seal(seen))
    return MatchView(
        number=214,
        slug=game.slug,
        title=game.title,
        status="running" if asked else "finished",
        stage=game.wording.stage(seen),
        step=number,
        last_step=number,
        me=reader,
        seats=tuple(seats),
        seen=seen,
        asked=question if reader in asked else None,
        waiting_for=tuple(NAMES[seat] for seat in asked if seat != reader),
        deadline=timezone.now() + timedelta(hours=25) if asked else None,
        turn_seconds=172800,
        log=(LogEntry(number, 1, timezone.now(), tuple(game.wording.events(events, names)), events),),
    )
