"""The game Manipulation, as the site and the bots use it."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import cast

import msgspec

from games.rules import piecepack
from games.rules.core import Chance, Game, IllegalAction, Player, Step, settled, shuffled
from games.rules.manipulation.actions import Bid, Keep, ManipulationAction, Pass, Replace
from games.rules.manipulation.auction import decide, reveal
from games.rules.manipulation.bot import steady
from games.rules.manipulation.events import Began, Dealt, ManipulationEvent
from games.rules.manipulation.notation import ManipulationNotation
from games.rules.manipulation.options import ManipulationOptions
from games.rules.manipulation.outlook import nearness
from games.rules.manipulation.plans import ManipulationPlanning
from games.rules.manipulation.points import POINTS
from games.rules.manipulation.refusals import refusal
from games.rules.manipulation.state import FULL_STOCK, NULL, Code, Hand, ManipulationState, Stock, awaited
from games.rules.manipulation.turn import take_turn, turn_actions
from games.rules.manipulation.view import ManipulationObservation, imagine, observe
from games.rules.manipulation.wording import ManipulationWording

HAND_SIZE = 3
DECISIONS: tuple[ManipulationAction, ...] = (Replace(), Keep())


@lru_cache
def bids(stock: Stock) -> tuple[ManipulationAction, ...]:
    """Return a bid of each coin in a stock."""
    return tuple(Bid(coin) for coin in stock)


class Manipulation(Game[ManipulationState, ManipulationAction, ManipulationOptions, ManipulationObservation]):
    """Adam Norberg's game of a common code that everyone bends toward a secret goal."""

    slug = "manipulation"
    title = "Manipulation"
    blurb = (
        "Four tiles in the middle form a code, and each player has a secret code of their own that it should become. "
        "Push tiles into it, auction others with sealed coins, and give nothing away."
    )
    length = "about 60 turns, with a sealed auction in some of them"
    authors = "Adam B. Norberg"
    licence = "author's own terms: free to copy, share and change, not to be charged for, his notice kept"
    players = range(2, 5)
    rules_version = 1
    points = settled(POINTS)
    Options = ManipulationOptions
    State = ManipulationState
    Observation = ManipulationObservation
    Action = ManipulationAction
    Event = ManipulationEvent
    wording = ManipulationWording()
    planning = ManipulationPlanning()
    notation = ManipulationNotation()
    bots = MappingProxyType({"steady": steady})

    def initial_state(self, players: int, options: ManipulationOptions, chance: Chance) -> Step[ManipulationState]:
        """Deal goals, the first code and hands, and choose who goes first."""
        self.check_options(players, options)
        *goals, code = _deal_codes(players + 1, chance)
        hands, pile = _deal_hands(players, code, chance)
        state = ManipulationState(
            options=options,
            goals=tuple(goals),
            first_code=code,
            code=code,
            hands=hands,
            pile=pile,
            discards=(),
            stocks=(FULL_STOCK,) * players,
            player=chance.below(players),
            batches=(0,) * len(piecepack.TILES),
        )
        dealt = [Dealt(player, goals[player], hands[player]) for player in range(players)]
        return Step(state, (Began(code, state.player), *dealt))

    def current_players(self, state: ManipulationState) -> tuple[Player, ...]:
        """Return whose turn it is, or who must answer in the auction (M4)."""
        if state.final_places is not None:
            return ()
        return (state.player,) if state.auction is None else awaited(state.stocks, state.auction)

    def legal_actions(self, state: ManipulationState, player: Player) -> Sequence[ManipulationAction]:
        """Return the actions of a turn, the coins in stock, or the two ways to decide."""
        auction = state.auction
        if state.final_places is not None:
            return ()
        if auction is None:
            mine = player == state.player
            return turn_actions(state.hands[player], state.code, player, len(state.stocks)) if mine else ()
        if auction.winner is not None:
            return DECISIONS if player == auction.winner else ()
        stock = state.stocks[player]
        return bids(stock) if player in auction.bidders and len(stock) > 1 else ()  # M4

    def check(self, state: ManipulationState, player: Player, action: ManipulationAction) -> None:
        """Raise `IllegalAction` with the reason when `player` may not answer so now."""
        if action in self.legal_actions(state, player):
            return
        if player not in self.current_players(state):
            raise IllegalAction("not_asked", "You are not asked for an answer now.")
        raise refusal(state, player, action)

    def apply(
        self, state: ManipulationState, joint: Mapping[Player, ManipulationAction], chance: Chance
    ) -> Step[ManipulationState]:
        """Carry out a turn's action, open the coins of an auction, or carry out its winner's decision."""
        self.check_joint(state, joint)
        auction = state.auction
        if auction is None:
            return take_turn(state, joint[state.player], chance)
        if auction.winner is None:
            return reveal(state, auction, cast(Mapping[Player, Bid], joint), (), chance)
        return decide(state, auction, auction.winner, joint[auction.winner], chance)

    def default_action(self, state: ManipulationState, player: Player) -> ManipulationAction:
        """Pass with the lowest tile, bid the lowest coin, or keep the code."""
        if state.auction is None:
            return Pass(min(state.hands[player], key=piecepack.VALUE.__getitem__))
        return Keep() if state.auction.winner is not None else Bid(NULL)

    def observation(self, state: ManipulationState, viewer: Player | None) -> ManipulationObservation:
        """Return all that is public and the viewer's own goal and hand."""
        return observe(state, viewer)

    def places(self, state: ManipulationState) -> tuple[int, ...] | None:
        """Return the places by M9 once the match is over."""
        return state.final_places

    def tally(self, state: ManipulationState) -> Sequence[float]:
        """How near the code is to each goal, and coins."""
        return nearness(state)

    def imagine(self, seen: ManipulationObservation, player: Player, chance: Chance) -> ManipulationState:
        """Draw a state from those that fit what the player sees (M11)."""
        return imagine(seen, chance)

    def reshuffled(self, state: ManipulationState, chance: Chance) -> ManipulationState:
        """Shuffle the draw pile."""
        return msgspec.structs.replace(state, pile=shuffled(chance, state.pile))


def _deal_codes(count: int, chance: Chance) -> list[Code]:
    """Deal codes that share no tile: one tile of each suit to each."""
    suits = [shuffled(chance, [suit + rank for rank in piecepack.RANKS]) for suit in piecepack.SUITS]
    return [cast(Code, tuple(suit[number] for suit in suits)) for number in range(count)]


def _deal_hands(players: int, code: Code, chance: Chance) -> tuple[tuple[Hand, ...], tuple[str, ...]]:
    """Shuffle the tiles that are not in the code; deal the hands from the top and leave the rest as the pile."""
    deck = shuffled(chance, [tile for tile in piecepack.TILES if tile not in code])
    hands = [deck[HAND_SIZE * player : HAND_SIZE * (player + 1)] for player in range(players)]
    ordered = [tuple(sorted(hand, key=piecepack.INDEX.__getitem__)) for hand in hands]
    return tuple(ordered), deck[HAND_SIZE * players :]
