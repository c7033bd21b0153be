"""The texts of *Bid!*."""

from collections.abc import Sequence
from functools import singledispatchmethod

from engine import Mark, Names, Player
from engine.piecepack import SUIT_NAMES, die_words, hand_words, tiles_words
from engine.words import and_list, counted, sentence
from games.bid.rules.actions import Bid, BidAction, BidCoins, LetStand, Reroll, RerollDie
from games.bid.rules.events import (
    AuctionTied,
    AuctionWon,
    BankShort,
    BidEvent,
    BidsRevealed,
    BonusScored,
    CoinsPaid,
    CoinsRevealed,
    DiceRerolled,
    DiceRolled,
    DiceStood,
    DieRerolled,
    HandsShown,
    MatchEnded,
    TilesExchanged,
)
from games.bid.rules.view import BidObservation, prize_words


class BidWording:
    """The texts of a match of *Bid!*."""

    def stage(self, seen: BidObservation) -> str:
        """Return the round and the target."""
        return f"round {seen.round}, first to {seen.target}"

    def task(self, seen: BidObservation, player: Player) -> str:
        """Return what the player has to do now."""
        if seen.phase == "reroll":
            price = "a coin" if seen.options.reroll == "coins" else "your pawn"
            return f"Let the dice stand, or give {price} to roll again"
        if seen.phase == "tie_break":
            return "Bid coins to break the tie"
        return "Seal two tiles as your bid" if seen.double else "Seal one tile as your bid"

    def seal(self, seen: BidObservation) -> str:
        """Return the label of the button."""
        return {"reroll": "Seal my answer", "tie_break": "Seal my coins"}.get(seen.phase, "Seal my bid")

    def choice(self, action: BidAction, seen: BidObservation, names: Names) -> str:
        """Return an action in words."""
        match action:
            case LetStand():
                return "Let the dice stand"
            case Reroll():
                return "Give up my pawn to roll all four dice again"
            case RerollDie(die=suit):
                return f"Give a coin to roll the die of {SUIT_NAMES[suit]} again"
            case BidCoins(coins=coins):
                return counted(coins, "coin")
            case Bid(tiles=tiles):
                return tiles_words(tiles)

    def events(self, events: Sequence[BidEvent], names: Names) -> list[str]:
        """Return a sentence for each event of a step."""
        return [sentence(words) for event in events if (words := self._event(event, names))]

    def marks(self, events: Sequence[BidEvent]) -> list[Mark]:
        """Return a mark for each auction that ended."""
        marks = []
        for event in events:
            if isinstance(event, AuctionWon):
                marks.append(Mark(event.round, event.player, f"+{event.points}"))
            elif isinstance(event, AuctionTied):
                marks.append(Mark(event.round, None, f"−{event.lost}" if event.lost else "tied"))
        return marks

    def result(self, seen: BidObservation) -> str:
        """Return the scores, best first."""
        best, *others = sorted(seen.scores, reverse=True)
        return f"{counted(best, 'point')} to {and_list([str(score) for score in others])}"

    @singledispatchmethod
    def _event(self, event: object, names: Names) -> str:
        raise TypeError(f"Bid! has no words for {event!r}")

    @_event.register
    def _(self, event: DiceRolled, names: Names) -> str:
        faces = and_list([die_words(face) for face in event.dice])
        return f"{names.who(event.roller)} rolled {faces}: {prize_words(event.dice)}"

    @_event.register
    def _(self, event: DiceRerolled, names: Names) -> str:
        faces = and_list([die_words(face) for face in event.dice])
        return f"{names.who(event.player)} gave up a pawn and rolled again: {faces}, {prize_words(event.dice)}"

    @_event.register
    def _(self, event: DieRerolled, names: Names) -> str:
        return (
            f"{names.who(event.player)} gave a coin to roll {die_words(event.before)} again: {die_words(event.after)}"
        )

    @_event.register
    def _(self, event: DiceStood, names: Names) -> str:
        return "everyone let the dice stand"

    @_event.register
    def _(self, event: HandsShown, names: Names) -> str:
        hands = [f"{names.who(seat)} held {hand_words(hand)}" for seat, hand in enumerate(event.hands)]
        return f"the Ace of Arms showed all hands: {'; '.join(hands)}"

    @_event.register
    def _(self, event: BonusScored, names: Names) -> str:
        who = and_list([names.who(player) for player in event.players])
        return f"{who} scored {counted(event.points, 'point')} for tiles of 16 or more"

    @_event.register
    def _(self, event: BidsRevealed, names: Names) -> str:
        return and_list([f"{names.who(seat)} bid {tiles_words(bid)}" for seat, bid in enumerate(event.bids)])

    @_event.register
    def _(self, event: CoinsRevealed, names: Names) -> str:
        shown = [(seat, coins) for seat, coins in enumerate(event.coins) if coins >= 0]
        return "to break the tie, " + and_list([f"{names.who(seat)} bid {counted(n, 'coin')}" for seat, n in shown])

    @_event.register
    def _(self, event: AuctionWon, names: Names) -> str:
        coins = f" and {counted(event.coins, 'coin')}" if event.coins else ""
        return f"{names.who(event.player)} won {counted(event.points, 'point')}{coins}"

    @_event.register
    def _(self, event: AuctionTied, names: Names) -> str:
        who = and_list([names.who(player) for player in event.players])
        fate = f"each lost {counted(event.lost, 'point')}" if event.lost else "nobody won"
        return f"{who} tied for highest, and {fate}"

    @_event.register
    def _(self, event: CoinsPaid, names: Names) -> str:
        who = and_list([names.who(player) for player in event.players])
        return f"the Ace of Moons gave {counted(event.coins, 'coin')} each to {who}"

    @_event.register
    def _(self, event: BankShort, names: Names) -> str:
        return "the bank could not pay everyone under the Ace of Moons, so it paid nobody"

    @_event.register
    def _(self, event: TilesExchanged, names: Names) -> str:
        gifts = [
            f"{tiles_words(tiles)} from {names.who(giver)} to {names.who(taker)}" for giver, taker, tiles in event.gifts
        ]
        return f"tiles passed on: {'; '.join(gifts)}"

    @_event.register
    def _(self, event: MatchEnded, names: Names) -> str:
        scores = [f"{names.who(seat)} {score}" for seat, score in enumerate(event.scores)]
        return f"the match ended: {', '.join(scores)}"
