"""The texts of Plaque Auction."""

from collections.abc import Sequence
from functools import singledispatchmethod
from itertools import groupby

from engine import Mark, Names, Player
from engine.words import and_list, sentence
from games.plaques.rules.auction.actions import Add, AuctionAction, Bid, Pass, Pick
from games.plaques.rules.auction.events import (
    Added,
    AuctionEvent,
    BidsOpened,
    BidsPaid,
    Dealt,
    MatchEnded,
    Passed,
    Picked,
    PotWon,
    TableauxShown,
    TurnedUp,
    WentOut,
)
from games.plaques.rules.auction.view import AuctionObservation
from games.plaques.rules.explain import hand_words
from games.plaques.rules.pieces import plaque_title
from games.plaques.rules.words import dealt_words, number_of, people, the_plaque, the_plaques


class AuctionWording:
    """The texts of a match of Plaque Auction."""

    def stage(self, seen: AuctionObservation) -> str:
        """Return the hand and the round."""
        if seen.over:
            return f"{number_of(seen.hand, 'hand')} played"
        return f"hand {seen.hand} of {seen.hands}, round {seen.round} of 4"

    def task(self, seen: AuctionObservation, player: Player) -> str:
        """Return what the player has to do now."""
        if seen.picking:
            return "Pick a plaque from the centre"
        if seen.options.bidding == "sealed":
            return "Seal your bid for the first pick"
        return "Add tokens to your bid, or pass" if seen.bids[player] else "Bid for the first pick, or pass"

    def seal(self, seen: AuctionObservation) -> str:
        """Return the label of the button."""
        return "Take this plaque" if seen.picking else "Seal my bid"

    def choice(self, action: AuctionAction, seen: AuctionObservation, names: Names) -> str:
        """Return an action in words."""
        match action:
            case Pick(plaque=plaque):
                return plaque_title(plaque)
            case Pass():
                return "Pass for the rest of the round"
            case Bid(tokens=tokens):
                return number_of(tokens, "token").capitalize()
            case Add(tokens=tokens):
                return f"Add {number_of(tokens, 'token')}{_new_bid(seen, tokens)}"

    def events(self, events: Sequence[AuctionEvent], names: Names) -> list[str]:
        """Return sentences for the events of a step; players who passed for the same reason share one."""
        lines: list[str] = []
        for why, group in groupby(events, key=lambda event: event.why if isinstance(event, Passed) else None):
            if why:
                lines.append(_passed([event.player for event in group if isinstance(event, Passed)], why, names))
            else:
                lines += [line for event in group for line in self._event(event, names)]
        return [sentence(line) for line in lines]

    def marks(self, events: Sequence[AuctionEvent]) -> list[Mark]:
        """Return a mark for each hand that ended."""
        return [
            Mark(event.hand, event.winners[0], f"+{event.pot}")
            if len(event.winners) == 1
            else Mark(event.hand, None, "shared")
            for event in events
            if isinstance(event, PotWon)
        ]

    def result(self, seen: AuctionObservation) -> str:
        """Return the tokens, most first."""
        best, *others = sorted(seen.stocks, reverse=True)
        return f"{number_of(best, 'token')} to {and_list([str(tokens) for tokens in others])}"

    @singledispatchmethod
    def _event(self, event: object, names: Names) -> list[str]:
        raise TypeError(f"Plaque Auction has no words for {event!r}")

    @_event.register
    def _(self, event: Dealt, names: Names) -> list[str]:
        antes = f"everyone paid {number_of(event.ante, 'token')}, and the pot stood at {event.pot}"
        if len(event.seated) < len(event.hidden):
            antes = f"{people(event.seated, names)} each paid {number_of(event.ante, 'token')}, {event.pot} in all"
        return [f"{names.who(event.dealer)} dealt hand {event.hand}: {antes}", *dealt_words(event.hidden, names)]

    @_event.register
    def _(self, event: TurnedUp, names: Names) -> list[str]:
        plaques, first = the_plaques(event.plaques), names.who(event.first)
        return [f"round {event.round} of 4 turned up {plaques}, with {first} as first player"]

    @_event.register
    def _(self, event: Added, names: Names) -> list[str]:
        if event.tokens == event.bid:
            return [f"{names.who(event.player)} bid {number_of(event.bid, 'token')}"]
        return [f"{names.who(event.player)} added {number_of(event.tokens, 'token')} for a bid of {event.bid}"]

    @_event.register
    def _(self, event: BidsOpened, names: Names) -> list[str]:
        bids = zip(event.players, event.bids, strict=True)
        return [and_list([f"{names.who(seat)} bid {number_of(bid, 'token')}" for seat, bid in bids])]

    @_event.register
    def _(self, event: Picked, names: Names) -> list[str]:
        how = "got the last plaque," if event.left_over else "picked"
        return [f"{names.who(event.player)} {how} {the_plaque(event.plaque)}"]

    @_event.register
    def _(self, event: BidsPaid, names: Names) -> list[str]:
        return [f"the bids put {number_of(event.tokens, 'token')} into the pot, which then held {event.pot}"]

    @_event.register
    def _(self, event: TableauxShown, names: Names) -> list[str]:
        shown = enumerate(event.tableaux)
        return [
            f"{names.who(seat)} showed {the_plaques(tableau)}: {hand_words(tableau)}"
            for seat, tableau in shown
            if tableau
        ]

    @_event.register
    def _(self, event: PotWon, names: Names) -> list[str]:
        if len(event.winners) == 1:
            return [f"{names.who(event.winners[0])} won the pot of {number_of(event.pot, 'token')}"]
        shares = zip(event.winners, event.shares, strict=True)
        taken = and_list([f"{names.who(seat)} took {share}" for seat, share in shares])
        return [f"equal tableaux shared the pot of {number_of(event.pot, 'token')}: {taken}"]

    @_event.register
    def _(self, event: WentOut, names: Names) -> list[str]:
        held = number_of(event.tokens, "token")
        return [f"{names.who(event.player)} could not pay the next ante and went out with {held}"]

    @_event.register
    def _(self, event: MatchEnded, names: Names) -> list[str]:
        held = [f"{names.who(seat)} {tokens}" for seat, tokens in enumerate(event.tokens)]
        return [f"the match ended with these tokens: {', '.join(held)}"]


def _new_bid(seen: AuctionObservation, tokens: int) -> str:
    mine = seen.bids[seen.bidding[0]] if seen.bidding else 0
    return f", for a bid of {mine + tokens}" if mine else ""


def _passed(players: Sequence[Player], why: str, names: Names) -> str:
    reasons = {
        "chose": "passed",
        "no_tokens": "had no tokens left to add",
        "picks_first": "got the first pick, and the bidding ended",
    }
    return f"{people(players, names)} {reasons[why]}"
