"""Where identifiers may be placed (T5)."""

from itertools import chain
from typing import NamedTuple

from engine import IllegalAction, Player
from engine.language import say
from games.tp5.rules.actions import Claim
from games.tp5.rules.phestivities.base import Phestivity
from games.tp5.rules.programme import programme
from games.tp5.rules.state import NOBODY, PLACES_MOST, ROW, Owners, Tp5State, claims_of, row_of

OWN_ROW_MOST = 2
SEATS_MOST = 12


Places = tuple[int, ...]

CLAIMS = tuple(tuple(Claim(place, owner) for place in range(PLACES_MOST)) for owner in range(SEATS_MOST))
"""All claims, by owner and place."""


class Open(NamedTuple):
    """Where an owner's next identifier may go."""

    places: Places
    claims: tuple[Claim, ...]
    """The claims of these places."""
    duty_calls: bool
    """True if it must serve a duty, and can (T5)."""


class _Table(NamedTuple):
    """What was found out about the latest table.

    The same one is asked about when a player is found, when their answers are listed and when one is checked, and
    its many fields are slow to hash.
    """

    state: Tp5State
    open: dict[Player, Open]
    """Where each owner's next identifier may go."""
    claims: dict[tuple[Player, ...], tuple[Claim, ...]]
    """The claims that a hand of identifiers may make."""


_LATEST = [_Table(Tp5State(0, 0, (), "dealer", "in_turn", 0, "over", 0, (), ()), {}, {})]


def _table_of(state: Tp5State) -> _Table:
    table = _LATEST[0]
    known = table.state
    if not (
        known.claims is state.claims
        and known.held is state.held
        and known.in_play is state.in_play
        and known.hogged == state.hogged
        and known.evictor == state.evictor
        and known.players == state.players
    ):
        table = _LATEST[0] = _Table(state, {}, {})
    return table


def places_open_to(state: Tp5State, owner: Player) -> Open:
    """Return where an owner's next identifier may go."""
    found = _table_of(state).open
    if owner not in found:
        found[owner] = _open(state, owner)
    return found[owner]


def _open(state: Tp5State, owner: Player) -> Open:
    free = _free_places(state.claims, state.hogged, state.evictor, owner)
    duty = programme(state.in_play).duty
    serving: Places = ()
    if duty is not None and _is_bound(state.claims, state.held, duty, state.players, owner):
        serve = duty.places(state.players, owner)
        serving = tuple([place for place in free if place in serve])
    places, own = serving or free, CLAIMS[owner]
    return Open(places, tuple([own[place] for place in places]), duty_calls=bool(serving))


def _claims_on_own_row(claims: Owners, hogged: Places, owner: Player) -> int:
    """Return how many identifiers an owner has on their own row, ignoring hogged tiles (T18)."""
    return sum([owner in claims[place] and place not in hogged for place in row_of(owner)])


def _free_places(claims: Owners, hogged: Places, evictor: Player, owner: Player) -> Places:
    """Return the places open to an owner's identifier, ignoring duties."""
    places = [
        place
        for place, owners in enumerate(claims)
        if not owners or (owner not in owners and len(owners) < ROW)  # no owners is the usual case, and quick to tell
    ]
    if hogged:
        places = [place for place in places if place not in hogged]
    if _claims_on_own_row(claims, hogged, owner) >= OWN_ROW_MOST:
        places = [place for place in places if place // ROW != owner]
    if evictor != NOBODY:
        places = [place for place in places if place // ROW != evictor]
    return tuple(places)


def _is_bound(claims: Owners, held: Owners, duty: Phestivity, players: int, owner: Player) -> bool:
    unplaced = sum([hand.count(owner) for hand in held])
    if not 0 < unplaced <= duty.duty:
        return False
    serve = duty.places(players, owner)
    return unplaced <= duty.duty - sum([place in serve for place in claims_of(claims, owner)])


def is_bound(state: Tp5State, owner: Player) -> bool:
    """True if an owner needs all unplaced identifiers to meet open duties (T5)."""
    duty = programme(state.in_play).duty
    return duty is not None and _is_bound(state.claims, state.held, duty, state.players, owner)


def claims_open_to(state: Tp5State, holder: Player) -> tuple[Claim, ...]:
    """Return all claims a holder may make with the identifiers in hand (T17)."""
    hand, found = state.held[holder], _table_of(state).claims
    if hand not in found:
        found[hand] = tuple(chain.from_iterable([places_open_to(state, owner).claims for owner in sorted({*hand})]))
    return found[hand]


def refuse_claim(state: Tp5State, holder: Player, claim: Claim) -> None:
    """Raise `IllegalAction` with the reason if a claim is not allowed."""
    place, owner = claim.place, claim.owner
    if owner in state.held[holder] and place in places_open_to(state, owner).places:
        return
    if owner not in state.held[holder]:
        raise IllegalAction("identifier_not_held", say("You hold no such identifier. Place one that is in your hand."))
    if not 0 <= place < len(state.claims):
        raise IllegalAction("no_such_place", say("No tile lies there. Choose a tile of a row or of the centre."))
    owners = state.claims[place]
    if place in state.hogged:
        raise IllegalAction("tile_hogged", say("This tile has been taken out of its row. Choose another tile."))
    if owner in owners:
        raise IllegalAction("already_claimed", say("This player has an identifier on that tile. Choose another tile."))
    if len(owners) >= ROW:
        raise IllegalAction("tile_full", say("Four identifiers lie on this tile already. Choose another tile."))
    if place // ROW == state.evictor:
        raise IllegalAction(
            "evicted_from_row", say("An evicted identifier goes elsewhere. Choose a tile of another row.")
        )
    if place // ROW == owner and _claims_on_own_row(state.claims, state.hogged, owner) >= OWN_ROW_MOST:
        raise IllegalAction(
            "two_on_own_row", say("Two identifiers of this player lie on their own row. Choose a tile elsewhere.")
        )
    refuse_idle(state, owner, place)


def refuse_idle(state: Tp5State, owner: Player, place: int) -> None:
    """Raise `IllegalAction` if an owner's last identifiers must serve a duty and this place does not (T5)."""
    duty = programme(state.in_play).duty
    if duty and duty_calls(state, owner) and place not in duty.places(state.players, owner):
        raise IllegalAction("duty_open", say(duty.duty_words))


def duty_calls(state: Tp5State, owner: Player) -> bool:
    """True if an owner's next identifier must serve a duty, and can (T5)."""
    return places_open_to(state, owner).duty_calls
