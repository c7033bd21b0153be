"""The end of a match: places, the chart of its scores, and what to do next."""

import itertools
import re
from dataclasses import replace

import pytest
from django.test import Client

from accounts.identity.blocks import block_user
from accounts.models import User
from engine.quick_chance import RandomChance
from games.registry import GAMES
from matches.models import Match, Seat
from matches.rounds.resolve import resolve_round
from matches.view.ending import headline, podium
from matches.view.match_view import match_view
from matches.web.pictures.card import card
from matches.web.pictures.chart import HEIGHT, LABEL, chart, chart_of
from tests.matches.tables import NOON, answer_all, person, table_of

pytestmark = pytest.mark.django_db


def ended(slug: str, *names: str) -> tuple[Match, list[User]]:
    """A match played at random to its end."""
    match, people = table_of(*names, slug=slug)
    chance = RandomChance(7)
    while match.status == Match.Status.RUNNING:
        answer_all(match, people, chance)
        resolve_round(match_id=match.pk, now=NOON)
        match.refresh_from_db()
    return match, people


def page_of(match: Match, name: str | None) -> str:
    """The page of a table as HTML on one line."""
    client = Client()
    if name:
        client.force_login(person(name))
    return " ".join(client.get(f"/table/{match.pk}/").content.decode().split())


SHORT = "bid"
LONG = [pytest.param(slug, marks=pytest.mark.exhaustive("one short game shows it")) for slug in GAMES if slug != SHORT]


@pytest.mark.parametrize("slug", [SHORT, *LONG])
def test_scores_are_drawn_and_written_as_everyone_saw_them(slug: str) -> None:
    match, _ = ended(slug, "ana", "ben", "cleo")
    drawn = chart_of(match)
    assert drawn is not None
    whole = match_view(match, None, with_course=True)
    notation = GAMES[slug].notation
    assert drawn.last == tuple(notation.scores(whole.course[-1], whole.course[-1]))
    assert [line.last for line in drawn.lines] == list(drawn.last)
    heights = sorted(line.label_y for line in drawn.lines)
    assert all(below - above >= LABEL - 0.2 for above, below in itertools.pairwise(heights))
    assert heights[0] > 0 and heights[-1] < HEIGHT
    page = page_of(match, "ana")
    rows = re.findall(r'<th scope="row">(\d+)</th>((?: ?<td>-?\d+</td>)+)', page)
    assert [int(step) for step, _ in rows] == [step for step, _ in drawn.rows]
    assert tuple(map(int, re.findall(r"<td>(-?\d+)", rows[-1][1]))) == drawn.last


def test_an_ended_match_has_a_chart_and_one_button_that_comes_first() -> None:
    running, _ = table_of("ana", "ben", "cleo")
    assert chart_of(running) is None
    match, _ = ended(SHORT, "ana", "ben", "cleo")
    mine, theirs = page_of(match, "ana"), page_of(match, None)
    assert mine.count("button-primary") == 1 and ">Rematch</button>" in mine
    assert theirs.count("button-primary") == 1 and "Rematch" not in theirs
    for page in (mine, theirs):
        assert 'class="chart"' in page
        assert f'href="/table/{match.pk}/step/0/"' in page
        assert f'href="/table/{match.pk}/card.png"' in page
    assert 'class="chart"' not in Client().get(f"/table/{match.pk}/step/2/").content.decode()
    view = match_view(match, None, with_course=True)
    assert chart(replace(view, course=view.course[:1])) is None


def test_no_page_plays_a_very_long_match_again(monkeypatch: pytest.MonkeyPatch) -> None:
    match, _ = ended(SHORT, "ana", "ben", "cleo")
    monkeypatch.setattr("matches.web.pictures.chart.LONGEST", match.step)
    assert chart_of(match)
    monkeypatch.setattr("matches.web.pictures.chart.LONGEST", match.step - 1)
    assert chart_of(match) is None
    assert 'class="chart"' not in page_of(match, None)


def test_the_headline_says_who_won() -> None:
    match, _ = table_of("ana", "ben", "cleo")

    def said(places: tuple[int, ...], me: int | None, *, voided: bool = False) -> str:
        view = match_view(match, me)
        seats = tuple(replace(seat, place=place) for seat, place in zip(view.seats, places, strict=True))
        return headline(replace(view, seats=seats, voided=voided))

    assert said((1, 2, 3), 0) == "You win!"
    assert said((1, 2, 3), 1) == "ana wins. You came 2nd."
    assert said((1, 2, 2), 1) == "ana wins. You share 2nd place."
    assert said((1, 2, 3), None) == "ana wins."
    assert said((1, 1, 3), 1) == "You and ana share the win."
    assert said((1, 1, 3), 2) == "ana and ben share the win. You came 3rd."
    assert said((1, 2, 3), 0, voided=True) == "The match is over"


def test_the_podium_stands_best_first() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    view = match_view(match, None)
    seats = tuple(replace(seat, place=place) for seat, place in zip(view.seats, (2, 1, 2), strict=True))
    stairs = podium(replace(view, seats=seats))
    assert [(stair.seat.player, stair.level, stair.shared) for stair in stairs] == [
        (1, 1, False),
        (0, 2, True),
        (2, 2, True),
    ]


def test_the_replay_comes_first_where_a_rematch_is_refused() -> None:
    match, people = ended(SHORT, "ana", "ben", "cleo")
    block_user(user=people[0], other=people[1], now=NOON)
    page = page_of(match, "ana")
    assert "Rematch" not in page and page.count("button-primary") == 1
    assert re.search(rf'class="button button-primary" ?href="/table/{match.pk}/step/0/"', page)
    assert "button-primary" not in page.split(f'href="/table/{match.pk}/step/0/"')[1]


def test_the_mark_of_the_last_step_is_folded_away_and_explained() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    page = page_of(match, "ana")
    fold = page.split('id="log-check"')[1].split("</details>")[0]
    assert match_view(match, None).head in fold and "compare it with the record" in fold
    assert page.count(match_view(match, None).head) == 1 and "chain" not in fold


def test_a_shared_place_is_called_shared_wherever_it_is_said() -> None:
    match, people = ended(SHORT, "ana", "ben", "cleo")
    for seat, place in zip(match.seats.order_by("number"), (2, 2, 1), strict=True):
        Seat.objects.filter(pk=seat.pk).update(place=place, rated_place=place)
    client = Client()
    client.force_login(people[0])
    paths = (
        f"/table/{match.pk}/",
        f"/table/{match.pk}/seat/0/analysis/",
        "/turns/",
        "/tables/?show=finished",
        "/people/ana/",
        "/ladders/versus/ana/ben/",
    )
    pages = {path: client.get(path, follow=True).content.decode() for path in paths}
    assert [path for path, page in pages.items() if "shared 2nd" not in page] == []
    view = match_view(match, None)
    assert card(view) != card(replace(view, seats=tuple(replace(seat, place=3) for seat in view.seats)))
