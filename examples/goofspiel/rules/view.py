"""What a viewer may know of a match of Goofspiel."""

from engine import Observation, Player

from .options import GoofspielOptions
from .state import GoofspielState

Cards = tuple[int, ...]


class GoofspielObservation(Observation, frozen=True):
    """A match as one seat or a spectator sees it."""

    viewer: Player | None
    """The seat whose view this is; None for a spectator."""
    options: GoofspielOptions
    prize: int
    """The prize card that lies open; 0 when the match is over."""
    stake: int
    """Points to be won now: the prize and what ties have left."""
    left: Cards
    """Prize cards that have not been turned yet."""
    scores: tuple[int, ...]
    hand: Cards
    """The viewer's own cards; () for a spectator."""
    hands: tuple[Cards | None, ...]
    """Everyone's cards, as far as the viewer can count them."""
    prizes: Cards
    """Prize cards of past rounds."""
    bids: tuple[tuple[int, ...], ...]
    """Bids of past rounds; -1 stands for a hidden one."""
    highest: tuple[tuple[Player, ...], ...]
    """Who bid highest in past rounds."""

    @property
    def round(self) -> int:
        """The round that is being played, from 1."""
        return len(self.bids) + bool(self.prize)


def observe(state: GoofspielState, viewer: Player | None) -> GoofspielObservation:
    """Show a state to a viewer; None is a spectator. Of hidden bids each sees their own (G4)."""
    shown = [not state.options.hidden_bids or seat == viewer for seat in range(len(state.hands))]
    return GoofspielObservation(
        viewer=viewer,
        options=state.options,
        prize=state.prize,
        stake=state.prize + state.carried,
        left=state.left,
        scores=state.scores,
        hand=() if viewer is None else state.hands[viewer],
        hands=tuple([hand if seen else None for hand, seen in zip(state.hands, shown, strict=True)]),
        prizes=state.prizes,
        bids=tuple([_shown(bids, shown) for bids in state.bids]),
        highest=state.highest,
    )


def _shown(bids: Cards, shown: list[bool]) -> Cards:
    return tuple([bid if seen else -1 for bid, seen in zip(bids, shown, strict=True)])
