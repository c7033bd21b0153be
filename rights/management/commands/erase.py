"""`manage.py erase NAME`: for people who ask the operator, because they cannot log in any more."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from accounts.identity.selectors import user_by_name
from accounts.security.safety_mails import send_safety_mail
from foundation.errors import Refused
from rights.services.erasure import ask_for_erasure, take_back_erasure


class Command(BaseCommand):
    """Asks for the erasure of an account, as its owner can on the page *Your data*, and tells them by mail."""

    help = "Erase an account after a week in which its owner can keep it. Verify who is asking first."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the name of the account, and the way back."""
        parser.add_argument("name", help="the name of the account")
        parser.add_argument("--keep", action="store_true", help="keep an account that was to be erased")

    def handle(self, *args: Any, **options: Any) -> None:
        """Ask for it, or take it back."""
        user = user_by_name(name=options["name"], closed_too=True)
        if user is None:
            raise CommandError(f"No user is named {options['name']}. Check the name.")
        if options["keep"]:
            if not take_back_erasure(user=user):
                raise CommandError(f"{user} was not to be erased.")
            self.stdout.write(f"{user} stays as it is.")
            return
        try:
            erasure = ask_for_erasure(user=user, now=timezone.now())
        except Refused as refused:
            raise CommandError(f"{user} cannot be erased. The site says to them: {refused.message}") from refused
        told = (
            "was told by mail" if send_safety_mail(user=user, change="erasure_asked") else "could not be told by mail"
        )
        self.stdout.write(f"{user} will be erased on {erasure.due_at:%-d %B %Y}; the owner {told}.")
