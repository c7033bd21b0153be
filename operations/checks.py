"""Django's system checks of numbers and addresses in the settings: a wrong one would do harm later, without a word."""

import ipaddress
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core import checks

# The name in the environment, Django's name for it, and the least it may be.
AT_LEAST = (
    ("BACKUP_KEEP", "BACKUP_KEEP", 0),
    ("TRUSTED_PROXIES", "ALLAUTH_TRUSTED_PROXY_COUNT", 0),
    ("SWEEP_SECONDS", "SWEEP_SECONDS", 0.1),
)


@checks.register
def settings_in_range(**kwargs: Any) -> list[checks.CheckMessage]:
    """Find numbers that are too low, and addresses that are none."""
    return [checks.Error(words, id="operations.E001") for words in _faults()]


def _faults() -> Iterator[str]:
    for name, ours, least in AT_LEAST:
        if getattr(settings, ours) < least:
            yield f"{name} is {getattr(settings, ours)}. Set it to {least} or more."
    for listed in settings.METRICS_ADDRESSES:
        try:
            ipaddress.ip_network(listed, strict=False)
        except ValueError:
            yield f"METRICS_ADDRESSES lists {listed!r}. Write addresses or networks, such as 10.0.0.0/8."
