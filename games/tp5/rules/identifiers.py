"""Moving identifiers between hands and tiles."""

from msgspec.structs import replace

from engine import Player
from games.tp5.rules.actions import Claim
from games.tp5.rules.state import Tp5State


def put_down(state: Tp5State, holder: Player, claim: Claim) -> Tp5State:
    """Move an identifier from a hand to a tile."""
    owners = state.claims[claim.place]
    return replace(
        state,
        claims=_with(state.claims, claim.place, (*owners, claim.owner)),
        held=_with(state.held, holder, without(state.held[holder], claim.owner)),
    )


def hog(state: Tp5State, owner: Player, place: int) -> Tp5State:
    """Move a tile behind its row and put an identifier of its owner on it."""
    hogged = tuple(sorted((*state.hogged, place)))
    return replace(put_down(state, owner, Claim(place, owner)), hogged=hogged)


def pick_up(state: Tp5State, owner: Player, place: int) -> Tp5State:
    """Take an identifier off a tile; a hogged tile then returns to its row."""
    claims = _with(state.claims, place, without(state.claims[place], owner))
    return replace(state, claims=claims, hogged=without(state.hogged, place))


def without(numbers: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Return the numbers without the first that equals `number`, if any."""
    if number not in numbers:
        return numbers
    at = numbers.index(number)
    return numbers[:at] + numbers[at + 1 :]


def _with(rows: tuple[tuple[int, ...], ...], at: int, row: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return (*rows[:at], row, *rows[at + 1 :])


def into_hand(state: Tp5State, owner: Player) -> Tp5State:
    """Return one of a player's identifiers to their hand."""
    return replace(state, held=_with(state.held, owner, (*state.held[owner], owner)))


def set_aside(state: Tp5State, holder: Player) -> Tp5State:
    """Put all identifiers of a hand out of play."""
    return replace(state, held=_with(state.held, holder, ()))
