"""`manage.py sendtestemail ADDRESS`: Django's, which here says in a sentence why a mail could not be sent."""

import smtplib
from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import sendtestemail


class Command(sendtestemail.Command):
    """Sends a mail to try the mail server."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Send it, and say so."""
        try:
            super().handle(*args, **options)
        except (smtplib.SMTPException, OSError) as error:
            raise CommandError(
                f"No mail was sent ({type(error).__name__}: {error}). `manage.py doctor mail` says what to check."
            ) from error
        self.stdout.write("The mail server took the mail. If it does not arrive, look into its log.")
