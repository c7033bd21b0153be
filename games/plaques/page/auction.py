"""The auction on the page of Plaque Auction: bidders, their notes, and the order of picks."""

from typing import NamedTuple, cast

from engine import Player
from engine.language import mark, say
from engine.view import Choice, MatchView, SeatView
from games.plaques.rules.auction.view import AuctionObservation
from games.plaques.rules.pieces import Tableau
from games.plaques.rules.seats import round_from


class Bidder(NamedTuple):
    """The position of one seat in a round of bidding."""

    seat: SeatView
    bid: int
    pick: int
    """Its place in the order of picks, as the bids stand."""
    note: str
    picked: str
    """The plaque it has picked this round, or an empty string."""


FOLDED_FROM = 22
"""With so many bids to choose from, most are folded away."""
UNFOLDED = 14
"""Two rows on a phone."""


class Coins(NamedTuple):
    """The bids to choose from, each with its number in the list."""

    first: list[tuple[int, Choice]]
    rest: list[tuple[int, Choice]]
    """Those that are folded away."""

    @property
    def is_open(self) -> bool:
        """True if the sealed bid is among those that are folded away."""
        return any(choice.chosen for _, choice in self.rest)


def coins_of(view: MatchView) -> Coins:
    """Return the bids that the viewer may choose from."""
    coins = list(enumerate(view.asked.choices if view.asked else (), start=1))
    return Coins(coins, []) if len(coins) < FOLDED_FROM else Coins(coins[:UNFOLDED], coins[UNFOLDED:])


def tableau_of(seen: AuctionObservation, player: Player) -> Tableau:
    """Return the viewer's whole tableau: hidden plaques, then picked ones."""
    return (*seen.own, *seen.taken[player])


def bidders_of(view: MatchView) -> list[Bidder]:
    """Return the bidders clockwise from the first player; once all have passed, in the order of picks."""
    seen = cast(AuctionObservation, view.seen)
    clockwise = round_from(seen.seated, seen.first)
    picks = sorted(clockwise, key=lambda player: -seen.bids[player])
    return [
        Bidder(
            view.seats[player], seen.bids[player], picks.index(player) + 1, _note(seen, player), _picked(seen, player)
        )
        for player in (picks if seen.picking else clockwise)
    ]


def bidder_at(view: MatchView, player: Player) -> Bidder | None:
    """Return the position of a seat that has bid, or None; in the order of picks everyone has one."""
    seen = cast(AuctionObservation, view.seen)
    if seen.over or player not in seen.seated or not (seen.bids[player] or seen.picking):
        return None
    return next(bidder for bidder in bidders_of(view) if bidder.seat.player == player)


_STILL = (mark("still to pick"), mark("still bidding"))
"""Notes on seats whose moment has not come."""


def bid_notes(view: MatchView, player: Player) -> str:
    """Return what a player's card says of the auction: "to bid now, first player"."""
    seen = cast(AuctionObservation, view.seen)
    sealed = seen.options.bidding == "sealed" and not seen.picking
    note = "" if sealed else _note(seen, player)
    notes = [say(note)] * (note not in _STILL)
    notes += [say("dealer")] * (player == seen.dealer) + [say("first player")] * (player == seen.first)
    return ", ".join(filter(None, notes))


def _note(seen: AuctionObservation, player: Player) -> str:
    """Return a note on a seat's bidding or picking, in English."""
    if seen.picking:
        return mark("picks now") if player == seen.picking[0] else _STILL[0] if player in seen.picking else ""
    if player not in seen.bidding:
        return mark("has passed") if seen.stocks[player] else mark("has no tokens left")
    return mark("to bid now") if player == seen.bidding[0] else _STILL[1]


def _picked(seen: AuctionObservation, player: Player) -> str:
    return seen.taken[player][-1] if seen.picking and player not in seen.picking else ""


def picks_first_words(view: MatchView) -> str:
    """Say in which order plaques are picked."""
    return say(
        "The highest bid picks first, equal bids clockwise from {who}. Every bid goes into the pot. "
        "What you pick lies open for all to see.",
        who=view.seats[cast(AuctionObservation, view.seen).first].person,
    )


def bid_lead(view: MatchView) -> str:
    """The words before what is chosen in Plaque Auction: a pick, a sealed bid, or a bid or pass."""
    seen = cast(AuctionObservation, view.seen)
    if seen.picking:
        return say("You take the")
    return say("You bid") if seen.options.bidding == "sealed" else say("Your choice:")
