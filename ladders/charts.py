"""Charts of ratings and brackets, computed as SVG coordinates; templates draw them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import fmean

from django.utils.translation import gettext

from ladders.models import TableSeat, TournamentTable

SPARK_WIDTH, SPARK_HEIGHT = 112, 30
CHART_WIDTH, CHART_HEIGHT = 560, 170
LEAST_SPAN = 60
"""The smallest range of a chart, so that small changes do not look large."""
STEP = 100
"""The smallest distance, in rating points, between two lines of a scale."""


@dataclass(frozen=True)
class Scale:
    """A scale shared by several ratings."""

    low: int
    high: int
    width: int = 212

    @property
    def ticks(self) -> list[tuple[int, float]]:
        """Each line of the scale with its x position."""
        return [(value, self.x(value)) for value in range(self.low, self.high + 1, self.step)]

    @property
    def step(self) -> int:
        """The distance between lines, wide enough that their labels do not touch."""
        return step_for(self.high - self.low)

    @cached_property
    def grid(self) -> str:
        """All lines as one path, since a page draws them again for each rating."""
        return " ".join(f"M{x} 0 V28" for _, x in self.ticks)

    def x(self, value: float) -> float:
        """The x position of a value."""
        return round((value - self.low) / (self.high - self.low) * self.width, 1)


def step_for(span: int) -> int:
    """The distance between lines that puts at most six of them on `span` points."""
    return STEP * max(1, -(-span // (5 * STEP)))


def scale_for(ranges: Sequence[tuple[int, int]]) -> Scale:
    """The scale that fits these `(number, error)` pairs."""
    low = min((number - error for number, error in ranges), default=1400)
    high = max((number + error for number, error in ranges), default=1600)
    step = step_for(high - low)
    low = low // step * step
    return Scale(low, max(-(-high // step) * step, low + step))


def polyline(values: Sequence[int], width: float, height: float, low: int, high: int) -> list[tuple[float, float]]:
    """Points of a line from left to right; higher values are further up."""
    span, last = max(high - low, 1), max(len(values) - 1, 1)
    return [
        (round(number * width / last, 1), round(height - (value - low) / span * height, 1))
        for number, value in enumerate(values)
    ]


@dataclass(frozen=True)
class Slot:
    """One player in a box of a bracket."""

    y: int
    name: str
    place: str
    on: bool


@dataclass(frozen=True)
class Box:
    """A table of a bracket."""

    x: int
    y: int
    height: int
    title: str
    slots: list[Slot]
    match: int | None
    """The match to look at; a bye has none."""


@dataclass(frozen=True)
class Bracket:
    """A chart of a knock-out: tables as boxes, with lines to where players go on."""

    width: int
    height: int
    boxes: list[Box]
    lines: list[str]
    box_width: int


BOX, GAP, SLOT, HEAD, BETWEEN = 208, 62, 26, 26, 18


def bracket(tables: Sequence[TournamentTable]) -> Bracket:
    """Draw rounds as columns and tables as boxes, each column centred on the tallest."""
    boxes: list[Box] = []
    slots: dict[tuple[int, int], tuple[int, int]] = {}
    ordered, heights = _untangled(tables), _heights(tables)
    tallest = max(heights.values(), default=40)
    sat = {(table.round.number, seat.entry_id) for table in tables for seat in table.seats.all()}
    tops = {number: (tallest - height) // 2 for number, height in heights.items()}
    for table, seats in ordered:
        number, height = table.round.number, _height(len(seats))
        x, y = (number - 1) * (BOX + GAP), tops[number]
        for row, seat in enumerate(seats):
            slots[number, seat.entry_id] = (x, y + HEAD + SLOT * row + SLOT // 2)
        # Of two players who share a place, perhaps only one went on.
        known = number + 1 in heights
        on = [(number + 1, seat.entry_id) in sat if known else _leads(table, seat) for seat in seats]
        boxes.append(_box(table, seats, on, x, y, height))
        tops[number] = y + height + BETWEEN
    lines = [
        f"M{x + BOX} {y} H{x + BOX + 14} L{to[0] - 14} {to[1]} H{to[0]}"
        for (number, entry), (x, y) in slots.items()
        if (to := slots.get((number + 1, entry)))
    ]
    rounds = max(heights, default=1)
    return Bracket(rounds * (BOX + GAP) - GAP + 4, tallest, boxes, lines, BOX)


def _height(seats: int) -> int:
    """The height of a table's box."""
    return HEAD + SLOT * seats + 6


