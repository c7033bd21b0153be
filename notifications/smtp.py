"""Mail by SMTP that tells a mail which may have arrived from one that has not."""

import smtplib
from typing import Any

from django.core.mail.backends import smtp


class Unanswered(smtplib.SMTPServerDisconnected):
    """The server was given a mail and did not say whether it took it: sent once more, it might come twice."""


WORD_AND_MAIL = 2
"""What is handed over before the server says whether it took a mail: the word DATA, and the mail whole."""


class _Telling(smtplib.SMTP):
    """A connection that knows when it was lost."""

    _handed_over = 0

    def send(self, s: Any) -> None:
        """Hand over a line, or the mail with its end."""
        super().send(s)
        self._handed_over += 1

    def data(self, msg: Any) -> tuple[int, bytes]:
        """Give the mail itself. Raises `Unanswered`, and `SMTPServerDisconnected` where it cannot have arrived."""
        self._handed_over = 0
        try:
            return super().data(msg)
        except (smtplib.SMTPServerDisconnected, OSError) as lost:
            if self._handed_over < WORD_AND_MAIL:
                raise
            raise Unanswered(*lost.args) from lost


class _TellingBehindTLS(_Telling, smtplib.SMTP_SSL):
    """The same, encrypted from the first word."""


class EmailBackend(smtp.EmailBackend):
    """Django's, with such connections."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        """The connection that suits the settings."""
        return _TellingBehindTLS if self.use_ssl else _Telling
