"""The dump: one file with the records of finished public matches, made once a day for everyone who studies them.

A match is left out whole if one of its players stays out, has asked for erasure or is erased: a record without one of
its seats could not be checked.
"""

import io
import zipfile
from datetime import datetime
from functools import lru_cache
from itertools import islice

import msgspec
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from foundation.shares import in_shares
from matches.models import FormerHolder, Match, Seat
from matches.view.exports import is_piecepack, ppn
from matches.view.match_view import match_view, matches
from matches.view.result_feeds import PUBLIC
from matches.view.signed import signed_notation
from matches.view.verification import match_record
from rights.models import Dump

BYTES_MOST = 32 * 1024 * 1024
"""The size at which a dump ends: the newest matches are in it."""
MATCHES_MOST = 20_000
"""The most matches that are looked at for a dump: each is verified, and many may not be vouched for."""
NEWEST_FIRST = ("-moved_at", "-pk")
"""In the order of an index."""
A_SHARE = 200
"""Matches that are read by one statement."""
ABOUT = """{site}: finished public matches, of {now.day} {now:%B %Y}

matches/NUMBER.json is the signed record of a match. Check it with the source of the site:
  python -m games.verify matches/NUMBER.json --key KEYS
matches/NUMBER.ppn is the same match in Portable Piecepack Notation, signed too, for games played with the piecepack.
index.json lists the matches, newest first. KEYS is {url}/.well-known/piecepack-keys.json; what is signed and how is
described at {url}/help/verification/. Matches of players who stay out are not in it.
"""


class Listed(msgspec.Struct, frozen=True):
    """A match in the list of a dump."""

    number: int
    game: str
    players: int
    ended_at: datetime | None


def open_matches() -> QuerySet[Match]:
    """The matches that may be in a dump."""
    out = User.objects.filter(
        Q(stays_out=True)
        | Q(erasure__isnull=False)
        | Q(bot_account__owner__stays_out=True)
        | Q(bot_account__owner__erasure__isnull=False)
    ).values("pk")
    seats = Seat.objects.filter(Q(user__in=out) | Q(first_user__in=out), match=OuterRef("pk"))
    left = FormerHolder.objects.filter(user__in=out, match=OuterRef("pk"))
    return matches().filter(~Exists(seats), ~Exists(left), PUBLIC)


def make_dump(*, now: datetime) -> Dump:
    """Make the dump of today, which replaces the last one."""
    packed, listed = io.BytesIO(), []
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as folder:

        def write(name: str, content: bytes) -> None:
            folder.writestr(zipfile.ZipInfo(name, now.timetuple()[:6]), content, zipfile.ZIP_DEFLATED)

        for match in islice(in_shares(open_matches(), A_SHARE, by=NEWEST_FIRST), MATCHES_MOST):
            if packed.tell() > BYTES_MOST:
                break
            record = match_record(match)
            if record.proof is None:
                # Its rows were changed, so the site does not vouch for it.
                continue
            write(f"matches/{match.pk}.json", msgspec.json.encode(record))
            if is_piecepack(match.game):
                view = match_view(match, None, log_steps=None, with_course=True)
                write(f"matches/{match.pk}.ppn", signed_notation(ppn(view), match, view).encode())
            listed.append(Listed(match.pk, match.game, match.players, match.ended_at))
        write("index.json", msgspec.json.format(msgspec.json.encode(listed), indent=1))
        about = ABOUT.format(site=settings.SITE_NAME, url=settings.SITE_URL, now=now)
        write("README.txt", about.encode())
    with transaction.atomic():
        Dump.objects.all().delete()
        content = packed.getvalue()
        return Dump.objects.create(made_at=now, matches=len(listed), size=len(content), content=content)


def newest_dump() -> Dump | None:
    """The dump that everyone can have, if one was made, without its content."""
    return Dump.objects.order_by("-pk").defer("content").first()


@lru_cache(maxsize=1)
def content_of(number: int, made_at: datetime) -> bytes:
    """The file of a dump. All downloads share one copy: many slow ones would fill the memory. Raises `DoesNotExist`."""
    return bytes(Dump.objects.values_list("content", flat=True).get(pk=number, made_at=made_at))
