"""How the last rounds opened, on the page of a table: seat beside seat, from the log of the view alone."""

import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client, override_settings
from django.utils import timezone, translation

from engine import AnyGame, Event
from engine.quick_chance import RandomChance
from engine.view import LogEntry, MatchView
from foundation.drawings import words_of
from games.bid.rules.events import AuctionTied, AuctionWon, BidsRevealed, DiceRolled, DiceStood, TilesExchanged
from games.plaques.rules.auction.events import Passed
from games.registry import GAMES
from matches.models import Match
from matches.view.log_view import closing_of
from matches.view.match_view import match_view, names_for
from matches.view.round_words import round_words
from matches.view.scenes import DRAWN, SHOWN, last_seen, opened_in, opened_rounds
from piecepack_site.languages import LANGUAGE_NAMES
from tests.matches.tables import SOME_GAME
from tests.matches.test_two_worlds import some_steps
from tests.site.samples import page_of, view_of
from tests.site.test_table_page import BIDDING

WON = (
    BidsRevealed((("S4",), ("M2",), ("C5",), ("An",))),
    AuctionWon(3, 2, 9, 1),
    TilesExchanged(((2, 0, ("C5",)), (0, 1, ("S4",)))),
)


def entry(step: int, number: int, *events: Event, **changes: Any) -> LogEntry:
    return replace(LogEntry(step, number, timezone.now(), (f"Step {step}.",), events, answered=(0, 1, 2, 3)), **changes)


def view_with(*log: LogEntry) -> MatchView:
    return view_of(BIDDING, 1, log=log)


def test_seats_are_side_by_side_with_the_winner_marked_and_what_went_to_whom() -> None:
    (opened,) = opened_rounds(view_with(entry(31, 3, *WON)))
    assert (opened.title, opened.place, opened.step, opened.sentences) == ("Bids", "Round 3", 31, ("Step 31.",))
    assert [(column.seat.player, column.pieces) for column in opened.columns] == [
        (2, ("tC5",)),
        (0, ("tS4",)),
        (1, ("tM2",)),
        (3, ("tAn",)),
    ]
    assert [column.seat.player for column in opened.columns if column.is_best] == [2]
    gains = {column.seat.player: [(gain.piece, gain.source) for gain in column.gains] for column in opened.columns}
    assert gains == {2: [('"+9', None), ("o1", None)], 0: [("tC5", 2)], 1: [("tS4", 0)], 3: []}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_what_opened_is_numbered_with_the_word_with_which_the_game_says_where_it_stands(game: AnyGame) -> None:
    state = game.initial_state(game.players[0], game.Options(), RandomChance(1)).state
    words = round_words(game.slug, 1)
    assert re.match(rf"{words}\b", game.wording.stage(game.observation(state, None)))


def test_scene_and_log_of_a_page_count_hands_where_the_game_does() -> None:
    steps = entry(31, 3, Passed(2)), entry(30, 3, Passed(1)), entry(29, 2, Passed(0))
    seen = {"view": replace(view_with(*steps), slug="plaque-auction")}
    parts = [render_to_string(f"matches/{part}.html", seen) for part in ("table/_scenes", "_log")]
    page = " ".join("".join(parts).split())
    assert '<h3 class="scene-title"> Hand 3: bids </h3>' in page
    assert page.count('<span class="visually-hidden">Hand 3</span>') == 2
    assert "Round" not in page


def test_lost_points_stand_with_the_seat_that_lost_them() -> None:
    (opened,) = opened_rounds(view_with(entry(31, 3, WON[0], AuctionTied(3, (0, 3), 9))))
    lost = [(gain.piece, gain.is_loss) for column in opened.columns for gain in column.gains]
    assert lost == [('"−9', True)] * 2
    assert not any(column.is_best for column in opened.columns)


def test_the_last_three_are_shown_oldest_first_and_nothing_that_does_not_count() -> None:
    log = [entry(step, step, *WON) for step in range(1, 6)]
    log.append(entry(6, 6, DiceStood()))
    log.append(entry(7, 7, *WON, taken_back=True))
    log.append(entry(7, 7, moderated=True, part=1))
    shown = opened_rounds(view_with(*reversed(log)))
    assert [opened.step for opened in shown] == [3, 4, 5]
    assert len(shown) == SHOWN


