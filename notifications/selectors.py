"""What is asked about notices."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from allauth.account.models import EmailAddress
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from notifications.held_back import ABOUT_TURNS, held_back
from notifications.kinds import Kind
from notifications.models import DeadAddress, KeptMail, Notice
from notifications.terms import RINGING, UNCERTAIN, Channel, State

CALLING = (*RINGING, Channel.DIGEST)
UNSENT = (State.DUE, State.SENDING)


def notices_due(*, now: datetime, limit: int, channel: Channel = Channel.MAIL) -> list[int]:
    """The keys of notices to send by a channel now, those due longest first."""
    due = Notice.objects.filter(state=State.DUE, channel=channel, due_at__lte=now).order_by("due_at", "id")
    return list(due.values_list("id", flat=True)[:limit])


def digests_due(*, now: datetime, limit: int) -> list[int]:
    """The keys of users whose daily mail is due."""
    due = Notice.objects.filter(state=State.DUE, channel=Channel.DIGEST, due_at__lte=now)
    return list(due.order_by("user_id").values_list("user_id", flat=True).distinct()[:limit])


def untold(*, topic: str, step: int, users: Iterable[int]) -> set[int]:
    """Who of these was to be told of this turn, or reminded of it, and no channel worked.

    Who wanted no notice, was looking at the table or sleeps by their own quiet hours was not let down by a channel;
    nor was who has read it on the page.
    """
    read = Q(channel=Channel.PAGE, state=State.SENT, read_at__isnull=False)
    kept_back = Q(kind=Kind.TURN, channel__in=RINGING, state=State.WITHHELD)
    may_have_come = Q(channel__in=CALLING, state=State.FAILED, reason=UNCERTAIN)
    told = Q(channel__in=CALLING, state=State.SENT) | may_have_come | read | kept_back
    ended_badly = Q(state__in=(State.FAILED, State.BOUNCED))
    tried = Q(channel__in=CALLING) & (ended_badly | Q(attempts__gt=0, state__in=(*UNSENT, State.STALE)))
    turns = Notice.objects.filter(topic=topic, step=step, user__in=users, kind__in=(Kind.TURN, Kind.REMINDER))
    counted = turns.values("user").annotate(told=Count("pk", filter=told), tried=Count("pk", filter=tried & ~told))
    return {row["user"] for row in counted if row["tried"] and not row["told"]}


class Standing(NamedTuple):
    """What every page tells its reader about notices."""

    unread: int
    dead_address: str
    dead_reason: str


def standing_of(*, user_id: int) -> Standing:
    """How many notices a user has not read, and whether mails to their address come back."""
    address = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True).order_by("-primary", "id")
    dead = DeadAddress.objects.filter(user=OuterRef("pk"), address=OuterRef("at"))
    unread = Q(notices__channel=Channel.PAGE, notices__state=State.SENT, notices__read_at=None)
    known = User.objects.filter(pk=user_id).annotate(
        at=Subquery(address.values("email")[:1]), unread=Count("notices", filter=unread)
    )
    found = known.annotate(dead=Subquery(dead.values("reason")[:1])).values_list("unread", "at", "dead").first()
    if found is None:
        return Standing(0, "", "")
    count, at, reason = found
    return Standing(count - len(_settled(user_id)), at if reason is not None else "", reason or "")


def _unread(user_id: int) -> QuerySet[Notice]:
    return Notice.objects.filter(user=user_id, channel=Channel.PAGE, state=State.SENT, read_at=None)


def _settled(user_id: int) -> set[int]:
    """Which unread notices, by key, are about turns that a user's own plans have settled: they wait for nobody."""
    return held_back(user_id, _unread(user_id).filter(kind__in=ABOUT_TURNS).only("kind", "topic", "step"))


def unread_notices(*, user_id: int) -> QuerySet[Notice]:
    """What on the page a user has not read, but for turns that their own plans have settled."""
    return _unread(user_id).exclude(pk__in=_settled(user_id))


def unread_count(*, user_id: int) -> int:
    """How many notices on the page a user has not read."""
    return unread_notices(user_id=user_id).count()


def page_notices(*, user: User) -> QuerySet[Notice]:
    """What a user finds behind the bell, newest first."""
    return Notice.objects.filter(user=user, channel=Channel.PAGE, state=State.SENT).order_by("-due_at", "-pk")


def ledger_of(*, user: User) -> QuerySet[Notice]:
    """All that a user was told or not told, newest first."""
    return Notice.objects.filter(user=user).exclude(channel=Channel.PAGE).order_by("-made_at", "-pk")


def kept_mails() -> list[KeptMail]:
    """All kept mails, newest first, without their bodies."""
    return list(KeptMail.objects.defer("text", "html", "headers"))
