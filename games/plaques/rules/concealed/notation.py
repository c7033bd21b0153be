"""Positions of Concealed Draw as rows: the discards, then the tableau of each seat."""

from games.rules.core import Notation, Player, Row
from games.rules.plaques.concealed.view import ConcealedObservation
from games.rules.plaques.notation import backs, plaques
from games.rules.plaques.pieces import TABLEAU_SIZE


class ConcealedNotation(Notation[ConcealedObservation]):
    """Tableaux lie face down but for what was seen taken."""

    def rows(self, seen: ConcealedObservation, *, over: bool) -> tuple[Row, ...]:
        """Write the table; between rounds, the tableaux of the last showdown."""
        centre = Row("The centre", plaques(seen.centre[-TABLEAU_SIZE:]), note=f"{seen.pile_size} in the pile")
        return (centre, *(_seat(seen, seat) for seat in range(len(seen.lives))))


def _seat(seen: ConcealedObservation, seat: Player) -> Row:
    return Row(
        "", _tableau(seen, seat), player=seat, note=f"{seen.lives[seat]} {'life' if seen.lives[seat] == 1 else 'lives'}"
    )


def _tableau(seen: ConcealedObservation, seat: Player) -> tuple[str, ...]:
    if seen.phase in ("nominate", "over"):
        return plaques(seen.last.tableaux[seat]) if seen.last else ()
    if seat == seen.viewer:
        return plaques(seen.own)
    known = seen.known[seat]
    return (*plaques(known), *backs(TABLEAU_SIZE - len(known) if seat in seen.seated else 0))
