"""The chart of a finished match: every seat's score after each answer, as stairs."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from engine import Player
from engine.language import say
from engine.view import MatchView
from foundation.templatetags.pieces import mark_of
from games.registry import GAMES
from matches.models import Match
from matches.view.match_view import match_view

WIDTH, HEIGHT = 400, 210
LEFT, RIGHT, TOP, BOTTOM = 36, 62, 14, 28
LABEL = 20
MOST_TICKS = 5
LONGEST = 1000
"""The steps of the longest match that is drawn: its whole course is played again for each view of the page."""

Scores = tuple[int, ...]
PathOf = Callable[[list[int], int, int], str]
"""Draws the figures of one seat between the lowest and the highest tick."""


class Line(NamedTuple):
    """The stairs of one seat, and the height of its mark at the right."""

    player: Player
    suit: str
    form: str
    path: str
    last: int
    label_y: float


class Tick(NamedTuple):
    """A line across the chart."""

    score: int
    y: float


@dataclass(frozen=True)
class Chart:
    """Scores by step, drawn and as a table."""

    score_name: str
    lines: tuple[Line, ...]
    ticks: tuple[Tick, ...]
    rows: tuple[tuple[int, Scores], ...]
    """Each step after which a score had changed, with the scores after it."""
    steps: int
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM

    @property
    def last(self) -> Scores:
        """The scores at the end."""
        return self.rows[-1][1]


def chart_of(match: Match) -> Chart | None:
    """Draw a match that has ended, as a spectator sees it; None if its game counts nothing, or it is very long."""
    if match.status != Match.Status.FINISHED or match.step > LONGEST:
        return None
    return chart(match_view(match, None, log_steps=0, with_course=True))


def chart(view: MatchView) -> Chart | None:
    """Draw the course of a view; None if its game counts nothing or nothing was counted."""
    notation = GAMES[view.slug].notation
    course: list[Scores] = [tuple(notation.scores(seen, view.course[-1])) for seen in view.course]
    counts = any(any(scores) for scores in course) and all(len(scores) == len(view.seats) for scores in course)
    if len(course) < 2 or not counts:
        return None
    return draw_chart(say(notation.score_name), course, _ticks(min(map(min, course)), max(map(max, course))), _stairs)


def draw_chart(score_name: str, course: list[Scores], ticks: list[int], path_of: PathOf) -> Chart:
    """Draw two or more rows of figures, one for each step, with a line across at each tick."""
    low, high = ticks[0], ticks[-1]
    last = len(course) - 1
    ends = _apart([_y(score, low, high) for score in course[-1]])
    lines = []
    for player, label_y in enumerate(ends):
        mark = mark_of(player)
        path = path_of([scores[player] for scores in course], low, high)
        lines.append(Line(player, mark.suit, mark.form, path, course[-1][player], label_y))
    return Chart(
        score_name=score_name,
        lines=tuple(lines),
        ticks=tuple(Tick(score, _y(score, low, high)) for score in ticks),
        rows=_rows(course),
        steps=last,
    )


def _rows(course: list[Scores]) -> tuple[tuple[int, Scores], ...]:
    """Return the first scores and every change."""
    return tuple((step, scores) for step, scores in enumerate(course) if not step or scores != course[step - 1])


def _ticks(low: int, high: int) -> list[int]:
    """Return round scores from at most the lowest, or 0, to at least the highest."""
    low, high = min(low, 0), max(high, 1)
    steps = [unit * 10**power for power in range(6) for unit in (1, 2, 5)]
    step = next(step for step in steps if (high - low) / step <= MOST_TICKS)
    return list(range(low // step * step, -(-high // step) * step + 1, step))


def _y(score: int, low: int, high: int) -> float:
    return round(HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (score - low) / (high - low), 1)


def _stairs(scores: list[int], low: int, high: int) -> str:
    """Return a path that goes along a score and up or down where it changes."""
    wide = (WIDTH - LEFT - RIGHT) / (len(scores) - 1)
    path = [f"M{LEFT} {_y(scores[0], low, high)}"]
    for step, score in enumerate(scores):
        if step and score != scores[step - 1]:
            path += [f"H{LEFT + wide * step:.1f}", f"V{_y(score, low, high)}"]
    return "".join([*path, f"H{WIDTH - RIGHT}"])


def slopes(scores: list[int], low: int, high: int) -> str:
    """Return a path that goes straight from each figure to the next."""
    wide = (WIDTH - LEFT - RIGHT) / (len(scores) - 1)
    return "M" + "L".join(f"{LEFT + wide * step:.1f} {_y(score, low, high)}" for step, score in enumerate(scores))


def _apart(heights: list[float]) -> list[float]:
    """Move the marks at the right apart, so that none hides another."""
    order = sorted(range(len(heights)), key=lambda seat: heights[seat])
    room = min(LABEL, (HEIGHT - TOP) / len(heights))
    placed = list(heights)
    for above, below in itertools.pairwise(order):
        placed[below] = max(placed[below], placed[above] + room)
    lowest = HEIGHT - 8.0
    for seat in reversed(order):
        placed[seat] = min(placed[seat], lowest)
        lowest = placed[seat] - room
    return [round(y, 1) for y in placed]
