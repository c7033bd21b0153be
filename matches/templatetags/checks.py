"""The names of checks on the page that verifies a match."""

from django import template
from django.utils.translation import pgettext_lazy

register = template.Library()

NAMES = {
    "answers": pgettext_lazy("check", "answers"),
    "beacon": pgettext_lazy("check", "beacon"),
    "chain": pgettext_lazy("check", "chain"),
    "chance": pgettext_lazy("check", "chance"),
    "closed": pgettext_lazy("check", "closed"),
    "head": pgettext_lazy("check", "head"),
    "match": pgettext_lazy("check", "match"),
    "moderators": pgettext_lazy("check", "moderators"),
    "origin": pgettext_lazy("check", "origin"),
    "rows": pgettext_lazy("check", "rows"),
    "rules": pgettext_lazy("check", "rules"),
    "seed": pgettext_lazy("check", "seed"),
    "taken_back": pgettext_lazy("check", "taken back"),
}
"""The checks of matches that are stored here; the program that checks files prints the names themselves."""


@register.filter
def check_name(name: str) -> str:
    """Say what was checked."""
    return str(NAMES.get(name, name))
