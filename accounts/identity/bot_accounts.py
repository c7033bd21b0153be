"""Bot accounts: owned by a person, with tokens instead of a password."""

from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy

from accounts.identity.selectors import name_conflict
from accounts.models import BotAccount, User, UserKind
from foundation.sanitise import sanitised

MOST = 5
"""The number of bot accounts that a person may have."""
PEOPLE_ONLY = gettext_lazy("Only a person with an account of their own can have bot accounts.")
TOO_MANY = gettext_lazy("You can have {most} bot accounts. Close one first.")


def create_bot_account(*, owner: User, name: str, about: str, link: str, now: datetime) -> BotAccount:
    """Create a bot account. Raises `ValidationError`."""
    if not owner.is_person:
        raise ValidationError(PEOPLE_ONLY, code="people_only")
    try:
        with transaction.atomic():
            User.objects.select_for_update(no_key=True).get(pk=owner.pk)
            if owner.bots.filter(user__is_active=True).count() >= MOST:
                raise ValidationError(TOO_MANY.format(most=MOST), code="too_many_bot_accounts")
            return BotAccount.objects.create(
                user=_create_account(name, owner, now), owner=owner, about=sanitised(about), link=link
            )
    except IntegrityError as error:
        raise ValidationError({"username": name_conflict(name)}) from error


def _create_account(name: str, owner: User, now: datetime) -> User:
    user = User(username=name, kind=UserKind.BOT, time_zone=owner.time_zone, date_joined=now)
    user.set_unusable_password()
    user.save()
    return user


def change_bot_account(*, bot_account: BotAccount, about: str, link: str) -> None:
    """Change the public description of a bot account."""
    bot_account.about, bot_account.link = sanitised(about), link
    bot_account.save(update_fields=["about", "link"])


def close_bot_account(*, bot_account: BotAccount, now: datetime) -> None:
    """Close a bot account for good. Its tokens are revoked; past matches keep its name."""
    with transaction.atomic():
        bot_account.user.tokens.filter(revoked_at=None).update(revoked_at=now)
        bot_account.user.is_active = False
        bot_account.user.save(update_fields=["is_active"])
