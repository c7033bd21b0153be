"""`manage.py changepassword NAME`: Django's, which here ends all other ways into the account too."""

import getpass
from typing import Any

from django.contrib.auth.management.commands import changepassword
from django.utils import timezone

from accounts.models import User
from accounts.security.ways_in import end_all_ways_in


class Command(changepassword.Command):
    """Changes a password, and ends what else opens the account."""

    help = "Change a user's password, and end log-ins, tokens, devices, webhooks and feeds."

    def handle(self, *args: Any, **options: Any) -> str:
        """Ask for the password twice, as Django does."""
        changed = super().handle(*args, **options)
        # Django too takes the name of who runs it.
        name = options["username"] or getpass.getuser()
        end_all_ways_in(user=User.objects.get(username=name), now=timezone.now())
        return f"{changed}. All log-ins, tokens, devices, webhooks and feeds have ended."
