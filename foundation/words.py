"""Words joined as the reader's language joins them."""

from django.utils.translation import gettext


def with_more(what: object, more: object) -> str:
    """What something is and more of it, such as "Your turn: table 7"; what it is alone if there is no more."""
    return gettext("{what}: {more}").format(what=what, more=more) if more else str(what)
