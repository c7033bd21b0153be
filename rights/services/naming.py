"""Where the site itself has written the name or address of somebody down, beside the row of their account."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.db.models import Model, Q, QuerySet

from accounts.models import User
from accounts.names import name_found
from games.services.replays import replays_unname
from notifications.models import KeptMail, Notice


def words_of(user: User) -> list[str]:
    """What somebody is known by: their name, as it is kept and as others read it, and their addresses."""
    addresses = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    known = [*addresses, user.email, user.display_name, user.username]
    return [word for word in dict.fromkeys(known) if word]


def words_forget(*, user: User, words: Sequence[str]) -> None:
    """Put what an account is called now in the place of what it was known by, wherever the site wrote it down."""
    mails = KeptMail.objects.only("recipients").iterator()
    KeptMail.objects.filter(pk__in=[mail.pk for mail in mails if not _apart(mail.recipients, words)]).delete()
    for word in words:
        for rows, columns in _written(word):
            for row in rows:
                _unname(row, columns, word, user.username)
        replays_unname(word=word, called=user.username)


def _apart(recipients: Iterable[str], words: Iterable[str]) -> bool:
    return {one.lower() for one in recipients}.isdisjoint(word.lower() for word in words)


def _written(word: str) -> "Iterable[tuple[QuerySet[Any], tuple[str, ...]]]":
    """Notices to others, mails that were kept, and the admin's own log."""
    yield Notice.objects.filter(_any(word, "context__title", "context__text", "context__path")), ("context",)
    yield KeptMail.objects.filter(_any(word, "subject", "text", "html")), ("subject", "text", "html")
    yield LogEntry.objects.filter(_any(word, "object_repr", "change_message")), ("object_repr", "change_message")


def _any(word: str, *columns: str) -> Q:
    found = Q()
    for column in columns:
        found |= Q(**{f"{column}__icontains": word})
    return found


def _unname(row: Model, columns: tuple[str, ...], word: str, called: str) -> None:
    for column in columns:
        setattr(row, column, _replaced(getattr(row, column), word, called))
    row.save(update_fields=columns)


def _replaced(said: Any, word: str, called: str) -> Any:
    """The same with another name, in a text or in all texts of an object."""
    if isinstance(said, Mapping):
        return {key: _replaced(part, word, called) for key, part in said.items()}
    return name_found(word).sub(called, said) if isinstance(said, str) else said
