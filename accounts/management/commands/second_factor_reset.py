"""`manage.py second_factor_reset NAME`: for somebody who has lost their device and their codes."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.safety_mails import safety_mail
from accounts.second_factor import factors_forget
from accounts.selectors import user_by_name
from accounts.sessions import log_ins_end


class Command(BaseCommand):
    """Takes away every second factor of an account, ends its log-ins and tells its owner."""

    help = "Take away the second factor of somebody who has lost it; be sure who asks."

    def add_arguments(self, parser: CommandParser) -> None:
        """Whose."""
        parser.add_argument("name", help="the name of the account")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it, and say how the owner was told."""
        user = user_by_name(name=options["name"])
        if user is None:
            raise CommandError(f"Nobody here is called {options['name']}: check the name.")
        forgotten = factors_forget(user=user)
        ended = log_ins_end(user=user)
        told = safety_mail(user=user, change="factors_forgotten")
        words = "was told by mail" if told else "could not be told by mail"
        self.stdout.write(f"{user}: factors taken away: {forgotten}, log-ins ended: {ended}; the owner {words}.")
