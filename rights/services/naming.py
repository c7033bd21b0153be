"""Places outside the account's row where the site has stored a user's name or address."""

from collections.abc import Iterable, Sequence
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.db.models import Q, QuerySet

from accounts.identity.unnaming import unname_row
from accounts.models import User
from foundation.shares import in_shares
from matches.play.replays import unname_replays
from notifications.models import KeptMail, Notice

A_SHARE = 1000
"""Rows that are read by one statement."""


def words_of(user: User) -> list[str]:
    """The words that identify a user: their names, as stored and as displayed, and their addresses."""
    addresses = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    known = [*addresses, user.email, user.display_name, user.username]
    return [word for word in dict.fromkeys(known) if word]


def forget_words(*, user: User, words: Sequence[str]) -> None:
    """Replace these words with the account's current name wherever the site has stored them."""
    mails = KeptMail.objects.only("recipients")
    KeptMail.objects.filter(
        pk__in=[mail.pk for mail in in_shares(mails, A_SHARE) if not _apart(mail.recipients, words)]
    ).delete()
    for word in words:
        for rows, columns in _columns_with_name(word):
            for row in in_shares(rows, A_SHARE):
                unname_row(row, columns, [word], user.username)
        unname_replays(word=word, called=user.username)


def _apart(recipients: Iterable[str], words: Iterable[str]) -> bool:
    return {one.lower() for one in recipients}.isdisjoint(word.lower() for word in words)


def _columns_with_name(word: str) -> "Iterable[tuple[QuerySet[Any], tuple[str, ...]]]":
    """Notices to others, stored mails and the admin's log."""
    yield Notice.objects.filter(_any(word, "context__title", "context__text", "context__path")), ("context",)
    yield KeptMail.objects.filter(_any(word, "subject", "text", "html")), ("subject", "text", "html")
    yield LogEntry.objects.filter(_any(word, "object_repr", "change_message")), ("object_repr", "change_message")


def _any(word: str, *columns: str) -> Q:
    found = Q()
    for column in columns:
        found |= Q(**{f"{column}__icontains": word})
    return found
