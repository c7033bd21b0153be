"""Texts that refer to people by user number, so that erasing a name changes no hash."""

import re
from collections.abc import Iterable, Sequence

from allauth.account.models import EmailAddress

from accounts.models import User
from accounts.values.names import name_found
from matches.models import FormerHolder
from moderation.models import AuditRow, Sanction
from moderation.selectors.names import subject_hidden

NUMBERED = re.compile(r"\{user (\d+)\}")


def people_named(row: AuditRow) -> list[User]:
    """The people a row may name, without the players of an anonymous match: that would reveal who sits there."""
    named = [row.actor_id, row.consent_id]
    if not subject_hidden(row.match):
        named.append(row.subject_id)
        if row.match is not None:
            named += row.match.seats.values_list("user_id", flat=True)
            named += FormerHolder.objects.filter(match=row.match).values_list("user_id", flat=True)
    return list(User.objects.filter(pk__in=[pk for pk in named if pk is not None]))


def with_numbers(text: str, people: Iterable[User]) -> str:
    """The text with user numbers in place of names, former names and email addresses."""
    for user in people:
        for word in _words_of(user):
            text = name_found(word).sub(f"{{user {user.pk}}}", text)
    return text


def _words_of(user: User) -> list[str]:
    taken = Sanction.objects.filter(user=user).exclude(former_name="").values_list("former_name", flat=True)
    addresses = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    return [*addresses, user.username, *taken]


def in_names(texts: Sequence[str]) -> list[str]:
    """The texts with people's current names in place of user numbers."""
    numbers = {int(number) for text in texts for number in NUMBERED.findall(text)}
    called = {user.pk: user.display_name for user in User.objects.filter(pk__in=numbers)} if numbers else {}
    return [NUMBERED.sub(lambda found: called.get(int(found[1]), found[0]), text) for text in texts]
