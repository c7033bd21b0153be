"""The site's part of a match's chance: fixed and published as a hash before anyone adds words.

The page that opens a table carries an *offer*: a fresh root that only the site can decrypt, and
the public hash of the seed that follows from it. So even the host's words come after the site's seed was fixed. An
offer is valid for one host and one match: a seed that was revealed after a match must never be used again.

The seeds of a table are a chain: each is the hash of the next, and the root is the last. Opening one tells nothing
about the next, yet the one published hash fixes them all.
"""

import secrets
from dataclasses import dataclass
from typing import Any

import msgspec
from cryptography.fernet import InvalidToken

from engine.log import seed_before, seed_hash
from foundation.errors import Refused
from foundation.vault import seal, unseal
from matches.models import Match


@dataclass(frozen=True)
class SeedOffer:
    """A seed offered to a host."""

    token: str
    """The encrypted root for the form's hidden field."""
    hash: str


LATER_SEEDS = 100
"""How many seeds a table has after its first: one for each time that it is taken back after its end."""

TOO_OLD = "This form has been used before or is too old. Load the page again and open the table again."


class _Content(msgspec.Struct):
    root: str
    host: int


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
    """Return what a new match keeps of its seeds."""
    return {"seed_hash": seed_hash(seed_at(root, 0)), "sealed_seeds": seal(root.hex())}


def offer_seed(*, host_id: int) -> SeedOffer:
    """Draw the seeds of a table that this host may open."""
    root = new_root()
    return SeedOffer(seal(_Content(root.hex(), host_id)).decode(), seed_hash(seed_at(root, 0)))


def root_for(*, host_id: int, token: str) -> bytes:
    """Return the root of the offer that the host saw, or a fresh one if there was none."""
    return offered_root(token=token, host_id=host_id) if token else new_root()


def offered_root(*, token: str, host_id: int) -> bytes:
    """Return the root of an offer. Raises `Refused` if it belongs to another host or was used before."""
    try:
        content: _Content = unseal(token.encode(), _Content)
    except (InvalidToken, msgspec.MsgspecError) as error:
        raise Refused("seed_offer_invalid", TOO_OLD) from error
    root = bytes.fromhex(content.root)
    if content.host != host_id or Match.objects.filter(seed_hash=seed_hash(seed_at(root, 0))).exists():
        raise Refused("seed_offer_used", TOO_OLD)
    return root


def site_seeds(match: Match) -> list[bytes]:
    """Return the site's seeds for a match: the first, then one for each rewind after its end."""
    root = bytes.fromhex(unseal(match.sealed_seeds, str))
    return [seed_at(root, place) for place in range(match.later_seeds + 1)]


def go_on_to_next_seed(match: Match) -> str:
    """Go on to the next seed of a match whose last one is public, and return its hash. The caller saves the match.

    Otherwise anyone with the record of the ended match could predict all later draws. Nobody draws it now: it was
    fixed when the table was opened. Raises `Refused` if there is none left.
    """
    if match.later_seeds == LATER_SEEDS:
        raise Refused("taken_back_too_often", "This match was taken back too often. Void its result instead.")
    match.later_seeds += 1
    return seed_hash(site_seeds(match)[-1])


def house_words(name: str) -> str:
    """Return a bot's contribution to the seed, fixed by its name so that the site cannot choose it."""
    return f"house player {name}"
