"""What opened in a round of *Bid!*, as pieces."""

from collections.abc import Sequence

from engine import Player
from engine.language import say
from engine.piecepack import SUITS
from engine.scenes import Opened, Scene, Scenes, Transfer, coins, points, without_empty
from games.bid.rules.events import (
    AuctionTied,
    AuctionWon,
    BidEvent,
    BidsRevealed,
    BonusScored,
    CoinsPaid,
    CoinsRevealed,
    DiceRerolled,
    DieRerolled,
    HandsShown,
    TilesExchanged,
)
from games.bid.rules.ranking import STRENGTH


class BidScenes(Scenes):
    """The scenes of *Bid!*: dice rolled again, bids, and coins that break a tie."""

    def of(self, events: Sequence[BidEvent], answered: Sequence[int], marks: Sequence[object]) -> tuple[Scene, ...]:
        """Return the scenes of one step."""
        best = tuple(event.player for event in events if isinstance(event, AuctionWon))
        transfers = tuple(transfer for event in events for transfer in _transfers(event))
        for event in events:
            match event:
                case BidsRevealed(bids=bids):
                    order = sorted(range(len(bids)), key=lambda seat: -STRENGTH[bids[seat]])
                    opened = tuple(Opened(seat, tuple(f"t{tile}" for tile in bids[seat])) for seat in order)
                    return without_empty(Scene(say("Bids", context="scene"), opened, best, transfers))
                case CoinsRevealed(coins=paid):
                    order = sorted(
                        (seat for seat, number in enumerate(paid) if number >= 0), key=lambda seat: -paid[seat]
                    )
                    opened = tuple(Opened(seat, (coins(paid[seat]),)) for seat in order)
                    return without_empty(Scene(say("Coins for the tie", context="scene"), opened, best, transfers))
                case DiceRerolled(player=player, dice=dice):
                    again = Scene(
                        say("Dice again", context="scene"), (Opened(player, (f"p{SUITS[player]}",)),), table=_dice(dice)
                    )
                    return without_empty(again._replace(transfers=transfers))
                case DieRerolled(player=player, before=before, after=after):
                    again = Scene(
                        say("A die again", context="scene"),
                        (Opened(player, (coins(1),)),),
                        table=_dice((before, after)),
                    )
                    return without_empty(again._replace(transfers=transfers))
        hands = tuple(
            Opened(seat, tuple(f"t{tile}" for tile in hand))
            for event in events
            if isinstance(event, HandsShown)
            for seat, hand in enumerate(event.hands)
        )
        scorers = tuple(player for event in events if isinstance(event, BonusScored) for player in event.players)
        return without_empty(Scene(say("Ace of Arms", context="scene"), hands, scorers, transfers))


def _dice(faces: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"d{face}" for face in faces)


def _transfers(event: BidEvent) -> list[Transfer]:
    """Return the points, coins and tiles that an event gives or takes."""
    match event:
        case AuctionWon(player=player, points=won, coins=number):
            return [Transfer(points(won), player), *_paid((player,), number)]
        case AuctionTied(players=players, lost=lost) if lost:
            return [Transfer(points(-lost), None, player) for player in players]
        case CoinsPaid(players=players, coins=number):
            return _paid(players, number)
        case BonusScored(players=players, points=won):
            return [Transfer(points(won), player) for player in players]
        case TilesExchanged(gifts=gifts):
            return [Transfer(f"t{tile}", taker, giver) for giver, taker, tiles in gifts for tile in tiles]
        case _:
            return []


def _paid(players: tuple[Player, ...], number: int) -> list[Transfer]:
    return [Transfer(coins(number), player) for player in players if number]
