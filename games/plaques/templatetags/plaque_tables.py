"""The tags of the tables of Plaque Auction and Concealed Draw; `games/plaques/page/` has what they say."""

from django import template

from foundation.language import decimal
from games.plaques.page import auction, hands, taking, turns
from games.plaques.rules.concealed.turns import MOST_TURNS
from games.plaques.rules.pieces import Tableau
from games.plaques.rules.words import lives_words

register = template.Library()

register.filter(hands.in_hand_words)
register.filter(hands.without_plaque)
register.simple_tag(hands.house_ranking)
register.simple_tag(hands.showdown_of)
register.filter(taking.take_of)

register.simple_tag(auction.coins_of)
register.simple_tag(auction.tableau_of)
register.simple_tag(auction.bidder_at)
register.filter(auction.bid_notes)
register.filter(auction.picks_first_words)
register.filter(auction.bid_lead)

register.filter(turns.unseen_of)
register.filter(turns.turn_words)
register.filter(turns.seat_notes)
register.filter(turns.declarer_words)
register.filter(turns.last_turns_words)
register.filter(turns.drew_words)
register.filter(turns.held)
register.filter(turns.draw_lead)

register.filter("lives_words", lives_words)


@register.filter
def share_words(share: float) -> str:
    """Return a percentage as the reader's language writes it: "0.18", "14"."""
    return decimal(f"{share:g}")


@register.filter
def plaques_in(words: str) -> Tableau:
    """Parse a list of plaques: "C5 elf dragon1"."""
    return tuple(words.split())


@register.simple_tag
def most_turns() -> int:
    """Return the number of turns after which a player counts as the declarer."""
    return MOST_TURNS