def _heights(tables: Sequence[TournamentTable]) -> dict[int, int]:
    """The height of each round's column."""
    heights: dict[int, int] = {}
    for table in tables:
        number = table.round.number
        heights[number] = heights.get(number, 0) + _height(len(table.seats.all())) + BETWEEN
    return heights


def _untangled(tables: Sequence[TournamentTable]) -> list[tuple[TournamentTable, list[TableSeat]]]:
    """Tables and their players, ordered so that few lines cross.

    Working back from the last round, each table stands near the tables its players go on to, and each player near the
    table they came from.
    """
    height: dict[int, int] = {}
    ordered: list[tuple[TournamentTable, list[TableSeat]]] = []
    for drawn in _columns(tables):
        seated = [(table, sorted(table.seats.all(), key=lambda seat: height.get(seat.entry_id, 0))) for table in drawn]
        height |= {seat.entry_id: place for place, seat in enumerate(seat for _, seats in seated for seat in seats)}
        ordered += seated
    return ordered


def _columns(tables: Sequence[TournamentTable]) -> list[list[TournamentTable]]:
    """The tables of each round, first round first, each near the tables its players go on to."""
    columns: list[list[TournamentTable]] = []
    place_after: dict[int, int] = {}
    for number in sorted({table.round.number for table in tables}, reverse=True):
        goes_to = {
            table.pk: [place_after[seat.entry_id] for seat in table.seats.all() if seat.entry_id in place_after]
            for table in tables
            if table.round.number == number
        }
        drawn = [table for table in tables if table.pk in goes_to]
        drawn.sort(key=lambda table: fmean(goes_to[table.pk] or [0]))
        place_after = {seat.entry_id: place for place, table in enumerate(drawn) for seat in table.seats.all()}
        columns.insert(0, drawn)
    return columns


def _leads(table: TournamentTable, seat: TableSeat) -> bool:
    """True if the player goes on, as far as is known before the next round."""
    return table.match_id is None or (seat.place is not None and seat.place <= table.go_on)


def _box(table: TournamentTable, seats: Sequence[TableSeat], on: Sequence[bool], x: int, y: int, height: int) -> Box:
    bye = table.match_id is None
    slots = [
        Slot(
            y=HEAD + SLOT * row + SLOT // 2,
            name=seat.entry.user.display_name,
            place="" if bye or seat.place is None else str(seat.place),
            on=on[row],
        )
        for row, seat in enumerate(seats)
    ]
    title = gettext("Bye") if bye else gettext("Table {number}").format(number=table.match_id)
    return Box(x, y, height, title, slots, table.match_id)


@dataclass(frozen=True)
class Line:
    """A line through ratings, as the points of an SVG, and its last point."""

    points: str
    last: tuple[float, float] | None
    ticks: Sequence[tuple[int, float]] = ()
    """Each labelled value beside the line, with its y position."""


def spark_line(values: Sequence[int]) -> Line:
    """A small line through the last few ratings, without labels."""
    low, high = _span(values)
    return _line(polyline(values, SPARK_WIDTH - 10, SPARK_HEIGHT - 10, low, high), 4, 5)


def history_chart(values: Sequence[int]) -> Line:
    """A line through all ratings of a player in a game, with labels at round values."""
    low, high = _span(values)
    low, high = low // 50 * 50, -(-high // 50) * 50
    step = 50 if high - low <= 250 else 100 if high - low <= 500 else 200
    height = CHART_HEIGHT - 40
    ticks = [
        (value, round(14 + height * (1 - (value - low) / (high - low)), 1)) for value in range(low, high + 1, step)
    ]
    line = _line(polyline(values, CHART_WIDTH - 70, height, low, high), 50, 14)
    return replace(line, ticks=ticks)


def _line(points: Sequence[tuple[float, float]], right: int, down: int) -> Line:
    moved = [(x + right, y + down) for x, y in points]
    return Line(" ".join(f"{x},{y}" for x, y in moved), moved[-1] if moved else None)


def _span(values: Sequence[int]) -> tuple[int, int]:
    low, high = min(values, default=1500), max(values, default=1500)
    missing = max(0, LEAST_SPAN - (high - low))
    return low - missing // 2, high + missing - missing // 2
