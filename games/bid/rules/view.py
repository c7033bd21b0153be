"""What a viewer may know of a match of *Bid!*."""

from engine import Observation, Player
from engine.language import mark, plural, say
from engine.piecepack import TILES
from engine.words import points_words
from games.bid.rules.dice import ARMS_THRESHOLD, PRIZES
from games.bid.rules.options import BidOptions
from games.bid.rules.state import BidState, Phase

Tiles = tuple[str, ...]


class BidObservation(Observation, frozen=True):
    """A match as one seat or a spectator sees it.

    `whereabouts` follows from public events (B13); pages do not display it (B9).
    """

    options: BidOptions
    phase: Phase
    round: int
    roller: Player
    """The seat that rolled the dice of this round."""
    dice: Tiles
    """The four faces by suit: Suns, Moons, Crowns, Arms."""
    scores: tuple[int, ...]
    """The points of each seat."""
    coins: tuple[int, ...]
    """The coins of each seat."""
    pawns: tuple[bool, ...]
    """True for each seat that still has its pawn, which pays for a reroll."""
    bank: int
    hand: Tiles
    """The viewer's own tiles; () for a spectator."""
    hands_shown: tuple[Tiles | None, ...]
    """The hands that are open to all now."""
    bids: tuple[Tiles | None, ...]
    """The tiles that each seat bid, once revealed."""
    tied: tuple[Player, ...]
    """The players tied for highest, during the tie-break."""
    points: int
    """Points up for auction."""
    prize: str
    """What is up for auction, in words."""
    aces: tuple[str, ...]
    """A sentence for each ace that applies."""
    whereabouts: tuple[int, ...]
    """The seat that holds each tile, or -1: by suit S, M, C, A, and in each suit n, a, 2, 3, 4, 5."""
    arms_revealed: bool

    @property
    def target(self) -> int:
        """The points that end the match."""
        return self.options.target

    @property
    def double(self) -> bool:
        """True if a bid is two tiles."""
        return PRIZES[self.dice].double


def observe(state: BidState, viewer: Player | None) -> BidObservation:
    """Return the viewer's observation of a state; None is a spectator."""
    shown = state.options.open_hands or state.hands_shown
    players = len(state.scores)
    return BidObservation(
        options=state.options,
        phase=state.phase,
        round=state.round,
        roller=state.roller,
        dice=state.dice,
        scores=state.scores,
        coins=state.coins,
        pawns=state.pawns,
        bank=state.bank,
        hand=() if viewer is None else state.hands[viewer],
        hands_shown=tuple(state.hands) if shown else (None,) * players,
        bids=tuple(state.bids) or (None,) * players,
        tied=state.tied,
        points=PRIZES[state.dice].points,
        prize=prize_words(state.dice),
        aces=ace_words(state.dice),
        whereabouts=_whereabouts(state.hands),
        arms_revealed=state.hands_shown,
    )


def _whereabouts(hands: tuple[Tiles, ...]) -> tuple[int, ...]:
    holder = {tile: seat for seat, hand in enumerate(hands) for tile in hand}
    return tuple(holder.get(tile, -1) for tile in TILES)


def imagine(seen: BidObservation) -> BidState:
    """Return the only state consistent with the observation: every hand follows from public events (B13)."""
    hands: list[list[str]] = [[] for _ in seen.scores]
    for tile, seat in zip(TILES, seen.whereabouts, strict=True):
        if seat >= 0:
            hands[seat].append(tile)
    return BidState(
        options=seen.options,
        phase=seen.phase,
        round=seen.round,
        roller=seen.roller,
        dice=seen.dice,
        scores=seen.scores,
        coins=seen.coins,
        pawns=seen.pawns,
        bank=seen.bank,
        hands=tuple(tuple(hand) for hand in hands),
        hands_shown=seen.arms_revealed,
        bids=tuple(bid for bid in seen.bids if bid is not None),
        tied=seen.tied,
    )


def prize_words(dice: Tiles) -> str:
    """Return the prize in words: "9 points and one coin to the highest bid"."""
    points, coins = PRIZES[dice][:2]
    points_up = points_words(points)
    if not coins:
        return say("{points} to the highest bid", points=points_up)
    if not points:
        return say("{coins} to the highest bid", coins=say(_COINS[coins]))
    return say("{points} and {coins} to the highest bid", points=points_up, coins=say(_COINS[coins]))


_COINS = {
    1: mark("one coin"),
    2: mark("two coins"),
    3: mark("three coins"),
    4: mark("four coins"),
    6: mark("six coins"),
}


def ace_words(dice: Tiles) -> tuple[str, ...]:
    """Return a sentence for each ace that the dice show."""
    return tuple(_ace_words(face, dice) for face in dice if face[1] == "a")


def _ace_words(face: str, dice: Tiles) -> str:
    prize = PRIZES[dice]
    if face == "Sa":
        return say("Ace of Suns: bid two tiles, and all that the other dice give counts double.")
    if face == "Ma" and prize.double:
        return say("Ace of Moons: everyone who does not win gets two coins, if the bank can pay them all.")
    if face == "Ma":
        return say("Ace of Moons: everyone who does not win gets a coin, if the bank can pay them all.")
    if face == "Ca":
        return plural(
            prize.points,
            "Ace of Crowns: a tie for highest is not broken. Each of those tied loses {count} point, and nobody wins.",
            "Ace of Crowns: a tie for highest is not broken. Each of those tied loses {count} points, and nobody wins.",
        )
    return say(
        "Ace of Arms: all hands are shown before the bids, and {least} or more on your tiles earns {points} points.",
        least=ARMS_THRESHOLD,
        points=prize.arms_bonus,
    )
