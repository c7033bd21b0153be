"""Hex Auction as a game of the box."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from games.rules.core import Chance, Game, IllegalAction, Player, Step, settled, shuffled
from games.rules.hexes.actions import (
    TAKES,
    Bid,
    Finish,
    HexAction,
    Place,
    Take,
    bids_up_to,
    place_of_fields,
)
from games.rules.hexes.bidding import check_bid, reveal_bids
from games.rules.hexes.board import Laid
from games.rules.hexes.bot import steady
from games.rules.hexes.events import FirstHexLaid, HexEvent, TieBreakerDealt
from games.rules.hexes.laying import check_finish, check_place, finish, place, ways_to_lay
from games.rules.hexes.notation import HexNotation
from games.rules.hexes.options import HexOptions
from games.rules.hexes.plans import HexPlanning
from games.rules.hexes.points import POINTS
from games.rules.hexes.state import HexState
from games.rules.hexes.taking import check_take, take
from games.rules.hexes.tiles import HEXES
from games.rules.hexes.turn import begin_turn, final_places
from games.rules.hexes.view import HexObservation, imagine, observe
from games.rules.hexes.wording import HexWording

TOKENS_IN_POT = 1


class HexAuction(Game[HexState, HexAction, HexOptions, HexObservation]):
    """Hex Auction: bid for first choice of hexes, then lay runs in which colours meet."""

    slug = "hexes"
    title = "Hex Auction"
    blurb = (
        "Bid tokens for first choice of the hexes drawn; who chose last lays first. "
        "Lay yours in runs so that edges of the same colour meet."
    )
    length = "about 10 turns; in each a bid, a choice and a run"
    authors = "David R. MacIver, 2013"
    licence = "the source names none, so all rights are its author's"
    players = range(2, 7)
    rules_version = 1
    points = settled(POINTS)
    Options = HexOptions
    State = HexState
    Observation = HexObservation
    Action = HexAction
    Event = HexEvent
    wording = HexWording()
    planning = HexPlanning()
    notation = HexNotation()
    form_fields = frozenset({"action", "hex", "cell", "rotation"})
    bots = MappingProxyType({"steady": steady})

    def initial_state(self, players: int, options: HexOptions, chance: Chance) -> Step[HexState]:
        """Shuffle the bag, lay its first hex, give the tie-breaker to a random seat, begin the first turn."""
        self.check_options(players, options)
        first, *bag = shuffled(chance, HEXES)  # H11
        holder = chance.below(players)  # H8
        state = HexState(
            options=options,
            turn=0,
            phase="bid",
            bag=tuple(bag),
            board=(Laid(first, 0, 0, 0),),  # H2
            drawn=(),
            hands=((),) * players,
            tokens=(options.tokens,) * players,
            pot=TOKENS_IN_POT,
            points=(0,) * players,
            tie_breaker=holder,
        )
        begun = begin_turn(state)
        return Step(begun.state, (FirstHexLaid(first), TieBreakerDealt(holder), *begun.events))

    def current_players(self, state: HexState) -> tuple[Player, ...]:
        """All who have tokens to bid; then one after another to take and to lay."""
        if state.phase == "bid":
            return tuple([player for player, held in enumerate(state.tokens) if held])  # H5
        return state.to_move[:1]

    def legal_actions(self, state: HexState, player: Player) -> Sequence[HexAction]:
        """Bids from 0; hexes as drawn; *finish*, then placements by hex, by cell in reading order, by rotation."""
        if player not in self.current_players(state):
            return ()
        if state.phase == "bid":
            return bids_up_to(state.tokens[player])
        if state.phase == "take":
            return tuple([TAKES[tile] for tile in state.drawn])
        return ways_to_lay(state, player)

    def check(self, state: HexState, player: Player, action: HexAction) -> None:
        """Name what is wrong with an answer; see `Game.check`."""
        if player not in self.current_players(state):
            raise IllegalAction("not_asked", "You are not asked for an answer now.")
        match state.phase, action:
            case "bid", Bid(tokens=tokens):
                check_bid(state, player, tokens)
            case "take", Take(hex=tile):
                check_take(state, tile)
            case "lay", Place():
                check_place(state, player, action)
            case "lay", Finish():
                check_finish(state, player)
            case _:
                raise IllegalAction("other_answer_asked", _ASKED[state.phase])

    def apply(self, state: HexState, joint: Mapping[Player, HexAction], chance: Chance) -> Step[HexState]:
        """Reveal the bids, or let one player take, lay or finish. No chance is drawn: the bag was shuffled."""
        self.check_joint(state, joint)
        if state.phase == "bid":
            return reveal_bids(state, joint)
        ((player, action),) = joint.items()
        match action:
            case Take(hex=tile):
                return take(state, player, tile)
            case Place():
                return place(state, player, action)
            case _:
                return finish(state, player)

    def default_action(self, state: HexState, player: Player) -> HexAction:
        """Bid 0; the first hex shown; finish, or the first placement while that is not allowed.

        In every phase that is the first of the legal actions.
        """
        return self.legal_actions(state, player)[0]

    def observation(self, state: HexState, viewer: Player | None) -> HexObservation:
        """Show all but the order of the bag (H9)."""
        return observe(state, viewer)

    def places(self, state: HexState) -> tuple[int, ...] | None:
        """By points, tokens and the tie-breaker (H8)."""
        return final_places(state) if state.phase == "over" else None

    def tally(self, state: HexState) -> Sequence[float]:
        """Points, and a little for tokens: a token more is about half a point in a later bid."""
        return [points + tokens / 2 for points, tokens in zip(state.points, state.tokens, strict=True)]

    def imagine(self, seen: HexObservation, player: Player, chance: Chance) -> HexState:
        """Shuffle what must be in the bag."""
        return imagine(seen, chance)

    def reshuffled(self, state: HexState, chance: Chance) -> HexState:
        """Shuffle the bag."""
        return msgspec.structs.replace(state, bag=shuffled(chance, state.bag))

    def read_form(self, fields: Mapping[str, Sequence[str]]) -> Any:
        """Read a placement composed of the fields `hex`, `cell` and `rotation`, or an `action` in JSON."""
        return super().read_form(fields) if "action" in fields else place_of_fields(fields)


_ASKED = {
    "bid": "A bid is asked for now. Choose how many tokens to bid.",
    "take": "A choice of hex is asked for now. Take one of the hexes shown.",
    "lay": "A run is being laid now. Lay a hex of your hand, or finish.",
}
