"""Log lines without the secret parts of addresses."""

import logging
import re

TOKENS = re.compile(r"/(act|feeds|mail/stop|confirm-email|key)/[^/\s\"?]+")


class HideTokens(logging.Filter):
    """Writes three dots for the token of an address: whoever reads a log must not act for its readers."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep every line, without tokens."""
        said = record.getMessage()
        hidden = TOKENS.sub(r"/\1/…", said)
        if hidden != said:
            record.msg, record.args = hidden, ()
        return True