def test_who_answered_a_round_has_seen_what_came_before_it_and_missed_what_was_answered_for_them() -> None:
    log = [entry(step, step, *WON, by_reader=step in (29, 30)) for step in range(28, 34)]
    assert last_seen(view_with(*reversed(log))) == 29
    assert 'data-seen="29"' in page_of(view_with(*reversed(log)))
    # They played longer ago than the log goes back.
    assert last_seen(view_with(*[replace(one, by_reader=False) for one in log])) == 0
    # They have not played yet, or only watch.
    assert last_seen(view_with(entry(1, 1, *WON), entry(0, 1))) is None
    assert last_seen(replace(view_with(*[replace(one, by_reader=False) for one in log]), me=None)) is None
    assert "data-seen" not in page_of(view_with(entry(1, 1, *WON), entry(0, 1)))


def test_what_one_seat_did_without_a_piece_is_a_line_of_words() -> None:
    step = entry(31, 3, Passed(2))
    plaques = replace(view_with(step), slug="plaque-auction")
    (line,) = opened_rounds(plaques)
    assert line.is_line
    (both,) = opened_rounds(replace(plaques, log=(entry(32, 3, Passed(1)), step)))
    (drawn,) = opened_rounds(view_with(entry(31, 3, *WON)))
    assert not both.is_line and not drawn.is_line


def test_a_round_whose_first_turns_are_older_than_the_log_is_left_out() -> None:
    def turns(number: int, first_step: int, *seats: int) -> list[LogEntry]:
        return [entry(first_step + index, number, Passed(seat)) for index, seat in enumerate(seats)]

    def hands(*log: LogEntry) -> list[tuple[str, int]]:
        opened = opened_rounds(replace(view_with(*reversed(log)), slug="plaque-auction"))
        return [(one.place, len(one.columns)) for one in opened]

    cut = turns(1, 20, 2, 3)
    log = [*cut, *turns(2, 22, 0, 1, 2, 3), *turns(3, 26, 0, 1, 2)]
    assert hands(*log) == [("Hand 2", 4), ("Hand 3", 3)]
    assert hands(*cut) == [("Hand 1", 2)]
    three = [("Hand 1", 2), ("Hand 2", 4), ("Hand 3", 3)]
    assert hands(entry(19, 0), *log) == three
    assert hands(entry(0, 1), *log) == three


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_no_two_buttons_of_a_replay_have_one_name(language: str) -> None:
    with override_settings(LANGUAGES=[*LANGUAGE_NAMES.items()]), translation.override(language):
        page = page_of(replace(view_with(entry(30, 2, *WON)), step=30, last_step=40))
    names = re.findall(
        r'<(?:a|button)\b[^>]*class="button button-small[^>]*>([^<]*)<', page[page.index("replay-bar") :]
    )
    assert len(names) > 6
    assert sorted(set(names)) == sorted(names)


def test_a_page_draws_what_its_sentences_say_and_a_replay_its_own_step() -> None:
    view = view_with(entry(29, 1), entry(30, 2, *WON), entry(31, 3, *WON))
    page = page_of(view)
    scenes = re.findall(r'<article class="scene"\s+data-step="(\d+)"', page)
    assert scenes == ["30", "31"]
    assert "Step 31." in page[page.index("<template data-scenes") : page.index("</template>")]
    replay = page_of(replace(view, step=31, last_step=40))
    assert re.findall(r'<article class="scene"\s+data-step="(\d+)"', replay) == ["31"]
    before = page_of(replace(view, step=29, last_step=40, log=(entry(28, 2, *WON), entry(29, 2, DiceStood()))))
    assert '<article class="scene"' not in before


def test_an_open_page_gets_what_it_has_not_shown_and_always_the_last_round() -> None:
    log = [entry(31, 3, *WON), entry(30, 2, *WON), entry(29, 1, *WON), entry(28, 0)]
    view = view_with(*log)
    assert [opened.step for opened in opened_rounds(view)] == [29, 30, 31]
    assert [opened.step for opened in opened_rounds(view, seen=28)] == [29, 30, 31]
    assert [opened.step for opened in opened_rounds(view, seen=29)] == [30, 31]
    assert [opened.step for opened in opened_rounds(view, seen=31)] == [31]
    assert [opened.step for opened in opened_rounds(view, seen=0)] == [29, 30, 31]
    assert opened_rounds(view_with(), seen=3) == []


