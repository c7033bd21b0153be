"""Imagining what hidden bids may have been: a state that a player cannot tell from the real one, all equally likely."""

from engine import Chance, Player

from .bidding import Cards
from .hidden import HiddenBids
from .state import GoofspielState
from .view import GoofspielObservation


def imagine(seen: GoofspielObservation, player: Player, chance: Chance) -> GoofspielState:
    """Draw a state from all that `player`, who sees `seen`, cannot tell from the real one."""
    bids = HiddenBids(seen, player).draw(chance) if seen.options.hidden_bids else seen.bids
    return GoofspielState(
        options=seen.options,
        prize=seen.prize,
        carried=seen.stake - seen.prize,
        left=seen.left,
        scores=seen.scores,
        hands=tuple([_hand(seen.options.cards, bids, seat) for seat in range(len(seen.scores))]),
        prizes=seen.prizes,
        bids=bids,
        highest=seen.highest,
    )


def _hand(cards: int, bids: tuple[Cards, ...], seat: Player) -> Cards:
    played = {row[seat] for row in bids}
    return tuple([card for card in range(1, cards + 1) if card not in played])
