"""TP5 as the site and the bots use it."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from engine import (
    Chance,
    Game,
    IllegalOptions,
    NotAsked,
    Player,
    Step,
    as_rulings,
    places_by_score,
    shuffled,
)
from engine.language import mark
from games.tp5.bot import steady
from games.tp5.rules.actions import Tp5Action
from games.tp5.rules.conditionals import Tp5Conditionals
from games.tp5.rules.events import Tp5Event
from games.tp5.rules.forms import FIELDS, composed_action
from games.tp5.rules.imagine import imagine
from games.tp5.rules.notation import Tp5Notation
from games.tp5.rules.options import Tp5Options
from games.tp5.rules.outlook import hopes
from games.tp5.rules.phases import PARTS, run
from games.tp5.rules.programme import in_order, refuse_set
from games.tp5.rules.rounds import set_up
from games.tp5.rules.rulings import RULINGS
from games.tp5.rules.scenes import Tp5Scenes
from games.tp5.rules.state import Tp5State, row_of
from games.tp5.rules.view import Tp5Observation, observe
from games.tp5.rules.wording import Tp5Wording


class Tp5(Game[Tp5State, Tp5Action, Tp5Options, Tp5Observation]):
    """The PiecePack Poker Party Parade: claims on face-down tiles make poker hands."""

    slug = "tp5"
    title = "TP5"
    chance_words = mark("shuffles and the die")
    blurb = mark(
        "Claim face-down tiles, yours and everyone else's, to make the best poker hand with a die that counts for all. "
        "Say one true thing about a tile of your own, and let the dealer's phestivities turn the round upside down."
    )
    length = mark("5 rounds, about ten answers each")
    authors = "Eric Witt, 2004"
    licence = mark("the source names none, so all rights are its author's")
    players = range(2, 13)
    rules_version = 1
    rulings = as_rulings(RULINGS)
    Options = Tp5Options
    State = Tp5State
    Observation = Tp5Observation
    Action = Tp5Action
    Event = Tp5Event
    wording = Tp5Wording()
    conditionals = Tp5Conditionals()
    notation = Tp5Notation()
    scenes = Tp5Scenes()
    form_fields = FIELDS
    answers_on_mat = True
    bots = MappingProxyType({"steady": steady})

    def check_options(self, players: int, options: Tp5Options) -> None:
        """Raise `IllegalOptions` if a host's set of phestivities is not allowed with this many players (T3)."""
        super().check_options(players, options)
        if options.chosen_by == "host":
            refuse_set(in_order(options.phestivities), players, IllegalOptions, options.dealer_rules)

    def initial_state(self, players: int, options: Tp5Options, chance: Chance) -> Step[Tp5State]:
        """Roll for the deal and begin the first round."""
        self.check_options(players, options)
        return run(set_up(players, options, chance), chance)

    def current_players(self, state: Tp5State) -> tuple[Player, ...]:
        """Return the players with more than one answer, derived from public fields when the state was made."""
        return state.asked

    def legal_actions(self, state: Tp5State, player: Player) -> Sequence[Tp5Action]:
        """Return the actions of a player who is asked; where passing is one, it comes first."""
        return PARTS[state.phase].legal(state, player) if player in state.asked else ()

    def check(self, state: Tp5State, player: Player, action: Tp5Action) -> None:
        """Raise `IllegalAction` with the reason if the player may not take this action; see `Game.check`."""
        if player not in state.asked:
            raise NotAsked
        PARTS[state.phase].check(state, player, action)

    def effective_actions(self, state: Tp5State, joint: Mapping[Player, Tp5Action]) -> Mapping[Player, Tp5Action]:
        """Drop the other players' actions in a repeating window, where only one player acts (T6)."""
        return PARTS[state.phase].effective_actions(state, joint)

    def apply(self, state: Tp5State, joint: Mapping[Player, Tp5Action], chance: Chance) -> Step[Tp5State]:
        """Apply the answers, then go on until a player is asked again."""
        self.check_joint(state, joint)
        return run(PARTS[state.phase].resolve(state, joint, chance), chance)

    def default_action(self, state: Tp5State, player: Player) -> Tp5Action:
        """Return the first legal action: no phestivities, a pass in a window, the vaguest statement (T19)."""
        return self.legal_actions(state, player)[0]

    def observation(self, state: Tp5State, viewer: Player | None) -> Tp5Observation:
        """Return the viewer's observation."""
        return observe(state, viewer)

    def places(self, state: Tp5State) -> tuple[int, ...] | None:
        """Place by points, then by players beaten (T9)."""
        if state.phase != "over":
            return None
        return places_by_score(list(zip(state.points, state.beaten, strict=True)))

    def tally(self, state: Tp5State) -> Sequence[float]:
        """Return points plus the expected result of the claims in this round."""
        return hopes(state)

    def imagine(self, seen: Tp5Observation, player: Player, chance: Chance) -> Tp5State:
        """Draw a state uniformly from those consistent with what the player sees."""
        return imagine(seen, player, chance)

    def reshuffle(self, state: Tp5State, chance: Chance) -> Tp5State:
        """Shuffle the centre, unseen until all tiles are turned up; rows are known to their owners."""
        centre = row_of(state.players).start
        if state.phase == "over":
            return state
        return replace(state, tiles=state.tiles[:centre] + shuffled(chance, state.tiles[centre:]))

    def read_form(self, fields: Mapping[str, Sequence[str]]) -> Any:
        """Read an answer composed of several fields, or an `action`; see `forms`."""
        return composed_action(fields) or super().read_form(fields)
