"""The keys of links with which users choose a new password."""

from typing import cast

from allauth.account.models import EmailAddress
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.tokens import PasswordResetTokenGenerator

from accounts.models import User


class ResetKeys(PasswordResetTokenGenerator):
    """Keys that end with a log-in, a new password or address, and when the user logs out everywhere."""

    def _make_hash_value(self, user: AbstractBaseUser, timestamp: int) -> str:
        # As in allauth's generator, which cannot be the base: its module needs this one while it loads.
        owner = cast(User, user)
        addresses = EmailAddress.objects.filter(user=user).values_list("email", flat=True).order_by("email")
        return f"{super()._make_hash_value(owner, timestamp)}|{owner.log_outs}|{'|'.join(addresses)}"
