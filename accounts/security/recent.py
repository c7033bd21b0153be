"""What a session alone may not do: it asks for the password or passkey of the last minutes."""

from allauth.account.decorators import reauthentication_required
from django.http import HttpRequest

_check = reauthentication_required(lambda request: None)


def check_recent_password(request: HttpRequest) -> None:
    """Raise `ReauthenticationRequired`, on which a page asks for it and then goes on with the request."""
    _check(request)
