"""The site's part of a match's chance: fixed and published as a hash before anyone adds words.

The page that opens a table carries an *offer*: a fresh seed that only the site can decrypt, and
its public hash. So even the host's words come after the site's seed was fixed. An offer is valid
for one host and one match: a seed that was revealed after a match must never be used again.
"""

import secrets
from dataclasses import dataclass

import msgspec
from cryptography.fernet import InvalidToken

from engine.log import seed_hash
from foundation.errors import Refused
from foundation.vault import seal, unseal
from matches.models import Match


@dataclass(frozen=True)
class SeedOffer:
    """A seed offered to a host."""

    token: str
    """The encrypted seed for the form's hidden field."""
    hash: str


TOO_OLD = "This form has been used before or is too old. Load the page again and open the table again."


class _Content(msgspec.Struct):
    seed: str
    host: int


def new_seed() -> bytes:
    """Draw a random seed."""
    return secrets.token_bytes(32)


def offer_seed(*, host_id: int) -> SeedOffer:
    """Draw a seed for a table that this host may open."""
    seed = new_seed()
    return SeedOffer(seal(_Content(seed.hex(), host_id)).decode(), seed_hash(seed))


def site_seed_for(*, host_id: int, token: str) -> bytes:
    """Return the seed of the offer that the host saw, or a fresh one if there was none."""
    return offered_seed(token=token, host_id=host_id) if token else new_seed()


def offered_seed(*, token: str, host_id: int) -> bytes:
    """Return the seed of an offer. Raises `Refused` if it belongs to another host or was used before."""
    try:
        content: _Content = unseal(token.encode(), _Content)
    except (InvalidToken, msgspec.MsgspecError) as error:
        raise Refused("seed_offer_invalid", TOO_OLD) from error
    seed = bytes.fromhex(content.seed)
    if content.host != host_id or Match.objects.filter(seed_hash=seed_hash(seed)).exists():
        raise Refused("seed_offer_used", TOO_OLD)
    return seed


def site_seeds(match: Match) -> list[bytes]:
    """Return the site's seeds for a match: the first, then one for each rewind after its end."""
    later = [] if match.sealed_later_seeds is None else unseal(match.sealed_later_seeds, list[str])
    return [bytes.fromhex(seed) for seed in (unseal(match.sealed_seed, str), *later)]


def renew_seed(match: Match) -> str:
    """Add a fresh seed to a match whose first seed is public, and return its hash. The caller saves the match.

    Otherwise anyone with the record of the ended match could predict all later draws.
    """
    seed, later = new_seed(), site_seeds(match)[1:]
    match.sealed_later_seeds = seal([old.hex() for old in (*later, seed)])
    return seed_hash(seed)


def house_words(name: str) -> str:
    """Return a bot's contribution to the seed, fixed by its name so that the site cannot choose it."""
    return f"house player {name}"
