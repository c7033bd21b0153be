"""Telling followers of an open table, as often as they chose."""

from datetime import datetime, timedelta

from django.db import transaction

from accounts.identity.blocks import blocks_among
from accounts.models import User
from friends.frequencies import CHANNELS, Frequency
from friends.models import Follow
from matches.models import Match, Seat
from matches.notices import notify_open_table
from notifications.kinds import Kind
from notifications.services.preferences import choose_channels

MOST_TOLD = 500
"""How many followers are told, those who have followed longest first."""
TOLD_A_DAY = 5
"""Of how many tables of one host followers are told in a day."""


def tell_followers(*, match: Match, now: datetime) -> None:
    """Tell the host's followers of a table that anyone may join."""
    if match.status != Match.Status.OPEN or match.private or match.anonymous or match.host is None:
        return
    free = match.seats.filter(user=None, offer=Seat.Offer.OPEN).count()
    recent = Match.objects.filter(host=match.host, private=False, created_at__gt=now - timedelta(days=1))
    if not free or recent.count() > TOLD_A_DAY:
        return
    rows = Follow.objects.filter(other=match.host, refused=False, by__is_active=True)
    rows = rows.exclude(by__in=match.seats.exclude(invited=None).values("invited"))
    users = [row.by for row in rows.exclude(by__suspended_until__gt=now).select_related("by")[:MOST_TOLD]]
    ids = [user.pk for user in users]
    apart = {*blocks_among([match.host.pk], ids), *((other, by) for by, other in blocks_among(ids, [match.host.pk]))}
    told = [user for user in users if (match.host.pk, user.pk) not in apart]
    notify_open_table(match=match, host=match.host, free=free, users=told, now=now)


@transaction.atomic
def choose_frequency(*, user: User, frequency: Frequency) -> None:
    """Choose how one hears of open tables: never, once a day, or at once."""
    choose_channels(user=user, kind=Kind.OPEN_TABLE, channels=CHANNELS[frequency])
