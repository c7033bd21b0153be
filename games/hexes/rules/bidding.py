"""The sealed bids and the resulting order of play."""

from collections.abc import Mapping
from functools import lru_cache

from msgspec.structs import replace

from engine import IllegalAction, Player, Step
from engine.language import plural, say
from games.hexes.rules.actions import Bid, HexAction
from games.hexes.rules.events import BidsRevealed
from games.hexes.rules.state import HexState, seats_from


@lru_cache(maxsize=4096)
def with_tokens(tokens: tuple[int, ...]) -> tuple[Player, ...]:
    """Return the players who hold tokens."""
    return tuple([player for player, held in enumerate(tokens) if held])


def order_of_play(bids: tuple[int, ...], tie_breaker: Player) -> tuple[Player, ...]:
    """Rank seats by bid, equal bids clockwise from the tie-breaker's holder."""
    return tuple(sorted(seats_from(tie_breaker, len(bids)), key=bids.__getitem__, reverse=True))


def reveal_bids(state: HexState, joint: Mapping[Player, HexAction]) -> Step[HexState]:
    """Reveal all bids; players without tokens were not asked and bid 0 (H5)."""
    bids = [0] * state.seats
    for player, action in joint.items():
        if isinstance(action, Bid):
            bids[player] = action.tokens
    shown = tuple(bids)
    order = order_of_play(shown, state.tie_breaker)
    revealed = replace(state, phase="take", bids=shown, order=order, to_move=order)
    return Step(revealed, (BidsRevealed(state.turn, shown, order),))


def check_bid(state: HexState, player: Player, tokens: int) -> None:
    """Raise `IllegalAction` if the player cannot pay the bid."""
    held = state.tokens[player]
    if tokens > held:
        raise IllegalAction(
            "too_many_tokens",
            plural(
                held,
                "You have {count} token. Choose {count} or fewer.",
                "You have {count} tokens. Choose {count} or fewer.",
            ),
        )
    if tokens < 0:
        raise IllegalAction("bid_below_zero", say("A bid is 0 or more. Choose from 0 to {held}.", held=held))
