"""Bid! as the site and the bots use it."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from engine import Chance, Event, Game, Player, Step, as_rulings, places_by_score
from engine.language import mark
from engine.piecepack import INDEX, RANKS, SUITS
from games.bid.bot import steady
from games.bid.rules.actions import Bid as BidTiles
from games.bid.rules.actions import BidAction, BidCoins, LetStand, Reroll, RerollDie
from games.bid.rules.auction import bids_of, coin_bids_of, resolve_bids, resolve_tie_break
from games.bid.rules.conditionals import BidConditionals
from games.bid.rules.dice import ACE_OF_SUNS, PRIZES
from games.bid.rules.events import BidEvent
from games.bid.rules.notation import BidNotation
from games.bid.rules.options import BidOptions
from games.bid.rules.refusals import check_coins, check_tiles
from games.bid.rules.reroll import begin_round, paid_only, resolve_window, seats_with_reroll
from games.bid.rules.rulings import RULINGS
from games.bid.rules.scenes import BidScenes
from games.bid.rules.state import BidState
from games.bid.rules.view import BidObservation, imagine, observe
from games.bid.rules.wording import BidWording

_WINDOW_WITH_PAWN: tuple[BidAction, ...] = (LetStand(), Reroll())
_WINDOW_WITH_COIN: tuple[BidAction, ...] = (LetStand(), *(RerollDie(suit) for suit in SUITS))
_SEATS = tuple(tuple(range(players)) for players in range(5))
_RESOLVE = {"reroll": resolve_window, "bid": resolve_bids, "tie_break": resolve_tie_break}
COINS_A_SEAT = 6
COINS_DEALT = 2


class Bid(Game[BidState, BidAction, BidOptions, BidObservation]):
    """Bid!: four dice show the prize, and the tile you win with goes to the runner-up."""

    slug = "bid"
    title = "Bid!"
    chance_words = mark("dice")
    blurb = mark(
        "Four dice say what is up for auction. One tile is your bid, and the tile you win with goes to the runner-up."
    )
    length = mark("about 20 rounds, one or two answers each")
    authors = mark("Ian Schreiber and Jeb Havens, 2004")
    licence = mark("GNU Free Documentation License 1.2 or later")
    players = range(3, 5)
    rules_version = 1
    rulings = as_rulings(RULINGS)
    Options = BidOptions
    State = BidState
    Observation = BidObservation
    Action = BidAction
    Event = BidEvent
    wording = BidWording()
    conditionals = BidConditionals()
    notation = BidNotation()
    scenes = BidScenes()
    form_fields = frozenset({"action", "tile"})
    bots = MappingProxyType({"steady": steady})

    def initial_state(self, players: int, options: BidOptions, chance: Chance) -> Step[BidState]:
        """Deal each player a suit, a pawn and two coins; a random seat rolls first (B1)."""
        self.check_options(players, options)
        state = BidState(
            options=options,
            phase="reroll",
            round=1,
            roller=chance.below(players),
            dice=(),
            scores=(0,) * players,
            coins=(COINS_DEALT,) * players,
            pawns=(options.reroll != "coins",) * players,
            bank=(COINS_A_SEAT - COINS_DEALT) * players,
            hands=tuple(tuple(suit + rank for rank in RANKS) for suit in SUITS[:players]),
            hands_shown=False,
        )
        log: list[Event] = []
        return Step(begin_round(state, 1, chance, log), tuple(log))

    def current_players(self, state: BidState) -> tuple[Player, ...]:
        """Return the players who can pay for a reroll, all bidders, or the tied players who hold coins."""
        if state.phase == "bid":
            return _SEATS[len(state.scores)]
        if state.phase == "reroll":
            return seats_with_reroll(state)
        return tuple([seat for seat in state.tied if state.coins[seat]]) if state.phase == "tie_break" else ()  # B13

    def legal_actions(self, state: BidState, player: Player) -> Sequence[BidAction]:
        """Return the actions of a player who is asked."""
        if not 0 <= player < len(state.hands):
            return ()
        phase = state.phase
        if phase == "bid":
            return bids_of(state.hands[player], state.dice[0] == ACE_OF_SUNS)
        if phase == "tie_break":
            held = state.coins[player]
            return coin_bids_of(held) if held and player in state.tied else ()
        if phase == "over":
            return ()
        if state.options.reroll == "coins":
            return _WINDOW_WITH_COIN if state.coins[player] else ()
        return _WINDOW_WITH_PAWN if state.pawns[player] else ()

    def check(self, state: BidState, player: Player, action: BidAction) -> None:
        """Raise `IllegalAction` with the reason if a bid is not allowed; see `Game.check`."""
        if not 0 <= player < len(state.hands):
            super().check(state, player, action)
        elif state.phase == "bid" and isinstance(action, BidTiles):
            check_tiles(state, player, action.tiles)
        elif state.phase == "tie_break" and isinstance(action, BidCoins):
            check_coins(state, player, action.coins)
        else:
            super().check(state, player, action)

    def apply(self, state: BidState, joint: Mapping[Player, BidAction], chance: Chance) -> Step[BidState]:
        """Resolve the reroll window, the auction or the tie-break."""
        self.check_joint(state, joint)
        log: list[Event] = []
        after = _RESOLVE[state.phase](state, joint, chance, log)
        return Step(after, tuple(log))

    def effective_actions(self, state: BidState, joint: Mapping[Player, BidAction]) -> Mapping[Player, BidAction]:
        """Drop reroll requests that nobody paid for: only one player pays (B2)."""
        return paid_only(state, joint) if state.phase == "reroll" else joint

    def default_action(self, state: BidState, player: Player) -> BidAction:
        """Return "let stand", the lowest tile or tiles, or 0 coins."""
        if state.phase == "reroll":
            return _WINDOW_WITH_PAWN[0]
        if state.phase == "tie_break":
            return BidCoins(0)
        by_value = sorted(state.hands[player], key=lambda tile: (RANKS.index(tile[1]), INDEX[tile]))
        lowest = by_value[: 2 if PRIZES[state.dice].double else 1]
        return BidTiles(tuple(sorted(lowest, key=INDEX.__getitem__)))

    def observation(self, state: BidState, viewer: Player | None) -> BidObservation:
        """Return the viewer's observation; others' hands are hidden (B9)."""
        return observe(state, viewer)

    def places(self, state: BidState) -> tuple[int, ...] | None:
        """Place by final score; equal scores share a place (B12)."""
        return places_by_score(state.scores) if state.phase == "over" else None

    def tally(self, state: BidState) -> Sequence[float]:
        """Return the scores."""
        return state.scores

    def imagine(self, seen: BidObservation, player: Player, chance: Chance) -> BidState:
        """Return the only state consistent with the observation (B13)."""
        return imagine(seen)

    def read_form(self, fields: Mapping[str, Sequence[str]]) -> Any:
        """Read a bid from `tile` fields, or an `action` in JSON."""
        tiles = list(fields.get("tile", ()))
        if not tiles:
            return super().read_form(fields)
        return {"act": "bid", "tiles": sorted(tiles, key=lambda tile: INDEX.get(tile, -1))}
