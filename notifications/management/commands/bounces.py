"""`manage.py bounces`: reads a bounced mail from a pipe of the mail server."""

import email
import email.policy
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.core.signing import BadSignature
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from notifications.bouncing import bounce_in
from notifications.services.dead_addresses import record_bounce

MOST_BYTES = 2_000_000
TRY_AGAIN = 75
"""The exit status that makes mail servers keep a mail and try again (`EX_TEMPFAIL`)."""


class Command(BaseCommand):
    """Reads one report (RFC 3464) and marks the address it is about.

    It always exits with success, since a mail server answers an error with another report. The exception is
    an unreachable database: then it asks the mail server to try again.
    """

    help = "Read one delivery report from standard input and mark the address as undeliverable."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the address that the report came to, if the mail server passes it."""
        parser.add_argument("recipient", nargs="?", default="", help="the address that the report was sent to")

    def handle(self, *args: Any, **options: Any) -> None:
        """Process one report."""
        raw = sys.stdin.buffer.read(MOST_BYTES)
        try:
            self.stdout.write(self._taken(raw, options["recipient"]))
        except (InterfaceError, OperationalError) as error:
            self.stderr.write("The database is unavailable. Try this mail again later.")
            raise SystemExit(TRY_AGAIN) from error

    def _taken(self, raw: bytes, recipient: str) -> str:
        try:
            # The usual policy decodes headers, and fails at some of what strangers can write there.
            bounce = bounce_in(email.message_from_bytes(raw, policy=email.policy.compat32), recipient=recipient)
        except BadSignature:
            return "This report is not about a mail from this site."
        if bounce is None:
            return "This report contains no permanent failure."
        if record_bounce(bounce=bounce, now=timezone.now()):
            return f"Notice {bounce.notice_id} bounced: {bounce.reason}"
        return f"Notice {bounce.notice_id} is not recorded as sent."
