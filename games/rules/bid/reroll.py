"""The start of a round: the roll, the sealed reroll window, and the Ace of Arms."""

from collections.abc import Mapping

from msgspec.structs import replace

from games.rules.bid.actions import BidAction, LetStand, RerollDie
from games.rules.bid.events import (
    BonusScored,
    DiceRerolled,
    DiceRolled,
    DiceStood,
    DieRerolled,
    HandsShown,
)
from games.rules.bid.scoring import ended, has_sole_leader
from games.rules.bid.state import ACE_OF_ARMS, ARMS_BONUS, ARMS_THRESHOLD, BidState, is_double, seats_from
from games.rules.core import Chance, Event, Player, Step
from games.rules.piecepack import RANKS, SUITS, VALUE

_FACES = {suit: tuple(suit + rank for rank in RANKS) for suit in SUITS}


def roll(chance: Chance) -> tuple[str, ...]:
    """Roll all four dice."""
    below = chance.below
    return (
        _FACES["S"][below(6)],
        _FACES["M"][below(6)],
        _FACES["C"][below(6)],
        _FACES["A"][below(6)],
    )


def begin_round(state: BidState, round_number: int, chance: Chance) -> Step[BidState]:
    """Let the roller roll, and open the reroll window if anybody can pay."""
    rolled = replace(state, phase="reroll", round=round_number, dice=roll(chance), hands_shown=False, bids=(), tied=())
    events = (DiceRolled(round_number, rolled.roller, rolled.dice),)
    if may_reroll(rolled):
        return Step(rolled, events)
    opened = open_auction(rolled)
    return Step(opened.state, events + opened.events)


def may_reroll(state: BidState) -> tuple[Player, ...]:
    """Players who can pay for a reroll, and so are asked (B2, B4)."""
    means = state.pawns if state.options.reroll == "pawns" else state.coins
    return tuple([player for player, held in enumerate(means) if held])


def resolve_window(state: BidState, joint: Mapping[Player, BidAction], chance: Chance) -> Step[BidState]:
    """Let exactly one of those who want a reroll pay: the first clockwise from the roller (B2)."""
    for player in seats_from(state.roller, len(state.scores)):
        answer = joint.get(player)
        if answer is None or type(answer) is LetStand:
            continue
        if type(answer) is RerollDie:
            return _reroll_die(state, player, answer.die, chance)
        return _reroll_all(state, player, chance)
    opened = open_auction(state)
    return Step(opened.state, (DiceStood(), *opened.events))


def _reroll_all(state: BidState, player: Player, chance: Chance) -> Step[BidState]:
    """Take one pawn and roll all dice; the window opens again for all who still hold a pawn (B2)."""
    pawns = tuple(held and seat != player for seat, held in enumerate(state.pawns))
    rolled = replace(state, pawns=pawns, dice=roll(chance))
    return _window_again(rolled, DiceRerolled(player, rolled.dice))


def _reroll_die(state: BidState, player: Player, suit: str, chance: Chance) -> Step[BidState]:
    """Take one coin and roll that die alone; the window opens again for all with a coin (B4)."""
    place = SUITS.index(suit)
    after = _FACES[suit][chance.below(6)]
    dice = (*state.dice[:place], after, *state.dice[place + 1 :])
    coins = tuple(held - (seat == player) for seat, held in enumerate(state.coins))
    rolled = replace(state, coins=coins, bank=state.bank + 1, dice=dice)
    return _window_again(rolled, DieRerolled(player, state.dice[place], after))


def _window_again(state: BidState, rerolled: Event) -> Step[BidState]:
    if may_reroll(state):
        return Step(state, (rerolled,))
    opened = open_auction(state)
    return Step(opened.state, (rerolled, *opened.events))


def open_auction(state: BidState) -> Step[BidState]:
    """Close the window: the Ace of Arms takes effect only now (B3), then bids are asked for."""
    if state.dice[3] != ACE_OF_ARMS:
        return Step(replace(state, phase="bid"), ())
    shown = HandsShown(state.hands)  # B9
    strong = tuple(seat for seat, hand in enumerate(state.hands) if sum(map(VALUE.__getitem__, hand)) >= ARMS_THRESHOLD)
    if not strong:
        return Step(replace(state, phase="bid", hands_shown=True), (shown,))
    bonus = ARMS_BONUS * (1 + is_double(state.dice))  # B11
    scores = tuple(score + bonus * (seat in strong) for seat, score in enumerate(state.scores))
    scored = replace(state, phase="bid", hands_shown=True, scores=scores)
    events = (shown, BonusScored(strong, bonus))
    if has_sole_leader(scored):  # B10: no bids follow
        return ended(scored, events)
    return Step(scored, events)
