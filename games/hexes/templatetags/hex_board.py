"""The board of hexes, its matching edges, its open cells, and the order of play."""

import json
from collections.abc import Iterable, Sequence
from math import cos, radians, sin
from typing import Any, NamedTuple

from django import template

from engine import Player
from engine.language import say
from engine.view import MatchView
from engine.words import upper_first
from foundation.kept_drawings import Drawn
from games.hexes.page.says import place_words, run_says
from games.hexes.rules.board import Board, Cell, Laid, Meeting
from games.hexes.rules.scoring import RunScore, score_run
from games.hexes.rules.tiles import colour_words, hex_words
from games.hexes.rules.view import HexObservation
from games.hexes.rules.wording import cell_words
from games.hexes.templatetags.hexes import EDGE_AT, RIM, drawn_hex, place_of

register = template.Library()

HALF_WIDTH, HALF_HEIGHT = 46, 52
LEAST_FRAME = 400, 320
"""The minimum frame for a board on which a run is composed."""


@register.inclusion_tag("hexes/pieces/hex_board.html")
def hex_board(seen: HexObservation, laying: bool = False) -> Drawn:
    """Draw the board with tools to pan and zoom; open cells are outlined and numbered only for the player laying."""
    cells = open_cells_of(seen) if laying else []
    drawn = board_drawing(seen.board, seen.run_laid, seen.meetings, seen.open_cells if laying else ())
    return {**drawn, "cells": cells, "laying": laying}


@register.inclusion_tag("hexes/pieces/hex_board.svg")
def hex_picture(board: Board, run: Board = (), meetings: Sequence[Meeting] = ()) -> Drawn:
    """Draw the hexes of a board, without tools."""
    return board_drawing(board, run, meetings, ())


@register.simple_tag
def sample_of(text: str, run: int = 0) -> Drawn:
    """Parse hexes like "PPPSSS 0,0,0; AAAPPP 1,0,5" (q, r, rotation) and score the last `run` of them as a run."""
    board = tuple(_laid_of(*part.split()) for part in text.split(";"))
    return {"board": board, "run": board[len(board) - run :], "score": score_run(board, run)}


def _laid_of(tile: str, where: str) -> Laid:
    q, r, rotation = map(int, where.split(","))
    return Laid(tile, q, r, rotation)


@register.inclusion_tag("hexes/pieces/hex_board.svg")
def hex_sample(sample: Drawn) -> Drawn:
    """Draw a sample with the edges its run scored."""
    score: RunScore = sample["score"]
    return board_drawing(sample["board"], sample["run"], score.within + score.against, ())


def board_drawing(board: Board, run: Board, meetings: Iterable[Meeting], cells: Sequence[Cell]) -> Drawn:
    """Return the context for a board's picture, framed to include these open cells."""
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
    """Return a hex in words with its cell and its colours clockwise."""
    words = say(
        "{where}: {hex}; clockwise from the right {colours}",
        where=cell_words(laid.q, laid.r),
        hex=hex_words(laid.hex),
        colours=", ".join(colour_words(letter) for letter in laid.colours),
    )
    return upper_first(words)


@register.simple_tag
def lay_says() -> str:
    """Return the texts of the script that composes a run."""
    return json.dumps(run_says())


@register.simple_tag
def open_cells_of(seen: HexObservation) -> list[Drawn]:
    """Return the open cells with their numbers and positions in the drawing."""
    return [
        {
            "number": number,
            "name": place_words(number),
            "value": f"{q},{r}",
            "at": f"{place_of((q, r))[0]:.1f} {place_of((q, r))[1]:.1f}",
        }
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
    """Return who takes or lays when, first to act first; empty before the bids are revealed."""
    order = seen.order[::-1] if seen.phase == "lay" else seen.order
    done = len(order) - len(seen.to_move)
    states = ["done"] * done + ["now"] + ["later"] * len(order)
    return [Turn(player, seen.bids[player], state) for player, state in zip(order, states, strict=False)]


@register.simple_tag
def hand_beside_form(view: MatchView) -> tuple[str, ...]:
    """Return the hexes in the reader's hand; () for a spectator, and where the form for an answer shows them."""
    is_shown = view.is_replay or (view.status == "running" and not view.is_my_turn)
    seen: Any = view.seen
    return seen.hands[view.me] if is_shown and view.me is not None else ()
