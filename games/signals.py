"""What becomes of matches, for applications that follow it."""

from django.dispatch import Signal

match_begun = Signal()
"""A match has been set up: `match` (locked and saved), `now`. Receivers are in the same transaction, and may add steps
that change no state."""
match_over = Signal()
"""A match has ended, by the rules or without result: `match` (locked and saved), `now`. Receivers are in the same
transaction, and may add steps that change no state."""
