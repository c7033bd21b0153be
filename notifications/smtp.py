"""An SMTP backend that knows whether a mail may have arrived when the connection breaks."""

import smtplib
from typing import Any

from django.core.mail.backends import smtp


class Unanswered(smtplib.SMTPServerDisconnected):
    """The server received a mail but did not confirm it. Sending it again could deliver it twice."""


WORD_AND_MAIL = 2
"""The number of sends before the server confirms a mail: the command DATA and the whole mail."""


class _Telling(smtplib.SMTP):
    """A connection that knows how far a mail got."""

    _handed_over = 0

    def send(self, s: Any) -> None:
        """Send a line, or the whole mail."""
        super().send(s)
        self._handed_over += 1

    def data(self, msg: Any) -> tuple[int, bytes]:
        """Send the mail. Raises `Unanswered`, or `SMTPServerDisconnected` if it cannot have arrived."""
        self._handed_over = 0
        try:
            return super().data(msg)
        except (smtplib.SMTPServerDisconnected, OSError) as lost:
            if self._handed_over < WORD_AND_MAIL:
                raise
            raise Unanswered(*lost.args) from lost


class _TellingBehindTLS(_Telling, smtplib.SMTP_SSL):
    """The same connection with TLS from the start."""


class EmailBackend(smtp.EmailBackend):
    """Django's SMTP backend with these connections."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        """The connection class for the current settings."""
        return _TellingBehindTLS if self.use_ssl else _Telling
