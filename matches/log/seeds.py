"""The site's part of a match's chance: fixed and published as a hash before anyone adds words.

The page that opens a table carries an *offer*: a fresh root that only the site can decrypt, and
the public hash of the seed that follows from it. So even the host's words come after the site's seed was fixed. An
offer is valid for one host and one match: a seed that was revealed after a match must never be used again.

The seeds of a table are a chain: each is the hash of the next, and the root is the last. Opening one tells nothing
about the next, yet the one published hash fixes them all.
"""

import secrets
from dataclasses import dataclass
from datetime import UTC
from typing import Any

import msgspec
from cryptography.fernet import InvalidToken
from django.conf import settings
from django.utils.translation import gettext, gettext_lazy

from engine.beacon import QUICKNET, Beacon
from engine.log import LATER_SEEDS, seed_before, seed_hash
from foundation.errors import Refused
from foundation.sanitise import sanitised
from foundation.vault import seal_as_text, seal_of_one_length, unseal
from matches.models import Match


@dataclass(frozen=True)
class SeedOffer:
    """A seed offered to a host."""

    token: str
    """The encrypted root for the form's hidden field."""
    hash: str


LONGEST_CONTRIBUTION = 100

TOO_OLD = gettext_lazy("This form has been used before or is too old. Load the page again and open the table again.")


class _Content(msgspec.Struct):
    root: str
    host: int


def beacon_of(match: Match) -> Beacon | None:
    """Return the public randomness of a match, or None if its table was opened without."""
    if match.beacon_round is None or match.full_at is None:
        return None
    at = match.full_at.astimezone(UTC).isoformat()
    return Beacon(match.beacon, match.beacon_round, at, match.beacon_signature)


def new_root() -> bytes:
    """Draw the root of a table's seeds."""
    return secrets.token_bytes(32)


def seed_at(root: bytes, place: int) -> bytes:
    """Return a seed of a table: the first at place 0, the root itself at `LATER_SEEDS`."""
    seed = root
    for _ in range(LATER_SEEDS - place):
        seed = seed_before(seed)
    return seed


def seed_columns(root: bytes) -> dict[str, Any]:
    """Return what a new match keeps of its seeds, and whether public randomness is mixed in."""
    beacon = QUICKNET.hash if settings.BEACON else ""
    return {"seed_hash": seed_hash(seed_at(root, 0)), "sealed_seeds": seal_of_one_length(root), "beacon": beacon}


def offer_seed(*, host_id: int) -> SeedOffer:
    """Draw the seeds of a table that this host may open."""
    root = new_root()
    return SeedOffer(seal_as_text(_Content(root.hex(), host_id)), seed_hash(seed_at(root, 0)))


def root_for(*, host_id: int, token: str) -> bytes:
    """Return the root of the offer that the host saw, or a fresh one if there was none."""
    return offered_root(token=token, host_id=host_id) if token else new_root()


def offered_root(*, token: str, host_id: int) -> bytes:
    """Return the root of an offer. Raises `Refused` if it belongs to another host or was used before."""
    try:
        content: _Content = unseal(token, _Content)
    except (InvalidToken, msgspec.MsgspecError) as error:
        raise Refused("seed_offer_invalid", TOO_OLD) from error
    root = bytes.fromhex(content.root)
    if content.host != host_id or Match.objects.filter(seed_hash=seed_hash(seed_at(root, 0))).exists():
        raise Refused("seed_offer_used", TOO_OLD)
    return root


def site_seeds(match: Match) -> list[bytes]:
    """Return the site's seeds for a match: the first, then one for each rewind after its end."""
    root = unseal(match.sealed_seeds, bytes)
    return [seed_at(root, place) for place in range(match.later_seeds + 1)]


def refuse_without_seed(match: Match) -> None:
    """Raise `Refused` if a match has no further seed."""
    if match.later_seeds == LATER_SEEDS:
        raise Refused("taken_back_too_often", gettext("This match was taken back too often. Void its result instead."))


def go_on_to_next_seed(match: Match) -> str:
    """Go on to the next seed of a match whose last one is public, and return its hash. The caller saves the match.

    Otherwise anyone with the record of the ended match could predict all later draws. Nobody draws it now: it was
    fixed when the table was opened. Raises `Refused` if there is none left.
    """
    refuse_without_seed(match)
    match.later_seeds += 1
    return seed_hash(site_seeds(match)[-1])


def words_of_seat(contribution: str) -> dict[str, str]:
    """Return what a seat keeps of its player's words. The site never writes words for anyone, as it could choose them.

    So seats of bots and of players who left the field empty add nothing.
    """
    words = sanitised(contribution)[:LONGEST_CONTRIBUTION]
    return {"contribution": words, "nonce": secrets.token_hex(16) if words else ""}


def commitments_of(match: Match) -> list[str]:
    """Return the commitments to all words so far, in the order in which their players sat down.

    It names no seats: at a table that hides names, they are drawn when the match begins.
    """
    seats = sorted(match.seats.exclude(contribution=""), key=lambda seat: (seat.joined_at or match.created_at, seat.pk))
    return [seat.commitment for seat in seats]
