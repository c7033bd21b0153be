"""The board of hexes: what lies on it, which edges agree, where the next hex may lie, and who plays when."""

from collections.abc import Iterable, Sequence
from math import cos, radians, sin
from typing import NamedTuple

from django import template

from games.rules.core import Player
from games.rules.hexes.board import Board, Cell, Laid, Meeting
from games.rules.hexes.scoring import RunScore, score_run
from games.rules.hexes.tiles import COLOUR_NAMES, hex_words
from games.rules.hexes.view import HexObservation
from games.templatetags.hexes import EDGE_AT, RIM, Drawn, drawn_hex, place_of

register = template.Library()

HALF_WIDTH, HALF_HEIGHT = 46, 52
LEAST_FRAME = 560, 440
"""A board on which a run is composed has room for it from the start."""


@register.inclusion_tag("pieces/hex_board.html")
def hex_board(seen: HexObservation, laying: bool = False) -> Drawn:
    """Draw the board with tools to look about; open cells are outlined and numbered only for who is laying."""
    cells = open_cells_of(seen) if laying else []
    drawn = board_drawing(seen.board, seen.run_laid, seen.meetings, seen.open_cells if laying else ())
    return {**drawn, "cells": cells, "laying": laying}


@register.inclusion_tag("pieces/hex_board.svg")
def hex_picture(board: Board, run: Board = (), meetings: Sequence[Meeting] = ()) -> Drawn:
    """Draw hexes as they lie, nothing else."""
    return board_drawing(board, run, meetings, ())


@register.simple_tag
def sample_of(text: str, run: int = 0) -> Drawn:
    """Read hexes as they lie, "PPPSSS 0,0,0; AAAPPP 1,0,5" with q, r and rotation; score the run of the last ones."""
    board = tuple(_laid_of(*part.split()) for part in text.split(";"))
    return {"board": board, "run": board[len(board) - run :], "score": score_run(board, run)}


def _laid_of(tile: str, where: str) -> Laid:
    q, r, rotation = map(int, where.split(","))
    return Laid(tile, q, r, rotation)


@register.inclusion_tag("pieces/hex_board.svg")
def hex_sample(sample: Drawn) -> Drawn:
    """Draw a sample with the edges that its run scored."""
    score: RunScore = sample["score"]
    return board_drawing(sample["board"], sample["run"], score.within + score.against, ())


def board_drawing(board: Board, run: Board, meetings: Iterable[Meeting], cells: Sequence[Cell]) -> Drawn:
    """Return what the picture of a board needs, framed so that these open cells fit in too."""
    middles = [place_of(cell) for cell in (*(laid.cell for laid in board), *cells)]
    return {
        "laid": [_laid(laid, laid in run) for laid in board],
        "meetings": [_meeting(meeting) for meeting in meetings],
        "rim": RIM,
        **_frame(middles, LEAST_FRAME if cells else (0, 0)),
    }


def _frame(middles: list[tuple[float, float]], least: tuple[int, int]) -> Drawn:
    left, right = min(x for x, _ in middles) - HALF_WIDTH, max(x for x, _ in middles) + HALF_WIDTH
    top, bottom = min(y for _, y in middles) - HALF_HEIGHT, max(y for _, y in middles) + HALF_HEIGHT
    width, height = max(right - left, least[0]), max(bottom - top, least[1])
    left, top = (left + right - width) / 2, (top + bottom - height) / 2
    return {"view_box": f"{left:.0f} {top:.0f} {width:.0f} {height:.0f}", "width": f"{width:.0f}"}


def _laid(laid: Laid, of_run: bool) -> Drawn:
    x, y = place_of(laid.cell)
    return {"at": f"{x:.1f} {y:.1f}", "of_run": of_run, "lies": laid, **drawn_hex(laid.hex, laid.rotation)}


def _meeting(meeting: Meeting) -> Drawn:
    x, y = place_of((meeting.q, meeting.r))
    angle = radians(60 * meeting.edge)
    at = f"{x + EDGE_AT * cos(angle):.1f} {y + EDGE_AT * sin(angle):.1f}"
    return {"at": at, "turn": 60 * meeting.edge}


@register.filter
def laid_words(laid: Laid) -> str:
    """Say where a hex lies and which colours face where."""
    colours = ", ".join(COLOUR_NAMES[letter] for letter in laid.colours)
    return f"({laid.q}, {laid.r}): {hex_words(laid.hex)}; clockwise from the right {colours}"


@register.simple_tag
def open_cells_of(seen: HexObservation) -> list[Drawn]:
    """Return the open cells with their numbers and where they stand on the drawing."""
    return [
        {"number": number, "value": f"{q},{r}", "at": f"{place_of((q, r))[0]:.1f} {place_of((q, r))[1]:.1f}"}
        for number, (q, r) in enumerate(seen.open_cells, start=1)
    ]


class Turn(NamedTuple):
    """One seat in the order of a turn."""

    player: Player
    bid: int
    state: str
    """`done`, `now` or `later`."""


@register.simple_tag
def order_of(seen: HexObservation) -> list[Turn]:
    """Return who takes or lays when, the first to act first; nothing before the bids are revealed."""
    order = seen.order[::-1] if seen.phase == "lay" else seen.order
    done = len(order) - len(seen.to_move)
    states = ["done"] * done + ["now"] + ["later"] * len(order)
    return [Turn(player, seen.bids[player], state) for player, state in zip(order, states, strict=False)]


@register.simple_tag
def hand_of(seen: HexObservation, player: Player | None) -> tuple[str, ...]:
    """Return the hexes in a seat's hand; none for a spectator."""
    return () if player is None else seen.hands[player]
