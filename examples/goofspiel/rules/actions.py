"""What players of Goofspiel may answer."""

from engine import Action


class Bid(Action, frozen=True, tag="bid"):
    """Bid one card of one's hand."""

    card: int
