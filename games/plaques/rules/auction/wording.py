"""The texts of Plaque Auction."""

from collections.abc import Sequence
from functools import singledispatchmethod
from itertools import groupby

from engine import Mark, Names, Player
from engine.language import mark, plural, say
from engine.words import and_list, people, sentence, tokens_words, upper_first
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
from games.plaques.rules.pieces import plaque_title, the_plaque
from games.plaques.rules.words import add_words, dealt_words, showed_words, the_plaques


class AuctionWording:
    """The texts of a match of Plaque Auction."""

    def stage(self, seen: AuctionObservation) -> str:
        """Return the hand and the round."""
        if seen.over:
            return plural(seen.hand, "{count} hand played", "{count} hands played")
        return say("hand {hand} of {hands}, round {round} of 4", hand=seen.hand, hands=seen.hands, round=seen.round)

    def task(self, seen: AuctionObservation, player: Player) -> str:
        """Return what the player has to do now."""
        if seen.picking:
            return say("Pick a plaque from the centre")
        if seen.options.bidding == "sealed":
            return say("Seal your bid for the first pick")
        if seen.bids[player]:
            return say("Add tokens to your bid, or pass")
        return say("Bid for the first pick, or pass")

    def seal(self, seen: AuctionObservation) -> str:
        """Return the label of the button."""
        return say("Take this plaque") if seen.picking else say("Seal my bid")

    def choice(self, action: AuctionAction, seen: AuctionObservation, names: Names) -> str:
        """Return an action in words."""
        match action:
            case Pick(plaque=plaque):
                return plaque_title(plaque)
            case Pass():
                return say("Pass for the rest of the round")
            case Bid(tokens=tokens):
                return upper_first(tokens_words(tokens))
            case Add(tokens=tokens):
                return _added(seen, tokens)

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
            else Mark(event.hand, None, say("shared", context="mark"))
            for event in events
            if isinstance(event, PotWon)
        ]

    def result(self, seen: AuctionObservation) -> str:
        """Return the tokens, most first."""
        best, *others = sorted(seen.stocks, reverse=True)
        rest = and_list([str(tokens) for tokens in others])
        return say("{tokens} to {others}", tokens=tokens_words(best), others=rest)

    @singledispatchmethod
    def _event(self, event: object, names: Names) -> list[str]:
        raise TypeError(f"Plaque Auction has no words for {event!r}")

    @_event.register
    def _(self, event: Dealt, names: Names) -> list[str]:
        dealt = say(
            "{who} dealt hand {hand}: {antes}", who=names.who(event.dealer), hand=event.hand, antes=_antes(event, names)
        )
        return [dealt, *dealt_words(event.hidden, names)]

    @_event.register
    def _(self, event: TurnedUp, names: Names) -> list[str]:
        turned = say(
            "round {round} of 4 turned up {plaques}, with {who} as first player",
            round=event.round,
            plaques=the_plaques(event.plaques),
            who=names.who(event.first),
        )
        return [turned]

    @_event.register
    def _(self, event: Added, names: Names) -> list[str]:
        who, tokens = names.who(event.player), tokens_words(event.tokens)
        if event.tokens == event.bid:
            return [say("{who} bid {tokens}", who=who, tokens=tokens)]
        return [say("{who} added {tokens} for a bid of {bid}", who=who, tokens=tokens, bid=event.bid)]

    @_event.register
    def _(self, event: BidsOpened, names: Names) -> list[str]:
        bids = zip(event.players, event.bids, strict=True)
        return [
            and_list([say("{who} bid {tokens}", who=names.who(seat), tokens=tokens_words(bid)) for seat, bid in bids])
        ]

    @_event.register
    def _(self, event: Picked, names: Names) -> list[str]:
        who, plaque = names.who(event.player), the_plaque(event.plaque)
        if event.left_over:
            return [say("{who} got the last plaque, {plaque}", who=who, plaque=plaque)]
        return [say("{who} picked {plaque}", who=who, plaque=plaque)]

    @_event.register
    def _(self, event: BidsPaid, names: Names) -> list[str]:
        tokens = tokens_words(event.tokens)
        return [say("the bids put {tokens} into the pot, which then held {pot}", tokens=tokens, pot=event.pot)]

    @_event.register
    def _(self, event: TableauxShown, names: Names) -> list[str]:
        return showed_words(event.tableaux, names)

    @_event.register
    def _(self, event: PotWon, names: Names) -> list[str]:
        tokens = tokens_words(event.pot)
        if len(event.winners) == 1:
            return [say("{who} won the pot of {tokens}", who=names.who(event.winners[0]), tokens=tokens)]
        shares = zip(event.winners, event.shares, strict=True)
        taken = and_list([say("{who} took {share}", who=names.who(seat), share=share) for seat, share in shares])
        return [say("equal tableaux shared the pot of {tokens}: {taken}", tokens=tokens, taken=taken)]

    @_event.register
    def _(self, event: WentOut, names: Names) -> list[str]:
        who, held = names.who(event.player), tokens_words(event.tokens)
        return [say("{who} could not pay the next ante and went out with {tokens}", who=who, tokens=held)]

    @_event.register
    def _(self, event: MatchEnded, names: Names) -> list[str]:
        held = ", ".join(f"{names.who(seat)} {tokens}" for seat, tokens in enumerate(event.tokens))
        return [say("the match ended with these tokens: {tokens}", tokens=held)]


def _added(seen: AuctionObservation, tokens: int) -> str:
    mine = seen.bids[seen.bidding[0]] if seen.bidding else 0
    if not mine:
        return add_words(tokens)
    return plural(
        tokens, "Add {count} token, for a bid of {bid}", "Add {count} tokens, for a bid of {bid}", bid=mine + tokens
    )


def _antes(event: Dealt, names: Names) -> str:
    ante = tokens_words(event.ante)
    if len(event.seated) == len(event.hidden):
        return say("everyone paid {tokens}, and the pot stood at {pot}", tokens=ante, pot=event.pot)
    paying = people([names.who(seat) for seat in event.seated])
    return say("{people} each paid {tokens}, {pot} in all", people=paying, tokens=ante, pot=event.pot)


_PASSED = {
    "chose": mark("{people} passed"),
    "no_tokens": mark("{people} had no tokens left to add"),
    "picks_first": mark("{people} got the first pick, and the bidding ended"),
}


def _passed(players: Sequence[Player], why: str, names: Names) -> str:
    return say(_PASSED[why], people=people([names.who(player) for player in players]))
