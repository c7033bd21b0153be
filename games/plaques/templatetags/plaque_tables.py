"""Plaques, bids and turns on the pages of Plaque Auction and Concealed Draw."""

from typing import NamedTuple, cast

from django import template

from engine import Player
from engine.language import YOU, Person, mark, plural, say
from engine.view import Choice, MatchView, SeatView
from engine.words import sentence, upper_first
from foundation.language import decimal
from games.plaques.rules.auction.view import AuctionObservation
from games.plaques.rules.concealed.turns import MOST_TURNS
from games.plaques.rules.concealed.view import ConcealedObservation
from games.plaques.rules.explain import best_hand, hand_words
from games.plaques.rules.pieces import TABLEAU_SIZE, Tableau, the_plaque
from games.plaques.rules.ranking import HOUSE_RANKING, Category, category_of, strength
from games.plaques.rules.seats import round_from
from games.plaques.rules.words import lives_words

register = template.Library()
register.filter("lives_words", lives_words)


class Bidder(NamedTuple):
    """The position of one seat in a round of bidding."""

    seat: SeatView
    bid: int
    pick: int
    """Its place in the order of picks, as the bids stand."""
    note: str
    picked: str
    """The plaque it has picked this round, or an empty string."""


class Taking(NamedTuple):
    """The choice of a plaque from the centre."""

    number: int
    choice: Choice
    gives: str
    """The name of the hand that it makes."""

    @property
    def words(self) -> str:
        """What it takes, and what that makes."""
        return say("{choice}, then {hand}", choice=self.choice.words, hand=self.gives)


class Shown(NamedTuple):
    """One tableau of a showdown."""

    seat: SeatView
    hand: Tableau
    """The five that count, starting with those that make the category."""
    rest: Tableau
    words: str
    best: bool


# --- Hands ----------------------------------------------------------------------------------------
@register.filter
def in_hand_words(tableau: Tableau) -> str:
    """Return the best hand of a tableau as a label; empty for an empty tableau."""
    return upper_first(hand_words(tableau)) if tableau else ""


def with_plaque(tableau: Tableau, plaque: str) -> str:
    """Return the name of the hand a tableau makes with one more plaque."""
    return say(category_of(strength((*tableau, plaque))).name)


@register.filter
def without_plaque(tableau: Tableau, plaque: str) -> str:
    """Return the name of the hand a tableau makes without one of its plaques."""
    return say(category_of(strength([other for other in tableau if other != plaque])).name)


SAMPLE_HANDS = {
    "five_of_a_kind": ("A5", "B5", "D5", "dragon1", "dragon2"),
    "straight_flush": ("C7", "C6", "C5", "C4", "C3"),
    "flush": ("E9", "E7", "E4", "E3", "E1"),
    "four_of_a_kind": ("A8", "B8", "C8", "E8", "D2"),
    "full_house": ("B5", "C5", "D5", "A3", "E3"),
    "straight": ("D8", "E7", "B6", "C5", "A4"),
    "three_of_a_kind": ("elf", "dwarf", "thief", "D9", "B4"),
    "two_pairs": ("A9", "D9", "C2", "E2", "B6"),
    "one_pair": ("C7", "D7", "A9", "B4", "E2"),
    "high_plaque": ("E9", "A7", "B6", "D3", "C1"),
}
"""An example of each category, for the rules pages."""


@register.filter
def share_words(share: float) -> str:
    """Return a percentage as the reader's language writes it: "0.18", "14"."""
    return decimal(f"{share:g}")


@register.simple_tag
def house_ranking() -> list[tuple[Category, Tableau]]:
    """Return the categories of hands, best first, each with an example."""
    return [(category, SAMPLE_HANDS[category.code]) for category in HOUSE_RANKING]


@register.filter
def plaques_in(words: str) -> Tableau:
    """Parse a list of plaques: "C5 elf dragon1"."""
    return tuple(words.split())


def shown_by(seat: SeatView, tableau: Tableau, best: bool) -> Shown:
    """Split a tableau into the hand of five and the rest."""
    hand = best_hand(tableau).plaques
    rest = tuple(plaque for plaque in tableau if plaque not in hand)
    return Shown(seat, hand, rest, upper_first(hand_words(tableau)), best)


@register.simple_tag
def showdown_of(view: MatchView) -> list[Shown]:
    """Return the tableaux of the last showdown, best first; empty before the first one."""
    last = getattr(view.seen, "last", None)
    if last is None:
        return []
    inside = [seat for seat in view.seats if last.tableaux[seat.player]]
    values = {seat.player: strength(last.tableaux[seat.player]) for seat in inside}
    ordered = sorted(inside, key=lambda seat: -values[seat.player])
    top = max(values.values())
    return [shown_by(seat, last.tableaux[seat.player], values[seat.player] == top) for seat in ordered]


def person_of(seat: SeatView) -> Person:
    """Return a seat as a value of a message."""
    return Person.called(say("you", context="player"), YOU) if seat.is_me else Person.called(seat.name)


