"""The first deal and the start of each round."""

from msgspec.structs import replace

from engine import Chance, Player
from games.tp5.rules.events import DealerRolled, RoundBegan
from games.tp5.rules.flow import Play
from games.tp5.rules.options import Tp5Options
from games.tp5.rules.programme import in_order
from games.tp5.rules.state import Tp5State

Rolls = tuple[tuple[Player, int], ...]


def set_up(players: int, options: Tp5Options, chance: Chance) -> Play:
    """Roll for the first deal and begin the first round."""
    rolls = roll_for_deal(players, chance)
    dealer = max(rolls[-1], key=lambda one: one[1])[0]
    state = Tp5State(
        players=players,
        rounds=options.rounds,
        offered=in_order(options.phestivities),
        chosen_by=options.chosen_by,
        reveal=options.reveal,
        or_statements=options.or_statements,
        round=0,
        phase="choose",
        dealer=dealer,
        points=(0,) * players,
        beaten=(0,) * players,
    )
    return Play(state, (DealerRolled(rolls, dealer),)).then(begin_round, 1, dealer)


def roll_for_deal(players: int, chance: Chance) -> tuple[Rolls, ...]:
    """Let all players roll; those tied for highest roll again until one is left."""
    rolling = tuple(range(players))
    rolls: list[Rolls] = []
    while len(rolling) > 1:
        rolls.append(tuple((player, 1 + chance.below(6)) for player in rolling))
        highest = max(value for _, value in rolls[-1])
        rolling = tuple(player for player, value in rolls[-1] if value == highest)
    return tuple(rolls)


def begin_round(state: Tp5State, number: int, dealer: Player) -> Play:
    """Reset the table for a new round."""
    begun = replace(
        state,
        round=number,
        phase="choose",
        dealer=dealer,
        in_play=(),
        turn=dealer,
        tiles=(),
        up=(),
        claims=(),
        hogged=(),
        held=(),
        received_at=(),
        shown=(),
        shown_at=(),
        statements=(),
        ruled_out=(),
        die=0,
        void=(),
    )
    return Play(begun, (RoundBegan(number, dealer),))
