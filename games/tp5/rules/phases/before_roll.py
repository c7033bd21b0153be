"""Before the roll: a sealed window that reopens until all pass (T6)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from engine import Chance, Event, IllegalAction, Player
from engine.language import say
from games.tp5.rules.actions import PASS, CallNumber, Evict, Interruption, Pass, SendBack, Warp
from games.tp5.rules.events import IdentifierSentBack
from games.tp5.rules.flow import Play
from games.tp5.rules.identifiers import into_hand, pick_up
from games.tp5.rules.options import Key
from games.tp5.rules.phases.base import Part, only_first
from games.tp5.rules.phestivities.base import Interrupt
from games.tp5.rules.programme import programme
from games.tp5.rules.state import Owners, Tp5State, claims_of, clockwise, row_of, spot_of

Answer = Pass | Interruption


class BeforeRollPart(Part[Answer]):
    """All players who could act are asked."""

    answers = (Pass, CallNumber, Warp, Evict)

    def go_on(self, state: Tp5State, chance: Chance) -> Play:
        """Ask the players, or close the window if there are none."""
        if not programme(state.in_play).before_roll:
            return Play(replace(state, phase="roll"))
        asked = tuple([seat for seat in range(state.players) if len(_answers_of(state, seat)) > 1])
        return Play(replace(state, asked=asked) if asked else replace(state, phase="roll"))

    def legal(self, state: Tp5State, player: Player) -> Sequence[Answer]:
        """Return a pass, and every action that one of the player's claims can pay for."""
        return _answers_of(state, player)

    def refuse(self, state: Tp5State, player: Player, action: Answer) -> None:
        """Raise `IllegalAction` with what is wrong with an action."""
        if isinstance(action, Pass):
            return
        own = claims_of(state.claims, player)
        offering = [one for one in programme(state.in_play).before_roll if one.action is type(action)]
        if not offering:
            raise IllegalAction(
                "not_in_play", say("That is not in play this round. Pass, or choose one of the answers listed.")
            )
        refuse_payment(own, action.paid)
        if not offering[0].may_act(state.claims, player, own):
            raise IllegalAction(
                "nothing_would_happen", say("That would come to nothing now. Pass, or choose another answer.")
            )

    def effective_actions(self, state: Tp5State, joint: Mapping[Player, Answer]) -> Mapping[Player, Answer]:
        """Keep only the action of the first player clockwise from the dealer."""
        return only_first(clockwise(state.dealer, state.players), joint, PASS)

    def resolve(self, state: Tp5State, joint: Mapping[Player, Answer], chance: Chance) -> Play:
        """Let one player pay and act, or close the window."""
        for player in clockwise(state.dealer, state.players):
            action = joint.get(player)
            if action is not None and not isinstance(action, Pass):
                acting = next(one for one in programme(state.in_play).before_roll if one.action is type(action))
                # Paid first, so that the action takes effect with the price gone (T6).
                return acting.carry_out(pick_up(replace(state, asked=()), player, action.paid), player, action)
        return Play(replace(state, asked=(), phase="roll"))


def refuse_payment(own: tuple[int, ...], paid: int) -> None:
    """Raise `IllegalAction` unless the player pays with one of their own claims on a tile (T6)."""
    if paid not in own:
        raise IllegalAction(
            "not_your_claim", say("You have no claim there to give up. Choose a tile that you have claimed.")
        )


def _answers_of(state: Tp5State, player: Player) -> tuple[Answer, ...]:
    in_play, claims, found = _LATEST[0]
    if claims is not state.claims or in_play is not state.in_play:
        found = {}
        _LATEST[0] = state.in_play, state.claims, found
    if player not in found:
        own = claims_of(state.claims, player)
        interrupts = programme(state.in_play).before_roll if own else ()
        found[player] = _answers(own, tuple([one for one in interrupts if one.may_act(state.claims, player, own)]))
    return found[player]


_LATEST: list[tuple[tuple[Key, ...], Owners, dict[Player, tuple[Answer, ...]]]] = [((), (), {})]
"""The latest phestivities, claims and what each player can answer, asked for when players are found, when their
answers are listed and when each is checked."""


@lru_cache(maxsize=4096)
def _answers(own: tuple[int, ...], acting: tuple[Interrupt[Any], ...]) -> tuple[Answer, ...]:
    return (PASS, *[action for one in acting for action in one.actions(own)])


class SendBackPart(Part[SendBack]):
    """The evictor picks which identifier of each player on the row goes back (T14)."""

    answers = SendBack

    def go_on(self, state: Tp5State, chance: Chance) -> Play:
        """Ask about the next player; a single identifier on the row goes back automatically."""
        events: list[Event] = []
        while state.to_evict:
            legal = self.legal(state, state.evictor)
            if len(legal) > 1:
                return Play(replace(state, asked=(state.evictor,)), tuple(events))
            play = _send_back(state, legal[0])
            state = play.state
            events += play.events
        return Play(replace(state, phase="place_again"), tuple(events))

    def legal(self, state: Tp5State, player: Player) -> Sequence[SendBack]:
        """Return the next player's identifiers on the row."""
        owner = state.to_evict[0]
        return [SendBack(owner, place) for place in row_of(player) if owner in state.claims[place]]

    def refuse(self, state: Tp5State, player: Player, action: SendBack) -> None:
        """Raise `IllegalAction` naming who is next."""
        raise IllegalAction(
            "not_on_your_row", say("Pick an identifier of the player who is next, on a tile of your row.")
        )

    def resolve(self, state: Tp5State, joint: Mapping[Player, SendBack], chance: Chance) -> Play:
        """Send the identifier back."""
        ((_, action),) = joint.items()
        return _send_back(replace(state, asked=()), action)


def _send_back(state: Tp5State, action: SendBack) -> Play:
    lifted = into_hand(pick_up(state, action.owner, action.place), action.owner)
    after = replace(lifted, to_evict=state.to_evict[1:])
    return Play(after, (IdentifierSentBack(state.evictor, action.owner, spot_of(state, action.place)),))