# --- Plaque Auction -------------------------------------------------------------------------------
@register.simple_tag
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


@register.simple_tag
def bidder_at(view: MatchView, player: Player) -> Bidder | None:
    """Return the position of a seat that has bid, or None; in the order of picks everyone has one."""
    seen = cast(AuctionObservation, view.seen)
    if seen.over or player not in seen.seated or not (seen.bids[player] or seen.picking):
        return None
    return next(bidder for bidder in bidders_of(view) if bidder.seat.player == player)


_STILL = (mark("still to pick"), mark("still bidding"))
"""Notes on seats whose moment has not come."""


@register.filter
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


@register.filter
def picks_first_words(view: MatchView) -> str:
    """Say in which order plaques are picked."""
    return say(
        "The highest bid picks first, equal bids clockwise from {who}. Every bid goes into the pot. "
        "What you pick lies open for all to see.",
        who=person_of(view.seats[cast(AuctionObservation, view.seen).first]),
    )


@register.filter
def bid_lead(view: MatchView) -> str:
    """The words before what is chosen in Plaque Auction: a pick, a sealed bid, or a bid or pass."""
    seen = cast(AuctionObservation, view.seen)
    if seen.picking:
        return say("You take the")
    return say("You bid") if seen.options.bidding == "sealed" else say("Your choice:")


@register.filter
def take_of(view: MatchView, plaque: str) -> Taking | None:
    """Return the choice that takes a plaque from the centre; None if the reader has none."""
    if view.asked is None or view.is_replay:
        return None
    seen = cast(AuctionObservation | ConcealedObservation, view.seen)
    tableau = tableau_of(seen, cast(Player, view.me)) if isinstance(seen, AuctionObservation) else seen.own
    for number, choice in enumerate(view.asked.choices, 1):
        if getattr(choice.action, "plaque", None) == plaque:
            return Taking(number, choice, with_plaque(tableau, plaque))
    return None


# --- Concealed Draw -------------------------------------------------------------------------------
@register.filter
def unseen_of(known: Tableau) -> range:
    """Return a range with one number for each plaque of a tableau that others have not seen."""
    return range(TABLEAU_SIZE - len(known))


@register.filter
def turn_words(view: MatchView) -> str:
    """Return whose turn it is and which of theirs: "This is turn 3 of Marek."."""
    seen = cast(ConcealedObservation, view.seen)
    who = person_of(view.seats[seen.turn])
    return say(
        "This is turn {turn} of {who}.", you="This is turn {turn} of yours.", turn=seen.turns[seen.turn] + 1, who=who
    )


@register.filter
def seat_notes(seen: ConcealedObservation, player: Player) -> str:
    """Return what a player's card says of the round: "dealer, declarer"."""
    notes = [say("dealer")] * (player == seen.dealer) + [say("declarer")] * (player == seen.declarer)
    return ", ".join(notes)


@register.filter
def declarer_words(view: MatchView) -> str:
    """Say who has declared."""
    seen = cast(ConcealedObservation, view.seen)
    who = person_of(view.seats[cast(Player, seen.declarer)])
    return sentence(say("{who} is the declarer", you="you are the declarer", who=who))


@register.filter
def last_turns_words(view: MatchView) -> str:
    """Say who still has a turn after a declaration: "Last turns: you, Marek."."""
    seats = still_to_play(view)
    players = ", ".join(person_of(seat) for seat in seats)
    return plural(len(seats), "Last turn: {players}.", "Last turns: {players}.", players=players)


@register.filter
def drew_words(view: MatchView) -> str:
    """Say what the player who has yet to discard has drawn, as far as all know it."""
    seen = cast(ConcealedObservation, view.seen)
    who = person_of(view.seats[seen.turn])
    if seen.source == "centre" and seen.drawn:
        return sentence(say("{who} took {plaque}", who=who, plaque=the_plaque(seen.drawn)))
    return sentence(say("{who} drew from the pile", who=who))


@register.simple_tag
def most_turns() -> int:
    """Return the number of turns after which a player counts as the declarer."""
    return MOST_TURNS


def still_to_play(view: MatchView) -> list[SeatView]:
    """Return the players with a last turn to play after a declaration, including the current one."""
    seen = cast(ConcealedObservation, view.seen)
    if seen.declarer is None or seen.phase not in ("draw", "discard"):
        return []
    order = round_from(seen.seated, seen.turn)
    return [view.seats[player] for player in order[: order.index(seen.declarer)]]


@register.filter
def held(seen: ConcealedObservation) -> Tableau:
    """Return the viewer's plaques, with the one just drawn while they choose a discard."""
    return (*seen.own, seen.drawn) if seen.drawn else seen.own


@register.filter
def draw_lead(view: MatchView) -> str:
    """The words before what is chosen in Concealed Draw."""
    phase = cast(ConcealedObservation, view.seen).phase
    if phase == "discard":
        return say("You discard the")
    return say("You name") if phase == "nominate" else say("Your choice:")
