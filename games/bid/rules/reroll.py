"""The start of a round: the roll, the sealed reroll window, and the Ace of Arms. Events are added to `log`."""

from collections.abc import Mapping
from functools import lru_cache

from msgspec.structs import replace

from engine import Chance, Event, Player
from engine.piecepack import SUITS, VALUE
from games.bid.rules.actions import BidAction, LetStand, RerollDie
from games.bid.rules.dice import ARMS_THRESHOLD, PRIZES, reroll_one, roll
from games.bid.rules.events import (
    BonusScored,
    DiceRerolled,
    DiceRolled,
    DiceStood,
    DieRerolled,
    HandsShown,
)
from games.bid.rules.scoring import end_match, has_sole_leader
from games.bid.rules.state import BidState, Phase, seats_from

_STAND = LetStand()
_VALUE_OF = VALUE.__getitem__


def begin_round(state: BidState, round_number: int, chance: Chance, log: list[Event]) -> BidState:
    """Roll the dice, and open the reroll window if any player can pay."""
    dice = roll(chance)
    log.append(DiceRolled(round_number, state.roller, dice))
    opens = any(_means(state))
    phase: Phase = "reroll" if opens else "bid"
    rolled = replace(state, phase=phase, round=round_number, dice=dice, hands_shown=False, bids=(), tied=())
    return rolled if opens else _open_auction(rolled, log)


def seats_with_reroll(state: BidState) -> tuple[Player, ...]:
    """Return the players who can pay for a reroll, and so are asked (B2, B4)."""
    return _holders(_means(state))


@lru_cache(maxsize=1024)
def _holders(means: tuple[int, ...]) -> tuple[Player, ...]:
    return tuple([player for player, held in enumerate(means) if held])


def _means(state: BidState) -> tuple[int, ...]:
    """Return each player's pawns or coins, whichever pays for a reroll."""
    return state.coins if state.options.reroll == "coins" else state.pawns


def payer(state: BidState, joint: Mapping[Player, BidAction]) -> Player | None:
    """Return the player who pays: the first clockwise from the roller who wants a reroll (B2)."""
    for player in seats_from(state.roller, len(state.scores)):
        if joint.get(player, _STAND) != _STAND:
            return player
    return None


def paid_only(state: BidState, joint: Mapping[Player, BidAction]) -> dict[Player, BidAction]:
    """Return the answers with every reroll request but the paying player's replaced by "let stand" (B2)."""
    paying = payer(state, joint)
    return {player: answer if player == paying else _STAND for player, answer in joint.items()}


def resolve_window(state: BidState, joint: Mapping[Player, BidAction], chance: Chance, log: list[Event]) -> BidState:
    """Let one of the players who want a reroll pay, or begin the auction (B2)."""
    player = payer(state, joint)
    if player is None:
        log.append(DiceStood())
        return _open_auction(state, log)
    answer = joint[player]
    if isinstance(answer, RerollDie):
        return _reroll_die(state, player, answer.die, chance, log)
    return _reroll_all(state, player, chance, log)


def _reroll_all(state: BidState, player: Player, chance: Chance, log: list[Event]) -> BidState:
    """Take one pawn and reroll all dice (B2)."""
    dice = roll(chance)
    log.append(DiceRerolled(player, dice))
    pawns = tuple([held and seat != player for seat, held in enumerate(state.pawns)])
    return _window(replace(state, pawns=pawns, dice=dice, hands_shown=False), log)


def _reroll_die(state: BidState, player: Player, suit: str, chance: Chance, log: list[Event]) -> BidState:
    """Take one coin and reroll that die (B4)."""
    dice = reroll_one(state.dice, suit, chance)
    die = SUITS.index(suit)
    log.append(DieRerolled(player, state.dice[die], dice[die]))
    coins = tuple([held - (seat == player) for seat, held in enumerate(state.coins)])
    return _window(replace(state, coins=coins, bank=state.bank + 1, dice=dice), log)


def _window(state: BidState, log: list[Event]) -> BidState:
    """Keep the window open if any player can pay, else begin the auction (B2, B4)."""
    return state if any(_means(state)) else _open_auction(state, log)


def _open_auction(state: BidState, log: list[Event]) -> BidState:
    """Close the window: the Ace of Arms takes effect now (B3), then bids or, by an option, late pawns (B14)."""
    bonus = PRIZES[state.dice].arms_bonus
    if not bonus or state.hands_shown:
        return state if state.phase == "bid" else replace(state, phase="bid")
    log.append(HandsShown(state.hands))  # B9
    after = _score_arms(replace(state, phase="bid", hands_shown=True), bonus, log)
    if after.phase == "bid" and state.options.reroll == "late_pawns" and any(state.pawns):
        return replace(after, phase="reroll")
    return after


def _score_arms(state: BidState, bonus: int, log: list[Event]) -> BidState:
    """Add the bonus for hands of 16 or more, which may end the match before any bid (B10)."""
    strong = tuple([seat for seat, hand in enumerate(state.hands) if sum(map(_VALUE_OF, hand)) >= ARMS_THRESHOLD])
    if not strong:
        return state
    log.append(BonusScored(strong, bonus))
    scores = tuple([score + bonus * (seat in strong) for seat, score in enumerate(state.scores)])
    scored = replace(state, scores=scores)
    return end_match(scored, log) if has_sole_leader(scored) else scored
