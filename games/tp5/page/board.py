"""The rows of a TP5 page, as far as the viewer may see them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine import Player
from engine.language import mark, say
from engine.piecepack import SUITS, the_tile_words
from engine.view import MatchView, SeatView
from engine.words import and_list, people
from foundation.templatetags.pieces import mark_of
from games.tp5.page.words import (
    barred_line,
    duty_line,
    hand_line,
    my_hand,
    names_of,
    number_of_place,
    public,
    refusal_of,
    ruled_out_line,
    seat_statement_words,
    seen_of,
    spot_words,
    tile_number,
    where_words,
)
from games.tp5.rules.claims import duty_calls
from games.tp5.rules.programme import programme
from games.tp5.rules.state import ROW, row_of
from games.tp5.rules.values import VALUES, short
from games.tp5.rules.view import Tp5Observation

NOTES = (
    mark("revealed"),
    mark("stated"),
    mark("hogged"),
    mark("void"),
    mark("passed to you"),
    mark("turned up"),
)
"""What a cell may note of its tile; said where it is shown."""


class Pick(NamedTuple):
    """A tile that can be chosen: value and label of its radio button."""

    value: str
    words: str
    owners: str = ""
    """The owners whose identifiers may go there: seat numbers separated by spaces."""
    tile: str = ""
    """Its face, if the viewer knows it."""
    short: str = ""
    """Its place in a few letters: "Yuki 2"."""


class Cell(NamedTuple):
    """One tile at its place."""

    place: int
    number: int
    tile: str | None
    owners: tuple[Player, ...]
    notes: tuple[str, ...]
    """Further facts: revealed, stated, hogged, void, passed to the viewer."""
    words: str
    """The whole cell in words."""
    pick: Pick | None = None
    hog: Pick | None = None
    barred: bool = False

    @property
    def classes(self) -> str:
        """The style classes of what is known of the tile."""
        known = {
            "known": self.tile,
            "hogged": "hogged" in self.notes,
            "void": "void" in self.notes,
            "barred": self.barred,
        }
        return " ".join(["tp5-cell", *(f"tp5-{name}" for name, holds in known.items() if holds)])


class ShortStatement(NamedTuple):
    """A statement as it is drawn: what it narrows down, and nothing of what stays wholly open."""

    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    either: bool
    """True if “or” joins the suits and the ranks."""


class Row(NamedTuple):
    """A player's row or, without a seat, the centre."""

    seat: SeatView | None
    is_mine: bool
    where: str
    cells: tuple[Cell, ...]
    shown: str | None
    statement: str
    short: ShortStatement | None
    hand: tuple[Player, ...]
    lines: tuple[str, ...]
    """Identifiers to place, open duties, values called without a match, why tiles are barred."""


def seat_row(view: MatchView, seat: Player, *, claiming: bool) -> Row | None:
    """Return a player's row, with choices if `claiming`; None while no tiles are dealt."""
    return _row(view, seat, claiming=claiming) if seen_of(view).tiles else None


def centre_row(view: MatchView, *, claiming: bool) -> Row | None:
    """Return the tiles between the players, with choices if `claiming`; None if there are none."""
    seen = seen_of(view)
    return _centre(view, claiming=claiming) if seen.tiles and seen.centre else None


def _row(view: MatchView, seat: Player, *, claiming: bool) -> Row:
    seen, places = seen_of(view), row_of(seat)
    lines = [hand_line(view, seat), duty_line(seen, seat), ruled_out_line(seen, seat)]
    return Row(
        seat=view.seats[seat],
        is_mine=seat == view.me,
        where=where_words(seen, seat),
        cells=_cells(view, places, claiming=claiming),
        shown=seen.shown[seat],
        statement=seat_statement_words(seen, seat),
        short=_short(seen, seat),
        hand=seen.held[seat],
        lines=tuple(line for line in (*lines, barred_line(seen, places) if claiming else "") if line),
    )


