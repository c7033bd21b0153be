"""The texts of *Bid!*."""

from collections.abc import Sequence
from functools import singledispatchmethod

from engine import Mark, Names, Player
from engine.language import mark, say
from engine.piecepack import die_words, hand_words, suit_words, tiles_words
from engine.words import and_list, clauses, coins_words, people, points_words, sentence
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

_SEALS = {"reroll": mark("Seal my answer"), "tie_break": mark("Seal my coins"), "bid": mark("Seal my bid")}


class BidWording:
    """The texts of a match of *Bid!*."""

    def stage(self, seen: BidObservation) -> str:
        """Return the round and the target."""
        return say("round {round}, first to {target}", round=seen.round, target=seen.target)

    def task(self, seen: BidObservation, player: Player) -> str:
        """Return what the player has to do now."""
        if seen.phase == "reroll" and seen.options.reroll == "coins":
            return say("Let the dice stand, or give a coin to roll again")
        if seen.phase == "reroll":
            return say("Let the dice stand, or give your pawn to roll again")
        if seen.phase == "tie_break":
            return say("Bid coins to break the tie")
        return say("Seal two tiles as your bid") if seen.double else say("Seal one tile as your bid")

    def seal(self, seen: BidObservation) -> str:
        """Return the label of the button."""
        return say(_SEALS.get(seen.phase, _SEALS["bid"]))

    def choice(self, action: BidAction, seen: BidObservation, names: Names) -> str:
        """Return an action in words."""
        match action:
            case LetStand():
                return say("Let the dice stand")
            case Reroll():
                return say("Give up my pawn to roll all four dice again")
            case RerollDie(die=suit):
                return say("Give a coin to roll the die of {suit} again", suit=suit_words(suit))
            case BidCoins(coins=coins):
                return coins_words(coins)
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
                marks.append(Mark(event.round, None, f"−{event.lost}" if event.lost else say("tied")))
        return marks

    def result(self, seen: BidObservation) -> str:
        """Return the scores, best first."""
        best, *others = sorted(seen.scores, reverse=True)
        return say("{points} to {others}", points=points_words(best), others=and_list([str(score) for score in others]))

    @singledispatchmethod
    def _event(self, event: object, names: Names) -> str:
        raise TypeError(f"Bid! has no words for {event!r}")

    @_event.register
    def _(self, event: DiceRolled, names: Names) -> str:
        return say(
            "{who} rolled {dice}: {prize}",
            who=names.who(event.roller),
            dice=_dice_words(event.dice),
            prize=prize_words(event.dice),
        )

    @_event.register
    def _(self, event: DiceRerolled, names: Names) -> str:
        return say(
            "{who} gave up a pawn and rolled again: {dice}, {prize}",
            who=names.who(event.player),
            dice=_dice_words(event.dice),
            prize=prize_words(event.dice),
        )

    @_event.register
    def _(self, event: DieRerolled, names: Names) -> str:
        return say(
            "{who} gave a coin to roll {before} again: {after}",
            who=names.who(event.player),
            before=die_words(event.before),
            after=die_words(event.after),
        )

    @_event.register
    def _(self, event: DiceStood, names: Names) -> str:
        return say("everyone let the dice stand")

    @_event.register
    def _(self, event: HandsShown, names: Names) -> str:
        hands = [
            say("{who} held {tiles}", who=names.who(seat), tiles=hand_words(hand))
            for seat, hand in enumerate(event.hands)
        ]
        return say("the Ace of Arms showed all hands: {hands}", hands=clauses(hands))

    @_event.register
    def _(self, event: BonusScored, names: Names) -> str:
        return say(
            "{people} scored {points} for tiles of 16 or more",
            people=_people(event.players, names),
            points=points_words(event.points),
        )

    @_event.register
    def _(self, event: BidsRevealed, names: Names) -> str:
        bids = enumerate(event.bids)
        return and_list([say("{who} bid {tiles}", who=names.who(seat), tiles=tiles_words(bid)) for seat, bid in bids])

    @_event.register
    def _(self, event: CoinsRevealed, names: Names) -> str:
        shown = [(seat, coins) for seat, coins in enumerate(event.coins) if coins >= 0]
        bids = [say("{who} bid {coins}", who=names.who(seat), coins=coins_words(coins)) for seat, coins in shown]
        return say("to break the tie, {bids}", bids=and_list(bids))

    @_event.register
    def _(self, event: AuctionWon, names: Names) -> str:
        who, points = names.who(event.player), points_words(event.points)
        if event.coins:
            return say("{who} won {points} and {coins}", who=who, points=points, coins=coins_words(event.coins))
        return say("{who} won {points}", who=who, points=points)

    @_event.register
    def _(self, event: AuctionTied, names: Names) -> str:
        tied = _people(event.players, names)
        if event.lost:
            return say(
                "{people} tied for highest, and each lost {points}", people=tied, points=points_words(event.lost)
            )
        return say("{people} tied for highest, and nobody won", people=tied)

    @_event.register
    def _(self, event: CoinsPaid, names: Names) -> str:
        paid = _people(event.players, names)
        return say("the Ace of Moons gave {coins} each to {people}", coins=coins_words(event.coins), people=paid)

    @_event.register
    def _(self, event: BankShort, names: Names) -> str:
        return say("the bank could not pay everyone under the Ace of Moons, so it paid nobody")

    @_event.register
    def _(self, event: TilesExchanged, names: Names) -> str:
        gifts = [
            say(
                "{tiles} from {who_gave} to {who_took}",
                tiles=tiles_words(tiles),
                who_gave=names.who(giver),
                who_took=names.who(taker),
            )
            for giver, taker, tiles in event.gifts
        ]
        return say("tiles passed on: {gifts}", gifts=clauses(gifts))

    @_event.register
    def _(self, event: MatchEnded, names: Names) -> str:
        scores = [f"{names.who(seat)} {score}" for seat, score in enumerate(event.scores)]
        return say("the match ended: {scores}", scores=", ".join(scores))


def _dice_words(dice: Sequence[str]) -> str:
    return and_list([die_words(face) for face in dice])


def _people(players: Sequence[Player], names: Names) -> str:
    return people([names.who(player) for player in players])
