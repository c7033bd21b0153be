"""Queries about notices."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from allauth.account.models import EmailAddress
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from foundation.kept_queries import KeptQuery, given
from notifications.enums import RINGING, UNCERTAIN, Channel, State
from notifications.held_back import ABOUT_TURNS, Turn, held_back
from notifications.kinds import Kind
from notifications.models import DeadAddress, KeptMail, Notice, Webhook

CALLING = (*RINGING, Channel.DIGEST)
UNSENT = (State.DUE, State.SENDING)


def notices_due(*, now: datetime, limit: int, channel: Channel = Channel.MAIL) -> list[int]:
    """The ids of notices due on a channel, longest due first."""
    due = Notice.objects.filter(state=State.DUE, channel=channel, due_at__lte=now).order_by("due_at", "id")
    return list(due.values_list("id", flat=True)[:limit])


def digests_due(*, now: datetime, limit: int) -> list[int]:
    """The ids of users whose daily mail is due, longest due first: the users of the first `limit` notices."""
    due = Notice.objects.filter(state=State.DUE, channel=Channel.DIGEST, due_at__lte=now).order_by("due_at", "id")
    # This uses the index. DISTINCT would read the whole ledger.
    return list(dict.fromkeys(due.values_list("user_id", flat=True)[:limit]))


def unreached(*, topic: str, step: int, users: Iterable[int]) -> set[int]:
    """The users whom no channel could tell or remind of this turn.

    Users who wanted no notice, were looking at the match, are in quiet hours or have read it on the page do not count.
    """
    return {user for _, user in unreached_of_many({(topic, step): list(users)})}


def unreached_of_many(turns: Mapping[Turn, Collection[int]]) -> set[tuple[str, int]]:
    """The same for many turns, each by its topic and step with its users: the topics, each with such a user."""
    read = Q(channel=Channel.PAGE, state=State.SENT, read_at__isnull=False)
    kept_back = Q(kind=Kind.TURN, channel__in=RINGING, state=State.WITHHELD)
    may_have_come = Q(channel__in=CALLING, state=State.FAILED, reason=UNCERTAIN)
    reached = Q(channel__in=CALLING, state=State.SENT) | may_have_come | read | kept_back
    ended_badly = Q(state__in=(State.FAILED, State.BOUNCED))
    tried = Q(channel__in=CALLING) & (ended_badly | Q(attempts__gt=0, state__in=(*UNSENT, State.STALE)))
    people = {user for users in turns.values() for user in users}
    notices = Notice.objects.filter(topic__in={topic for topic, _ in turns}, user__in=people)
    counted = (
        notices.filter(step__in={step for _, step in turns}, kind__in=(Kind.TURN, Kind.REMINDER))
        .values("topic", "step", "user")
        .annotate(reached=Count("pk", filter=reached), tried=Count("pk", filter=tried & ~reached))
    )
    return {
        (row["topic"], row["user"])
        for row in counted
        if row["tried"] and not row["reached"] and row["user"] in turns.get((row["topic"], row["step"]), ())
    }


class NoticeSummary(NamedTuple):
    """The state of a user's notices that every page shows."""

    unread: int
    dead_address: str
    dead_reason: str


def _summary() -> QuerySet[User]:
    address = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True).order_by("-primary", "id")
    dead = DeadAddress.objects.filter(user=OuterRef("pk"), address=OuterRef("at"))
    unread = Q(notices__channel=Channel.PAGE, notices__state=State.SENT, notices__read_at=None)
    known = User.objects.filter(pk=given("user")).annotate(
        at=Subquery(address.values("email")[:1]), unread=Count("notices", filter=unread)
    )
    return known.annotate(dead=Subquery(dead.values("reason")[:1])).only("pk")


SUMMARY: KeptQuery[User] = KeptQuery(_summary)


def notice_summary_of(*, user_id: int, settled: Collection[Turn]) -> NoticeSummary:
    """The number of a user's unread notices, and their mail address if it bounces.

    `settled`: the turns that a conditional move has settled; their notices do not count.
    """
    found: Any = SUMMARY.first(user=user_id)
    if found is None:
        return NoticeSummary(0, "", "")
    about = _unread(user_id).filter(kind__in=ABOUT_TURNS).values_list("topic", "step") if settled else ()
    unread = found.unread - sum(turn in settled for turn in about)
    return NoticeSummary(unread, found.at if found.dead is not None else "", found.dead or "")


def _unread(user_id: int) -> QuerySet[Notice]:
    return Notice.objects.filter(user=user_id, channel=Channel.PAGE, state=State.SENT, read_at=None)


def _settled(user_id: int) -> set[int]:
    """The ids of unread notices about turns that a conditional move has settled."""
    return held_back(user_id, _unread(user_id).filter(kind__in=ABOUT_TURNS).only("kind", "topic", "step"))


def unread_notices(*, user_id: int) -> QuerySet[Notice]:
    """A user's unread notices, without turns that a conditional move has settled."""
    return _unread(user_id).exclude(pk__in=_settled(user_id))


def unread_count(*, user_id: int) -> int:
    """The number of a user's unread notices."""
    return unread_notices(user_id=user_id).count()


def page_notices(*, user: User) -> QuerySet[Notice]:
    """The notices on a user's page, newest first."""
    return Notice.objects.filter(user=user, channel=Channel.PAGE, state=State.SENT).order_by("-due_at", "-pk")


def ledger_of(*, user: User) -> QuerySet[Notice]:
    """All notices to a user by other channels, sent or not, newest first."""
    return Notice.objects.filter(user=user).exclude(channel=Channel.PAGE).order_by("-made_at", "-pk")


def webhook_of(user: User, topic: str = "") -> Webhook | None:
    """The webhook of a user for a topic, such as one match; without a topic, for all others."""
    return Webhook.objects.filter(user=user, topic=topic).first()


def kept_mails() -> list[KeptMail]:
    """All stored mails, newest first, without their bodies."""
    return list(KeptMail.objects.defer("text", "html", "headers"))
