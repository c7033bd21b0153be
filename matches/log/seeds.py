"""The site's part of a match's chance: fixed and shown by its hash before anyone adds words.

The page on which a table is opened carries an *offer*: a fresh seed that only the site can open, and
its hash for all to read. So even the host's words come after the site's seed was fixed. An offer is
for one host and one match: a seed that was opened at the end of a match must never be used again.
"""

import secrets
from dataclasses import dataclass

import msgspec
from cryptography.fernet import InvalidToken

from games.models import Match
from games.rules.core.log import seed_hash
from games.services.errors import Refused
from games.vault import seal, unseal


@dataclass(frozen=True)
class SeedOffer:
    """A seed that waits for a host's words."""

    token: str
    """For the form's hidden field; nobody but the site can open it."""
    hash: str


TOO_OLD = "This form has been used before or is too old. Load the page again and open the table anew."


class _Content(msgspec.Struct):
    seed: str
    host: int


def new_seed() -> bytes:
    """Draw a seed."""
    return secrets.token_bytes(32)


def seed_offer(*, host_id: int) -> SeedOffer:
    """Fix a seed for a table that this host may open."""
    seed = new_seed()
    return SeedOffer(seal(_Content(seed.hex(), host_id)).decode(), seed_hash(seed))


def site_seed_for(*, host_id: int, token: str) -> bytes:
    """The seed of the offer that a host was shown, or a fresh one where none was."""
    return offered_seed(token=token, host_id=host_id) if token else new_seed()


def offered_seed(*, token: str, host_id: int) -> bytes:
    """Open an offer. Raises `Refused` when it is not this host's, or was used before."""
    try:
        content: _Content = unseal(token.encode(), _Content)
    except (InvalidToken, msgspec.MsgspecError) as error:
        raise Refused("seed_offer_invalid", TOO_OLD) from error
    seed = bytes.fromhex(content.seed)
    if content.host != host_id or Match.objects.filter(seed_hash=seed_hash(seed)).exists():
        raise Refused("seed_offer_used", TOO_OLD)
    return seed


def site_seeds(match: Match) -> list[bytes]:
    """The site's seeds for a match: the first, then one for each time that it was taken back after its end."""
    later = [] if match.sealed_later_seeds is None else unseal(match.sealed_later_seeds, list[str])
    return [bytes.fromhex(seed) for seed in (unseal(match.sealed_seed, str), *later)]


def seed_renew(match: Match) -> str:
    """Draw a further seed for a match whose first is open, and return its hash. The caller saves the match.

    Whoever has the record of an ended match could work out all chance to come from the old one.
    """
    seed, later = new_seed(), site_seeds(match)[1:]
    match.sealed_later_seeds = seal([old.hex() for old in (*later, seed)])
    return seed_hash(seed)


def house_words(name: str) -> str:
    """What one of the site's own players adds: nothing that the site could choose."""
    return f"house player {name}"
