"""Spares English readers the catalogues that hold no text.

Django has one of these for each of its own apps, and looks in all of them for every message of the site: nobody
translates those into English. It took longer than all else that Django does to word a message.
"""

from typing import Any

from django.utils.translation import trans_real


def skip_empty_catalogues(language: str) -> None:
    """Take out the empty ones in which Django looks after a language."""
    found: Any = trans_real.translation(language)
    while (behind := found._fallback) is not None:
        if _is_empty(behind):
            found._fallback = behind._fallback
        else:
            found = behind


def _is_empty(catalogue: Any) -> bool:
    """True if a catalogue holds no message, but at most what describes it."""
    messages = getattr(catalogue, "_catalog", None)
    return isinstance(messages, dict) and not any(messages.keys())
