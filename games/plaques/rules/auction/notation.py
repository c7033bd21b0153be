"""Positions of Plaque Auction as rows: the centre, then the plaques of each seat."""

from games.rules.core import Notation, Player, Row
from games.rules.core.notation import number_of
from games.rules.plaques.auction.hands import HIDDEN
from games.rules.plaques.auction.view import AuctionObservation
from games.rules.plaques.notation import backs, plaques


class AuctionNotation(Notation[AuctionObservation]):
    """What was taken lies open; the hidden three are seen by their owner alone."""

    def rows(self, seen: AuctionObservation, *, over: bool) -> tuple[Row, ...]:
        """Write the table; once the match has ended, the tableaux of its last showdown."""
        centre = Row("The centre", plaques(seen.centre), note=f"{number_of(seen.pot, 'token')} in the pot")
        return (centre, *(_seat(seen, seat) for seat in range(len(seen.stocks))))


def _seat(seen: AuctionObservation, seat: Player) -> Row:
    note = number_of(seen.stocks[seat], "token")
    if seen.over:
        shown = seen.last.tableaux[seat] if seen.last else ()
        return Row("", plaques(shown), player=seat, note=note)
    hidden = plaques(seen.own) if seat == seen.viewer else backs(HIDDEN if seat in seen.seated else 0)
    return Row("", (*plaques(seen.taken[seat]), *hidden), player=seat, note=f"{note}, bid {seen.bids[seat]}")