def _short(seen: Tp5Observation, seat: Player) -> ShortStatement | None:
    statement = seen.statements[seat] if seen.statements else None
    if statement is None:
        return None
    suits = () if len(statement.suits) == len(SUITS) else statement.suits
    values = () if len(statement.values) == len(VALUES) else statement.values
    return ShortStatement(suits, tuple(short(value) for value in values), statement.either)


def _centre(view: MatchView, *, claiming: bool) -> Row:
    seen = seen_of(view)
    barred = barred_line(seen, seen.centre) if claiming else ""
    cells = _cells(view, seen.centre, claiming=claiming)
    return Row(None, False, "", cells, None, "", None, (), (barred,) if barred else ())


def _cells(view: MatchView, places: Sequence[int], *, claiming: bool) -> tuple[Cell, ...]:
    seen = seen_of(view)
    hogs = _hogs(seen) if claiming else ()
    return tuple(_cell(view, place, claiming=claiming, hogs=hogs) for place in places)


def _cell(view: MatchView, place: int, *, claiming: bool, hogs: Sequence[int]) -> Cell:
    seen = seen_of(view)
    notes = tuple(_notes(seen, place))
    pick = _pick(view, place) if claiming else None
    return Cell(
        place=place,
        number=number_of_place(seen, place),
        tile=seen.tiles[place],
        owners=seen.claims[place],
        notes=notes,
        words=_words(view, place, notes),
        pick=pick,
        hog=Pick(f"hog{place % ROW}", say("hog {tile}", tile=spot_words(view, place))) if place in hogs else None,
        barred=claiming and pick is None,
    )


def _pick(view: MatchView, place: int) -> Pick | None:
    """Return a tile as a choice, if any identifier in the viewer's hand may go there."""
    seen = seen_of(view)
    owners = [owner for owner in sorted(set(my_hand(seen))) if refusal_of(seen, place, owner) is None]
    return Pick(str(place), spot_words(view, place), " ".join(map(str, owners))) if owners else None


def _hogs(seen: Tp5Observation) -> list[int]:
    """Return the places of the tiles that the viewer may hog."""
    if seen.phase != "claim" or duty_calls(public(seen), seen.seat):
        return []
    offers = programme(seen.in_play).claiming
    return [ROW * seen.seat + hog.slot for one in offers for hog in one.instead_of_claim(public(seen), seen.seat)]


def _notes(seen: Tp5Observation, place: int) -> Iterable[str]:
    seat, slot = divmod(place, ROW)
    statement = seen.statements[seat] if seat < seen.players else None
    if seat == seen.viewer and slot == seen.my_shown_at:
        yield "revealed"
    if seat == seen.viewer and slot == seen.my_received_at:
        yield "passed to you"
    if statement and statement.slot == slot:
        yield "stated"
    if place in seen.up and seen.phase != "over":
        yield "turned up"
    if place in seen.hogged:
        yield "hogged"
    if place in seen.void:
        yield "void"


def _words(view: MatchView, place: int, notes: Iterable[str]) -> str:
    """Return a tile's text alternative: "Tile 2, face down, stated, claimed by you and Yuki"."""
    seen, names = seen_of(view), names_of(view)
    tile = seen.tiles[place]
    owners = [names.who(owner) for owner in seen.claims[place]]
    claimed = say("claimed by {people}", people=people(owners)) if owners else say("unclaimed")
    return _cell_words(number_of_place(seen, place), tile, notes, claimed)


def _cell_words(number: int, tile: str | None, notes: Iterable[str], claimed: str) -> str:
    face = the_tile_words(tile) if tile else say("face down")
    return ", ".join([tile_number(number), face, *map(say, notes), claimed])


def sample_cell(number: int, face: str, owners: str = "", note: str = "") -> Cell:
    """Return a tile for a rules page: its face or "??", the seat numbers of its claims, and a note."""
    tile = None if face == "??" else face
    note = "turned up" if note == "up" else note
    claims = tuple(int(owner) for owner in owners)
    signs = and_list([mark_of(owner).words for owner in claims])
    claimed = say("claims of {signs}", signs=signs) if claims else say("unclaimed")
    return Cell(number, number, tile, claims, (note,), _cell_words(number, tile, [note] if note else [], claimed))
