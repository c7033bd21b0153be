"""Claiming tiles: clockwise from the dealer, one identifier at a time, until all hands are empty (T5)."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from engine import Chance, Event, IllegalAction, Player
from engine.language import say
from games.tp5.rules.actions import Claim, Hog, Tp5Action
from games.tp5.rules.claims import claims_open_to, duty_calls, refuse_claim, refuse_idle
from games.tp5.rules.events import IdentifiersSetAside, TileClaimed, TileHogged
from games.tp5.rules.flow import Play
from games.tp5.rules.identifiers import hog, put_down, set_aside
from games.tp5.rules.phases.base import Part
from games.tp5.rules.programme import programme
from games.tp5.rules.state import NOBODY, ROW, Tp5State, clockwise, left_of, spot_of


class ClaimPart(Part[Claim | Hog]):
    """Players claim in turn; those without identifiers are skipped."""

    answers = (Claim, Hog)

    def go_on(self, state: Tp5State, chance: Chance) -> Play:
        """Ask the next player who has a choice; a single legal claim is made automatically (T11)."""
        events: list[Event] = []
        while any(state.held):
            player = next(seat for seat in clockwise(state.turn, state.players) if state.held[seat])
            legal = self.legal(state, player)
            if len(legal) > 1:
                return Play(replace(state, turn=player, asked=(player,)), tuple(events))
            play = place(state, player, legal[0]) if legal else give_up_placing(state, player)
            state = replace(play.state, turn=left_of(player, state.players))
            events += play.events
        return Play(replace(state, phase="before_roll"), tuple(events))

    def legal(self, state: Tp5State, player: Player) -> Sequence[Claim | Hog]:
        """Return the claims, and the alternatives that phestivities offer."""
        claims = claims_open_to(state, player)
        claiming = programme(state.in_play).claiming
        if not claiming or duty_calls(state, player):
            return claims
        return (*claims, *[action for one in claiming for action in one.instead_of_claim(state, player)])

    def check(self, state: Tp5State, player: Player, action: Tp5Action) -> None:
        """Raise `IllegalAction` with the reason, without listing all claims."""
        if isinstance(action, Claim):
            refuse_claim(state, player, action)
        elif isinstance(action, Hog):
            _refuse_hog(state, player, action)
        else:
            super().check(state, player, action)

    def resolve(self, state: Tp5State, joint: Mapping[Player, Claim | Hog], chance: Chance) -> Play:
        """Place the identifier and pass the turn to the left."""
        ((player, action),) = joint.items()
        return place(replace(state, asked=(), turn=left_of(player, state.players)), player, action)


class PlaceAgainPart(Part[Claim]):
    """Identifiers taken back are placed at once, only by claims: Time warp and Eviction."""

    answers = Claim

    def go_on(self, state: Tp5State, chance: Chance) -> Play:
        """Ask the first player clockwise from the dealer who holds identifiers; then reopen the window."""
        events: list[Event] = []
        while any(state.held):
            player = next(seat for seat in clockwise(state.dealer, state.players) if state.held[seat])
            legal = claims_open_to(state, player)
            if len(legal) > 1:
                return Play(replace(state, asked=(player,)), tuple(events))
            play = place(state, player, legal[0]) if legal else give_up_placing(state, player)
            state = play.state
            events += play.events
        return Play(replace(state, phase="before_roll", evictor=NOBODY), tuple(events))

    def legal(self, state: Tp5State, player: Player) -> Sequence[Claim]:
        """Return the claims under all rules."""
        return claims_open_to(state, player)

    def check(self, state: Tp5State, player: Player, action: Tp5Action) -> None:
        """Raise `IllegalAction` with the reason, without listing all claims."""
        if isinstance(action, Claim):
            refuse_claim(state, player, action)
        else:
            super().check(state, player, action)

    def resolve(self, state: Tp5State, joint: Mapping[Player, Claim], chance: Chance) -> Play:
        """Place the identifier."""
        ((player, action),) = joint.items()
        return place(replace(state, asked=()), player, action)


def place(state: Tp5State, player: Player, action: Claim | Hog) -> Play:
    """Carry out a claim or a hog."""
    if isinstance(action, Hog):
        return Play(hog(state, player, ROW * player + action.slot), (TileHogged(player, action.slot),))
    return Play(put_down(state, player, action), (TileClaimed(player, action.owner, spot_of(state, action.place)),))


def give_up_placing(state: Tp5State, player: Player) -> Play:
    """Put the identifiers without a legal place out of play (T5)."""
    return Play(set_aside(state, player), (IdentifiersSetAside(player, state.held[player]),))


def _refuse_hog(state: Tp5State, player: Player, action: Hog) -> None:
    tile = ROW * player + action.slot
    if not programme(state.in_play).claiming:
        raise IllegalAction("not_in_play", say("Hogging is not in play this round. Claim a tile."))
    if player not in state.held[player]:
        raise IllegalAction(
            "identifier_not_held", say("You hold none of your own identifiers to hog with. Claim a tile.")
        )
    if tile in state.hogged:
        raise IllegalAction("tile_hogged", say("You have taken this tile already. Choose another tile."))
    if state.claims[tile]:
        raise IllegalAction("tile_claimed", say("An identifier lies on this tile. Hog one that nobody has claimed."))
    refuse_idle(state, player, tile)
