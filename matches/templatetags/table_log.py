"""The rows of a table's log."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from engine import Player
from engine.view import ActivityView, LogEntry, MatchView
from engine.words import upper_first
from foundation.kept_drawings import Drawn, draws, kept_drawing
from foundation.page_urls import page_address
from matches.view.round_words import round_words
from matches.view.scenes import OpenedRound, opened_in

register = template.Library()

SmallColumn = tuple[Player, bool, tuple[str, ...], tuple[str, ...]]
"""A seat of a small picture: the seat, if it did best, its pieces, and what it won or lost."""


class Row(NamedTuple):
    """One step of the log as a page shows it."""

    name: str
    classes: str
    entry: LogEntry
    is_first: bool
    """True if the row above it is of another round."""
    pictures: Sequence[SafeString]
    words: SafeString
    address: str
    """Where the table stands as it was after the step."""
    happened: list[ActivityView]
    """What happened beside the game after the step."""


@register.simple_tag
def log_rows(view: MatchView, whole: bool | str = "", desk: str = "", query: str = "") -> Iterator[Row]:
    """Yield the rows of a log, newest first. The whole log has no pictures.

    `desk`: the address of the moderators' board of the table; `query`: what the addresses of this reader end with.
    """
    above: list[int | None] = []
    for entry in sorted(view.log, key=lambda entry: entry.step, reverse=True):
        if not entry.sentences:
            continue
        opened = () if whole else opened_in(view, entry)
        is_drawn = any(one.says_all for one in opened)
        yield Row(
            f"step-{entry.step}-{entry.part}" if entry.part else f"step-{entry.step}",
            "is-drawn" * is_drawn + " is-taken-back" * entry.taken_back,
            entry,
            above != [entry.round],
            [picture_of(one) for one in opened],
            format_html_join(" ", "{}", ((sentence,) for sentence in entry.sentences)),
            "" if entry.part else address_of(view.number, entry.step, desk, query),
            [] if entry.part else [line for line in view.activity if line.step == entry.step],
        )
        above = [entry.round]


def picture_of(opened: OpenedRound) -> SafeString:
    """Draw what a step opened, small; its sentences say the same."""
    columns = [
        (column.seat.player, column.is_best, column.pieces, tuple(column.gains_alone)) for column in opened.columns
    ]
    return _picture(opened.title if opened.says_all else "", opened.table, tuple(columns))


@kept_drawing("matches/_log_picture.html")
def _picture(title: str, table: tuple[str, ...], columns: tuple[SmallColumn, ...]) -> Drawn:
    """Give each seat's sign with its pieces, and what it won beside them."""
    return {"title": title, "table": table, "columns": columns}


def address_of(number: int, step: int, desk: str, query: str) -> str:
    """Return where a reader sees a table after an earlier step."""
    return f"{desk}?step={step}" if desk else page_address("matches:replay", number, step) + query


@draws(register, "matches/_round_number.html")
def round_number(number: int, slug: str) -> Drawn:
    """Write the number of a round, which a screen reader reads with the word of its game."""
    return {"number": number, "words": upper_first(round_words(slug, number))}
