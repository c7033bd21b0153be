"""Positions of Concealed Draw as rows: the discards, then each seat's tableau."""

from engine import Notation, Player, Row
from engine.language import mark, plural, say
from games.plaques.rules.concealed.view import ConcealedObservation
from games.plaques.rules.notation import backs, plaques
from games.plaques.rules.pieces import TABLEAU_SIZE


class ConcealedNotation(Notation[ConcealedObservation]):
    """The rows of a match: tableaux are face down except for plaques taken from the centre."""

    score_name = mark("lives")

    def rows(self, seen: ConcealedObservation, *, over: bool) -> tuple[Row, ...]:
        """Return the rows; between rounds, with the tableaux of the last showdown."""
        centre = Row(
            say("The centre"),
            plaques(seen.centre[-TABLEAU_SIZE:]),
            note=say("{number} in the pile", context="row", number=seen.pile_size),
        )
        return (centre, *(_seat(seen, seat) for seat in range(len(seen.lives))))

    def scores(self, seen: ConcealedObservation, end: ConcealedObservation) -> tuple[int, ...]:
        """Return the lives."""
        return seen.lives


def _seat(seen: ConcealedObservation, seat: Player) -> Row:
    lives = plural(seen.lives[seat], "{count} life", "{count} lives")
    return Row("", _tableau(seen, seat), player=seat, note=lives)


def _tableau(seen: ConcealedObservation, seat: Player) -> tuple[str, ...]:
    if seen.phase in ("nominate", "over"):
        return plaques(seen.last.tableaux[seat]) if seen.last else ()
    if seat == seen.viewer:
        return plaques(seen.own)
    known = seen.known[seat]
    return (*plaques(known), *backs(TABLEAU_SIZE - len(known) if seat in seen.seated else 0))
