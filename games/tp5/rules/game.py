"""TP5 as a game of the box."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from games.rules.core import (
    Chance,
    Game,
    IllegalAction,
    IllegalOptions,
    Player,
    Step,
    places_by_score,
    settled,
    shuffled,
)
from games.rules.tp5.actions import Tp5Action
from games.rules.tp5.bot import steady
from games.rules.tp5.events import Tp5Event
from games.rules.tp5.flow import Play
from games.rules.tp5.forms import FIELDS, composed
from games.rules.tp5.imagine import imagine
from games.rules.tp5.notation import Tp5Notation
from games.rules.tp5.options import Tp5Options
from games.rules.tp5.outlook import hopes
from games.rules.tp5.phases import PARTS, run
from games.rules.tp5.plans import Tp5Planning
from games.rules.tp5.points import POINTS
from games.rules.tp5.programme import in_order, refuse_set
from games.rules.tp5.rounds import set_up
from games.rules.tp5.state import Tp5State, row_of
from games.rules.tp5.view import Tp5Observation, observe
from games.rules.tp5.wording import Tp5Wording


class Tp5(Game[Tp5State, Tp5Action, Tp5Options, Tp5Observation]):
    """The PiecePack Poker Party Parade: claims on face-down tiles make poker hands."""

    slug = "tp5"
    title = "TP5"
    blurb = (
        "Claim face-down tiles, yours and everyone else's, to make the best poker hand with a die that counts for all. "
        "Say one true thing about a tile of your own, and let the dealer's phestivities turn the round upside down."
    )
    length = "5 rounds, about ten answers each"
    authors = "Eric Witt, 2004"
    licence = "the source names none, so all rights are its author's"
    players = range(2, 13)
    rules_version = 1
    points = settled(POINTS)
    Options = Tp5Options
    State = Tp5State
    Observation = Tp5Observation
    Action = Tp5Action
    Event = Tp5Event
    wording = Tp5Wording()
    planning = Tp5Planning()
    notation = Tp5Notation()
    form_fields = FIELDS
    bots = MappingProxyType({"steady": steady})

    def check_options(self, players: int, options: Tp5Options) -> None:
        """A host's set must itself be one that can be obeyed at this table (T3)."""
        super().check_options(players, options)
        if options.chosen_by == "host":
            refuse_set(in_order(options.phestivities), players, IllegalOptions)

    def initial_state(self, players: int, options: Tp5Options, chance: Chance) -> Step[Tp5State]:
        """Roll for the deal and begin the first round."""
        self.check_options(players, options)
        return _step(run(set_up(players, options, chance), chance))

    def current_players(self, state: Tp5State) -> tuple[Player, ...]:
        """Those with more than one answer, worked out of public fields when the state was made."""
        return state.asked

    def legal_actions(self, state: Tp5State, player: Player) -> Sequence[Tp5Action]:
        """Answers open to a player who is asked; where passing is one, it is the first."""
        return PARTS[state.phase].legal(state, player) if player in state.asked else ()

    def check(self, state: Tp5State, player: Player, action: Tp5Action) -> None:
        """Name what is wrong with an answer; see `Game.check`."""
        if player not in state.asked:
            raise IllegalAction("not_asked", "You are not asked for an answer now.")
        PARTS[state.phase].check(state, player, action)

    def carried_out(self, state: Tp5State, joint: Mapping[Player, Tp5Action]) -> Mapping[Player, Tp5Action]:
        """In a window that repeats only one player acts; what the others wanted is dropped (T6)."""
        return PARTS[state.phase].carried_out(state, joint)

    def apply(self, state: Tp5State, joint: Mapping[Player, Tp5Action], chance: Chance) -> Step[Tp5State]:
        """Let the answers take effect, then go on until somebody is asked again."""
        self.check_joint(state, joint)
        return _step(run(PARTS[state.phase].resolve(state, joint, chance), chance))

    def default_action(self, state: Tp5State, player: Player) -> Tp5Action:
        """The first legal answer: no phestivities, to pass in a window, the vaguest statement."""
        return self.legal_actions(state, player)[0]

    def observation(self, state: Tp5State, viewer: Player | None) -> Tp5Observation:
        """Show the table to a viewer."""
        return observe(state, viewer)

    def places(self, state: Tp5State) -> tuple[int, ...] | None:
        """By points, then by players beaten (T9)."""
        if state.phase != "over":
            return None
        return places_by_score(list(zip(state.points, state.beaten, strict=True)))

    def tally(self, state: Tp5State) -> Sequence[float]:
        """Points, and what the claims promise for this round."""
        return hopes(state)

    def imagine(self, seen: Tp5Observation, player: Player, chance: Chance) -> Tp5State:
        """Draw a state from all that `player` cannot exclude, each equally likely."""
        return imagine(seen, player, chance)

    def reshuffled(self, state: Tp5State, chance: Chance) -> Tp5State:
        """Shuffle the centre, which nobody sees before all tiles are turned up; each row is known to its owner."""
        centre = row_of(state.players).start
        if state.phase == "over":
            return state
        return replace(state, tiles=state.tiles[:centre] + shuffled(chance, state.tiles[centre:]))

    def read_form(self, fields: Mapping[str, Sequence[str]]) -> Any:
        """Read an answer composed of several fields, or an `action`; see `forms`."""
        return composed(fields) or super().read_form(fields)


def _step(play: Play) -> Step[Tp5State]:
    return Step(play.state, play.events)
