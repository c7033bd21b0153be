"""Mail by SMTP that tells a mail which may have arrived from one that has not."""

import smtplib
from typing import Any

from django.core.mail.backends import smtp


class Unanswered(smtplib.SMTPServerDisconnected):
    """The server was given a mail and did not say whether it took it: sent once more, it might come twice."""


class _Telling(smtplib.SMTP):
    """A connection that knows when it was lost."""

    def data(self, msg: Any) -> tuple[int, bytes]:
        """Give the mail itself. Raises `Unanswered`."""
        try:
            return super().data(msg)
        except (smtplib.SMTPServerDisconnected, OSError) as lost:
            raise Unanswered(*lost.args) from lost


class _TellingBehindTLS(_Telling, smtplib.SMTP_SSL):
    """The same, encrypted from the first word."""


class EmailBackend(smtp.EmailBackend):
    """Django's, with such connections."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        """The connection that suits the settings."""
        return _TellingBehindTLS if self.use_ssl else _Telling
