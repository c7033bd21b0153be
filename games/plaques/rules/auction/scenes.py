"""What opened in a round of Plaque Auction, as pieces."""

from collections.abc import Sequence

from engine.language import say
from engine.scenes import Opened, Scene, Scenes, Transfer, coins, without_empty, words
from games.plaques.rules.auction.events import (
    Added,
    AuctionEvent,
    BidsOpened,
    Passed,
    Picked,
    PotWon,
    TableauxShown,
)
from games.plaques.rules.showing import hands_shown


class AuctionScenes(Scenes):
    """The scenes of Plaque Auction: bids, plaques picked, showdowns."""

    def of(self, events: Sequence[AuctionEvent], answered: Sequence[int], marks: Sequence[object]) -> tuple[Scene, ...]:
        """Return the scenes of one step."""
        bids, picks, showdown = (
            Scene(say("Bids", context="scene")),
            Scene(say("Plaques picked", context="scene")),
            Scene(say("Showdown", context="scene")),
        )
        for event in events:
            match event:
                case Added(player=player, bid=bid):
                    bids = bids._replace(opened=(*bids.opened, Opened(player, (coins(bid),))))
                case Passed(player=player, why="chose"):
                    bids = bids._replace(opened=(*bids.opened, Opened(player, (words(say("pass", context="scene")),))))
                case BidsOpened(players=players, bids=numbers):
                    order = sorted(zip(players, numbers, strict=True), key=lambda pair: -pair[1])
                    bids = bids._replace(opened=tuple(Opened(player, (coins(bid),)) for player, bid in order))
                    bids = bids._replace(best=tuple(player for player, bid in order if bid == max(numbers)))
                case Picked(player=player, plaque=plaque):
                    picks = picks._replace(
                        opened=(*picks.opened, Opened(player, (f"k{plaque}",))),
                        transfers=(*picks.transfers, Transfer(f"k{plaque}", player, player)),
                    )
                case TableauxShown(tableaux=tableaux):
                    showdown = showdown._replace(opened=hands_shown(tableaux))
                case PotWon(winners=winners, shares=shares):
                    won = tuple(Transfer(coins(share), winner) for winner, share in zip(winners, shares, strict=True))
                    showdown = showdown._replace(best=winners, transfers=won)
        return without_empty(bids, picks, showdown)
