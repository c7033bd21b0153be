"""What the site signs of its matches: records, notations, and the receipt of each seat.

Nothing is signed while answers are sealed or rounds resolved, only when a file is asked for or a program sits down.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import gettext_lazy

from engine.log import BY_RULES, MatchRecord, statement_of
from engine.ppn_proof import notation_hash, with_proof
from engine.proof import FORMAT, About, Signed, Statement
from engine.replay import check_chain
from engine.view import MatchView
from foundation.errors import Forbidden
from foundation.signing import sign
from matches.log.seeds import commitments_of
from matches.models import Match

NO_RECEIPT = gettext_lazy("A receipt is for a player of this table. Log in as one, or take a seat.")


class _Entry(NamedTuple):
    """One step of the chain, of which nothing is secret."""

    link: str
    moderated: bool


def proof_of(record: MatchRecord, number: int) -> Signed | None:
    """Sign the record of a table, or nothing if its chain does not hold: its rows were changed."""
    if not check_chain(record).ok:
        return None
    return sign(statement_of(record, site=settings.SITE_URL, number=number))


def signed_notation(text: str, match: Match, view: MatchView) -> str:
    """Return a notation with its proof, which adds nothing to what its reader can see of the match."""
    contributions = [seat.contribution for seat in match.seats.all()] if view.status == "finished" else []
    statement = _statement(
        match,
        "notation",
        [_Entry(entry.link, entry.moderated) for entry in reversed(view.log)],
        names=tuple(seat.name for seat in view.seats),
        contributions=tuple(contributions),
        file=notation_hash(text),
    )
    return with_proof(text, sign(statement))


def receipt_of(match: Match, user_id: int | None) -> Signed:
    """Return the receipt of a user's seat: what the site has fixed so far. Raises `Forbidden`.

    A substitute's receipt is without the contribution, which someone else made.
    """
    # The log first: should the match begin meanwhile, the receipt is one of before.
    rows = match.steps.order_by("number", "part").values_list("hash", "kind")
    entries = [_Entry(link, kind not in BY_RULES) for link, kind in rows]
    seat = match.seats.filter(user_id=user_id).first() if user_id is not None else None
    if seat is None:
        raise Forbidden("not_your_seat", NO_RECEIPT)
    own = seat.contribution if seat.first_user_id in (None, user_id) else ""
    # The seats of an anonymous table are drawn at its start.
    number = seat.number if entries or not match.anonymous else None
    chance = {
        "beacon": match.beacon,
        "beacon_round": match.beacon_round,
        "commitments": tuple(commitments_of(match)),
    }
    return sign(_statement(match, "receipt", entries, seat=number, contribution=own, **chance))


def _statement(match: Match, about: About, entries: Sequence[_Entry], **more: object) -> Statement:
    """Return what everyone at a table may know of its chain, and more."""
    return Statement(
        format=FORMAT,
        about=about,
        site=settings.SITE_URL,
        number=match.pk,
        game=match.game,
        rules_version=match.rules_version,
        options=match.options,
        seed_hash=match.seed_hash,
        head=entries[-1].link if entries else "",
        steps=len(entries),
        moderated=sum(entry.moderated for entry in entries),
        **more,  # type: ignore[arg-type]
    )
