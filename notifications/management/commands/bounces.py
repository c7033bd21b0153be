"""`manage.py bounces`: takes a mail that came back, from a pipe of the mail server."""

import email
import email.policy
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.core.signing import BadSignature
from django.utils import timezone

from notifications.bouncing import report_of
from notifications.services.addresses import bounce_taken

MOST_BYTES = 2_000_000


class Command(BaseCommand):
    """Reads one report (RFC 3464) and marks the address that it is about.

    It ends well whatever it is given: a mail server that is told of a failure sends a report in turn.
    """

    help = "Read one delivery report from standard input and mark the address that does not work."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which address the report came to, where the mail server tells it."""
        parser.add_argument("recipient", nargs="?", default="", help="the address that the report was sent to")

    def handle(self, *args: Any, **options: Any) -> None:
        """Take one report."""
        raw = sys.stdin.buffer.read(MOST_BYTES)
        self.stdout.write(self._taken(raw, options["recipient"]))

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
