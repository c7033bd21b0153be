"""Positions of Plaque Auction as rows: the centre, then each seat's plaques."""

from engine import Notation, Player, Row
from engine.language import mark, say
from engine.words import tokens_words
from games.plaques.rules.auction.hands import HIDDEN
from games.plaques.rules.auction.view import AuctionObservation
from games.plaques.rules.notation import backs, plaques


class AuctionNotation(Notation[AuctionObservation]):
    """The rows of a match: picked plaques are open, only their owner sees the hidden three."""

    score_name = mark("tokens")

    def rows(self, seen: AuctionObservation, *, over: bool) -> tuple[Row, ...]:
        """Return the rows; after the end, with the tableaux of the last showdown."""
        centre = Row(
            say("The centre"),
            plaques(seen.centre),
            note=say("{tokens} in the pot", context="row", tokens=tokens_words(seen.pot)),
        )
        return (centre, *(_seat(seen, seat) for seat in range(len(seen.stocks))))

    def scores(self, seen: AuctionObservation, end: AuctionObservation) -> tuple[int, ...]:
        """Return the tokens."""
        return seen.stocks


def _seat(seen: AuctionObservation, seat: Player) -> Row:
    tokens = tokens_words(seen.stocks[seat])
    if seen.over:
        shown = seen.last.tableaux[seat] if seen.last else ()
        return Row("", plaques(shown), player=seat, note=tokens)
    hidden = plaques(seen.own) if seat == seen.viewer else backs(HIDDEN if seat in seen.seated else 0)
    note = say("{tokens}, bid {bid}", context="row", tokens=tokens, bid=seen.bids[seat])
    return Row("", (*plaques(seen.taken[seat]), *hidden), player=seat, note=note)