@pytest.mark.django_db
def test_a_refresh_says_what_its_page_has_shown() -> None:
    match, people = some_steps(SOME_GAME.slug, SOME_GAME.players[0], 12)
    client = Client()
    client.force_login(people[0])

    def scenes(**given: str) -> list[str]:
        page = client.get(f"/table/{match.pk}/live/", given).content.decode()
        return re.findall(r'<article class="scene[^"]*"\s+data-step="(\d+)"', page)

    whole = scenes()
    assert len(whole) == SHOWN
    assert scenes(seen=whole[0]) == whole[1:]
    assert scenes(seen=whole[-1]) == whole[-1:]
    for strange in ("", "-1", "x", "1e3", "²", "9" * 400):
        assert scenes(seen=strange) == whole
    assert scenes(seen="999999999") == whole[-1:]


@pytest.mark.django_db
@pytest.mark.parametrize("slug", GAMES)
def test_every_table_brings_how_its_last_rounds_opened(slug: str) -> None:
    match, people = some_steps(slug, GAMES[slug].players[0], 12)
    client = Client()
    client.force_login(people[0])
    path = f"/table/{match.pk}/"
    page = client.get(path).content.decode()
    template = page[page.index("<template data-scenes") : page.index("</template>")]
    view = match_view(Match.objects.get(pk=match.pk), 0)
    expected = opened_rounds(view)
    assert expected
    assert template.count('<article class="scene"') == len(expected)
    said = [sentence for opened in expected for sentence in opened.sentences]
    assert all(sentence in unescape(template) for sentence in said)
    assert "<template data-scenes" in client.get(f"{path}live/").content.decode()
    columns = [column for opened in expected for column in opened.columns]
    assert all(words_of(piece) for column in columns for piece in column.pieces if piece[0] != '"')
    assert "<template data-scenes" in client.get(f"{path}step/1/").content.decode()


@pytest.mark.django_db
def test_the_roll_of_the_next_round_is_in_the_log_and_not_in_the_round_that_opened() -> None:
    match, _ = some_steps("bid", 3, 24)
    view = match_view(Match.objects.get(pk=match.pk), 0)
    rolled = [one for one in view.log if one.step and any(isinstance(event, DiceRolled) for event in one.events)]
    assert rolled
    assert all(any(" rolled " in sentence for sentence in one.sentences) for one in rolled)
    opened = opened_rounds(view)
    assert any(one.step in {entry.step for entry in rolled} for one in opened)
    assert not any(" rolled " in sentence for one in opened for sentence in one.sentences)
    assert all(one.sentences for one in opened)


@pytest.mark.django_db
def test_who_missed_a_turn_is_said_of_the_round_that_opened() -> None:
    match, _ = some_steps("bid", 3, 24)
    view = match_view(Match.objects.get(pk=match.pk), 0)
    ended = next(one for one in view.log if one.closing)
    said = ("Ben did not answer in time.", *ended.sentences)
    assert closing_of(GAMES["bid"], ended.events, names_for(match, 0), said) == (ended.closing or 0) + 1


def test_the_log_draws_the_last_steps_that_count() -> None:
    log = [entry(31 - back, 3, *WON) for back in range(DRAWN + 1)]
    view = view_with(*log)
    (drawn,) = opened_in(view, log[0])
    assert [column.seat.player for column in drawn.columns if column.is_best] == [2]
    assert drawn.says_all
    assert opened_in(view, log[DRAWN - 1])
    assert not opened_in(view, log[DRAWN])
    assert not opened_in(view, replace(log[0], taken_back=True))
    assert not opened_in(view, entry(31, 3, DiceStood()))


def test_a_drawn_row_of_the_log_has_its_sentence_and_stands_below_its_round() -> None:
    page = page_of(view_with(entry(31, 3, *WON), entry(30, 3, DiceStood())))
    last, before = re.findall(r'<li id="step-(\d+)"\s+class="([^"]*)">\s*<span class="log-round([^"]*)"', page)
    assert (last, before) == (("31", "is-drawn", " is-first"), ("30", "", ""))
    row = page[page.index('<li id="step-31"') : page.index('<li id="step-30"')]
    assert "Step 31." in row
    assert row.count('class="log-seat') == 4
    assert row.count("log-seat is-best") == 1
    assert "aria-hidden" in row[row.index("log-picture") - 5 : row.index("log-picture") + 40]
