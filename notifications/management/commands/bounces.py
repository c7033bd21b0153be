"""`manage.py bounces`: takes a mail that came back, from a pipe of the mail server."""

import email
import email.policy
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.core.signing import BadSignature
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from notifications.bouncing import report_of
from notifications.services.addresses import bounce_taken

MOST_BYTES = 2_000_000
TRY_AGAIN = 75
"""The status by which mail servers know that they should keep a mail and try again (`EX_TEMPFAIL`)."""


class Command(BaseCommand):
    """Reads one report (RFC 3464) and marks the address that it is about.

    It ends well whatever it is given: a mail server that is told of a failure sends a report in turn.
    Only where the database cannot be reached it asks for the mail to be kept and tried again.
    """

    help = "Read one delivery report from standard input and mark the address that does not work."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which address the report came to, where the mail server tells it."""
        parser.add_argument("recipient", nargs="?", default="", help="the address that the report was sent to")

    def handle(self, *args: Any, **options: Any) -> None:
        """Take one report."""
        raw = sys.stdin.buffer.read(MOST_BYTES)
        try:
            self.stdout.write(self._taken(raw, options["recipient"]))
        except (InterfaceError, OperationalError) as error:
            self.stderr.write("The database cannot be reached just now. Try this mail again later.")
            raise SystemExit(TRY_AGAIN) from error

    def _taken(self, raw: bytes, recipient: str) -> str:
        try:
            report = report_of(email.message_from_bytes(raw, policy=email.policy.default), recipient=recipient)
        except BadSignature:
            return "This mail is not about one that the site has sent."
        if report is None:
            return "This mail reports no failure that is for good."
        if bounce_taken(report=report, now=timezone.now()):
            return f"Notice {report.notice_id} came back: {report.reason}"
        return f"Notice {report.notice_id} is not known as sent."
