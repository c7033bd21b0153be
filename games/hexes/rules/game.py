"""Hex Auction as the site and the bots use it."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from engine import Chance, Game, IllegalAction, NotAsked, Player, Step, as_rulings, shuffled
from engine.language import mark, say
from games.hexes.bot import steady
from games.hexes.rules.actions import (
    TAKES,
    Bid,
    Finish,
    HexAction,
    Place,
    Take,
    bids_up_to,
    place_of_fields,
)
from games.hexes.rules.bidding import check_bid, reveal_bids, with_tokens
from games.hexes.rules.board import Laid
from games.hexes.rules.conditionals import HexConditionals
from games.hexes.rules.events import FirstHexLaid, HexEvent, TieBreakerDealt
from games.hexes.rules.laying import check_finish, check_place, finish, place, ways_to_lay
from games.hexes.rules.notation import HexNotation
from games.hexes.rules.options import HexOptions
from games.hexes.rules.rulings import RULINGS
from games.hexes.rules.scenes import HexScenes
from games.hexes.rules.state import HexState
from games.hexes.rules.taking import check_take, take
from games.hexes.rules.tiles import HEXES
from games.hexes.rules.turn import begin_turn, final_places
from games.hexes.rules.view import HexObservation, imagine, observe
from games.hexes.rules.wording import HexWording

TOKENS_IN_POT = 1


class HexAuction(Game[HexState, HexAction, HexOptions, HexObservation]):
    """Hex Auction: bid for first choice of hexes, then lay runs in which colours meet."""

    slug = "hexes"
    title = "Hex Auction"
    blurb = mark(
        "Bid tokens for first choice of the hexes drawn; the player who chose last lays first. "
        "Lay yours in runs so that edges of the same colour meet."
    )
    round_words = mark("turn {number}", context="hexes")
    length = mark("about 10 turns; in each a bid, a choice and a run")
    authors = "David R. MacIver, 2013"
    licence = mark("the source names none, so all rights are its author's")
    players = range(2, 7)
    rules_version = 1
    rulings = as_rulings(RULINGS)
    Options = HexOptions
    State = HexState
    Observation = HexObservation
    Action = HexAction
    Event = HexEvent
    wording = HexWording()
    conditionals = HexConditionals()
    notation = HexNotation()
    scenes = HexScenes()
    form_fields = frozenset({"action", "hex", "cell", "rotation"})
    bots = MappingProxyType({"steady": steady})

    def initial_state(self, players: int, options: HexOptions, chance: Chance) -> Step[HexState]:
        """Shuffle the bag, lay its first hex, give the tie-breaker to a random seat and begin the first turn."""
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
        """Return all players with tokens to bid, or the player who takes or lays next."""
        if state.phase == "bid":
            return with_tokens(state.tokens)  # H5
        return state.to_move[:1]

    def legal_actions(self, state: HexState, player: Player) -> Sequence[HexAction]:
        """Return bids from 0; hexes as drawn; *finish*, then placements by hex, cell in reading order, and rotation."""
        if player not in self.current_players(state):
            return ()
        if state.phase == "bid":
            return bids_up_to(state.tokens[player])
        if state.phase == "take":
            return tuple([TAKES[tile] for tile in state.drawn])
        return ways_to_lay(state, player)

    def check(self, state: HexState, player: Player, action: HexAction) -> None:
        """Raise `IllegalAction` with the reason if the player may not take this action; see `Game.check`."""
        if player not in self.current_players(state):
            raise NotAsked
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
                raise IllegalAction("other_answer_asked", say(_ASKED[state.phase]))

    def apply(self, state: HexState, joint: Mapping[Player, HexAction], chance: Chance) -> Step[HexState]:
        """Reveal the bids, or carry out one player's action. Chance is not used: the bag is shuffled already."""
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
        """Return a bid of 0, the first hex drawn, or *finish* (the first placement while that is not allowed).

        In every phase this is the first of the legal actions.
        """
        return self.legal_actions(state, player)[0]

    def observation(self, state: HexState, viewer: Player | None) -> HexObservation:
        """Return everything but the order of the bag (H9)."""
        return observe(state, viewer)

    def places(self, state: HexState) -> tuple[int, ...] | None:
        """Rank by points, tokens and the tie-breaker (H8)."""
        return final_places(state) if state.phase == "over" else None

    def tally(self, state: HexState) -> Sequence[float]:
        """Return points plus half a point for each token, about its worth in a later bid."""
        return [points + tokens / 2 for points, tokens in zip(state.points, state.tokens, strict=True)]

    def imagine(self, seen: HexObservation, player: Player, chance: Chance) -> HexState:
        """Draw an order for the hexes that must be in the bag."""
        return imagine(seen, chance)

    def reshuffle(self, state: HexState, chance: Chance) -> HexState:
        """Shuffle the bag."""
        return msgspec.structs.replace(state, bag=shuffled(chance, state.bag))

    def read_form(self, fields: Mapping[str, Sequence[str]]) -> Any:
        """Read a placement from the fields `hex`, `cell` and `rotation`, or an `action` in JSON."""
        return super().read_form(fields) if "action" in fields else place_of_fields(fields)


_ASKED = {
    "bid": mark("A bid is asked for now. Choose how many tokens to bid."),
    "take": mark("A choice of hex is asked for now. Take one of the hexes shown."),
    "lay": mark("A run is being laid now. Lay a hex of your hand, or finish."),
}
