"""A mail backend that stores mails on the site, to be read at /mailbox/."""

from collections.abc import Sequence

from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from notifications.models import KeptMail

KEPT = 500


def _html_of(message: EmailMessage) -> str:
    parts = message.alternatives if isinstance(message, EmailMultiAlternatives) else []
    return next((str(content) for content, kind in parts if kind == "text/html"), "")


class MailboxBackend(BaseEmailBackend):
    """Stores every mail in the database and deletes the oldest."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Store the mails. Return their number."""
        for message in email_messages:
            KeptMail.objects.create(
                sender=message.from_email,
                recipients=list(message.recipients()),
                subject=str(message.subject),
                headers={name: str(value) for name, value in message.extra_headers.items()},
                text=str(message.body),
                html=_html_of(message),
                made_at=timezone.now(),
            )
        _drop_oldest()
        return len(email_messages)


def _drop_oldest() -> None:
    oldest_kept = KeptMail.objects.order_by("-id").values_list("id", flat=True)[KEPT - 1 : KEPT].first()
    if oldest_kept is not None:
        KeptMail.objects.filter(id__lt=oldest_kept).delete()
