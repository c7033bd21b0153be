"""Manipulation as the site and the bots use it."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import cast

import msgspec

from engine import Chance, Game, NotAsked, Player, Step, as_rulings, piecepack, shuffled
from engine.language import mark
from games.manipulation.bot import steady
from games.manipulation.rules.actions import Bid, Keep, ManipulationAction, Pass, Replace
from games.manipulation.rules.auction import decide, reveal
from games.manipulation.rules.conditionals import ManipulationConditionals
from games.manipulation.rules.events import Began, Dealt, ManipulationEvent
from games.manipulation.rules.notation import ManipulationNotation
from games.manipulation.rules.options import ManipulationOptions
from games.manipulation.rules.outlook import nearness
from games.manipulation.rules.refusals import refusal
from games.manipulation.rules.rulings import RULINGS
from games.manipulation.rules.scenes import ManipulationScenes
from games.manipulation.rules.state import FULL_STOCK, NULL, Code, Hand, ManipulationState, Stock, players_awaited
from games.manipulation.rules.turn import take_turn, turn_actions
from games.manipulation.rules.view import ManipulationObservation, imagine, observe
from games.manipulation.rules.wording import ManipulationWording

HAND_SIZE = 3
DECISIONS: tuple[ManipulationAction, ...] = (Replace(), Keep())


@lru_cache
def bids(stock: Stock) -> tuple[ManipulationAction, ...]:
    """Return a bid for each coin in a stock."""
    return tuple(Bid(coin) for coin in stock)


class Manipulation(Game[ManipulationState, ManipulationAction, ManipulationOptions, ManipulationObservation]):
    """Adam Norberg's game of a common code that all players move toward their secret goals."""

    slug = "manipulation"
    title = "Manipulation"
    blurb = mark(
        "Four tiles in the middle form a code, and each player has a secret code of their own that it should become. "
        "Push tiles into it, auction others with sealed coins, and give nothing away."
    )
    round_words = mark("turn {number}")
    length = mark("15 to 60 turns, with a sealed auction in some of them")
    authors = "Adam B. Norberg"
    licence = mark("author's own terms: free to copy, share and change, not to be charged for, his notice kept")
    players = range(2, 5)
    rules_version = 1
    rulings = as_rulings(RULINGS)
    Options = ManipulationOptions
    State = ManipulationState
    Observation = ManipulationObservation
    Action = ManipulationAction
    Event = ManipulationEvent
    wording = ManipulationWording()
    conditionals = ManipulationConditionals()
    notation = ManipulationNotation()
    scenes = ManipulationScenes()
    answers_on_mat = True
    bots = MappingProxyType({"steady": steady})

    def initial_state(self, players: int, options: ManipulationOptions, chance: Chance) -> Step[ManipulationState]:
        """Deal goals, the first code and hands, and choose the first player at random."""
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
        """Return the player whose turn it is, or the players who must answer in the auction (M4)."""
        if state.final_places is not None:
            return ()
        return (state.player,) if state.auction is None else players_awaited(state.stocks, state.auction)

    def legal_actions(self, state: ManipulationState, player: Player) -> Sequence[ManipulationAction]:
        """Return the actions of a turn, bids of the coins in stock, or the two decisions."""
        auction = state.auction
        if state.final_places is not None:
            return ()
        if auction is None:
            mine = player == state.player
            return turn_actions(state.hands[player], state.code, player, len(state.stocks)) if mine else ()
        if auction.winner is not None:
            return DECISIONS if player == auction.winner else ()
        if player not in auction.bidders:
            return ()
        stock = state.stocks[player]
        return bids(stock) if len(stock) > 1 else ()  # M4

    def check(self, state: ManipulationState, player: Player, action: ManipulationAction) -> None:
        """Raise `IllegalAction` with the reason if the player may not take this action now."""
        if action in self.legal_actions(state, player):
            return
        if player not in self.current_players(state):
            raise NotAsked
        raise refusal(state, player, action)

    def apply(
        self, state: ManipulationState, joint: Mapping[Player, ManipulationAction], chance: Chance
    ) -> Step[ManipulationState]:
        """Carry out a turn's action, reveal the coins of an auction, or carry out the winner's decision."""
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
        """Return all public information and the viewer's own goal and hand."""
        return observe(state, viewer)

    def places(self, state: ManipulationState) -> tuple[int, ...] | None:
        """Return the places once the match is over (M9)."""
        return state.final_places

    def tally(self, state: ManipulationState) -> Sequence[float]:
        """Return how near the code is to each goal, plus a value for coins."""
        return nearness(state)

    def imagine(self, seen: ManipulationObservation, player: Player, chance: Chance) -> ManipulationState:
        """Draw a state consistent with what the player sees (M11)."""
        return imagine(seen, chance)

    def reshuffle(self, state: ManipulationState, chance: Chance) -> ManipulationState:
        """Shuffle the draw pile."""
        return msgspec.structs.replace(state, pile=shuffled(chance, state.pile))

    def rules_out(self, before: ManipulationState, after: ManipulationState) -> bool:
        """True if another code is now known to be no player's goal."""  # M11
        return after.failed_codes != before.failed_codes


def _deal_codes(count: int, chance: Chance) -> list[Code]:
    """Deal codes that share no tile, each with one tile of every suit."""
    suits = [shuffled(chance, [suit + rank for rank in piecepack.RANKS]) for suit in piecepack.SUITS]
    return [cast(Code, tuple(suit[number] for suit in suits)) for number in range(count)]


def _deal_hands(players: int, code: Code, chance: Chance) -> tuple[tuple[Hand, ...], tuple[str, ...]]:
    """Shuffle the tiles outside the code; deal hands from the top, the rest is the pile."""
    deck = shuffled(chance, [tile for tile in piecepack.TILES if tile not in code])
    hands = [deck[HAND_SIZE * player : HAND_SIZE * (player + 1)] for player in range(players)]
    ordered = [tuple(sorted(hand, key=piecepack.INDEX.__getitem__)) for hand in hands]
    return tuple(ordered), deck[HAND_SIZE * players :]
