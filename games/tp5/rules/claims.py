"""Where identifiers may be placed (T5)."""

from engine import IllegalAction, Player
from engine.piecepack import TILES
from games.tp5.rules.actions import Claim
from games.tp5.rules.programme import programme
from games.tp5.rules.state import NOBODY, ROW, Tp5State, row_of

OWN_ROW_MOST = 2
SEATS_MOST = 12


CLAIMS = tuple(tuple(Claim(place, owner) for place in range(2 * len(TILES))) for owner in range(SEATS_MOST))
"""All claims, by owner and place."""


def claims_on_own_row(state: Tp5State, owner: Player) -> int:
    """Return how many identifiers an owner has on their own row, ignoring hogged tiles (T18)."""
    hogged = state.hogged
    return sum([owner in state.claims[place] and place not in hogged for place in row_of(owner)])


def free_places(state: Tp5State, owner: Player) -> list[int]:
    """Return the places open to an owner's identifier, ignoring duties."""
    places = [place for place, owners in enumerate(state.claims) if len(owners) < ROW and owner not in owners]
    if state.hogged:
        places = [place for place in places if place not in state.hogged]
    if claims_on_own_row(state, owner) >= OWN_ROW_MOST:
        places = [place for place in places if place // ROW != owner]
    if state.evictor != NOBODY:
        places = [place for place in places if place // ROW != state.evictor]
    return places


def is_bound(state: Tp5State, owner: Player) -> bool:
    """Return True if an owner needs all unplaced identifiers to meet open duties (T5)."""
    duty = programme(state.in_play).duty
    if duty is None:
        return False
    done = sum([owner in owners and duty.serves(state, owner, place) for place, owners in enumerate(state.claims)])
    unplaced = sum([hand.count(owner) for hand in state.held])
    return 0 < unplaced <= duty.duty - done


def serving(state: Tp5State, owner: Player, places: list[int]) -> list[int]:
    """Return the places that serve an owner's duty."""
    duty = programme(state.in_play).duty
    return [] if duty is None else [place for place in places if duty.serves(state, owner, place)]


def open_places(state: Tp5State, owner: Player) -> list[int]:
    """Return the places where an owner's identifier may go now."""
    places = free_places(state, owner)
    if is_bound(state, owner):
        return serving(state, owner, places) or places
    return places


def claims_open_to(state: Tp5State, holder: Player) -> tuple[Claim, ...]:
    """Return all claims a holder may make with the identifiers in hand (T17)."""
    owners = sorted(set(state.held[holder]))
    return tuple([CLAIMS[owner][place] for owner in owners for place in open_places(state, owner)])


def refuse_claim(state: Tp5State, holder: Player, claim: Claim) -> None:
    """Raise `IllegalAction` with the reason if a claim is not allowed."""
    place, owner = claim.place, claim.owner
    if owner not in state.held[holder]:
        raise IllegalAction("identifier_not_held", "You hold no such identifier. Place one that is in your hand.")
    if not 0 <= place < len(state.claims):
        raise IllegalAction("no_such_place", "No tile lies there. Choose a tile of a row or of the centre.")
    owners = state.claims[place]
    if place in state.hogged:
        raise IllegalAction("tile_hogged", "This tile has been taken out of its row. Choose another tile.")
    if owner in owners:
        raise IllegalAction("already_claimed", "This player has an identifier on that tile. Choose another tile.")
    if len(owners) >= ROW:
        raise IllegalAction("tile_full", "Four identifiers lie on this tile already. Choose another tile.")
    if place // ROW == state.evictor:
        raise IllegalAction("evicted_from_row", "An evicted identifier goes elsewhere. Choose a tile of another row.")
    if place // ROW == owner and claims_on_own_row(state, owner) >= OWN_ROW_MOST:
        raise IllegalAction(
            "two_on_own_row", "Two identifiers of this player lie on their own row. Choose a tile elsewhere."
        )
    refuse_idle(state, owner, place)


def refuse_idle(state: Tp5State, owner: Player, place: int) -> None:
    """Raise `IllegalAction` if an owner's last identifiers must serve a duty and this place does not (T5)."""
    duty = programme(state.in_play).duty
    if duty and duty_calls(state, owner) and not duty.serves(state, owner, place):
        raise IllegalAction("duty_open", duty.duty_words)


def duty_calls(state: Tp5State, owner: Player) -> bool:
    """Return True if an owner's next identifier must serve a duty, and can (T5)."""
    return is_bound(state, owner) and bool(serving(state, owner, free_places(state, owner)))
