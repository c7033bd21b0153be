"""`manage.py second_factor_reset NAME`: for users who have lost their device and their recovery codes."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.identity.selectors import user_by_name
from accounts.security.safety_mails import send_safety_mail
from accounts.security.second_factor import forget_factors
from accounts.security.sessions import end_log_ins


class Command(BaseCommand):
    """Removes every second factor of an account, ends its log-ins and tells its owner."""

    help = "Remove the second factors of a user who has lost them. Verify who is asking first."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the name of the account."""
        parser.add_argument("name", help="the name of the account")

    def handle(self, *args: Any, **options: Any) -> None:
        """Remove the factors and report whether the owner was told."""
        user = user_by_name(name=options["name"])
        if user is None:
            raise CommandError(f"No active user is named {options['name']}. Check the name.")
        forgotten = forget_factors(user=user)
        ended = end_log_ins(user=user)
        notified = send_safety_mail(user=user, change="factors_forgotten")
        words = "was told by mail" if notified else "could not be told by mail"
        self.stdout.write(f"{user}: factors removed: {forgotten}, log-ins ended: {ended}; the owner {words}.")
