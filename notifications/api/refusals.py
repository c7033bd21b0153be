"""How an address that somebody gave is refused."""

from django.core.exceptions import ValidationError

from api.problems import Refusal
from foundation.errors import Busy

BUSY_FOR = 60
"""The seconds that a program waits while other addresses are tried. The sentence says so too."""


def field_refused(field: str, error: ValidationError) -> Refusal | Busy:
    """Return the error of a field: 503 if the same can be asked again later."""
    if error.code == "busy":
        return Busy("busy", error.messages[0], wait=BUSY_FOR)
    return Refusal(400, "field_invalid", error.messages[0], field=field)
