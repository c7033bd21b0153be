"""News of clubs for the apps above. A receiver may raise `Refused` where it says so."""

from django.dispatch import Signal

rivals_asked = Signal()
"""Whom may `by`, who runs a club (`club`), not remove? Receivers return the reasons by the keys of the members."""
closing_asked = Signal()
"""The owner (`by`) is about to close a locked club (`club`). Receivers may raise `Refused`."""
member_left = Signal()
"""A member (`user`) has left a locked club (`club`) or was removed, at the time `now`."""
club_shut = Signal()
"""A locked club (`club`) was closed at the time `now`."""
club_reopened = Signal()
"""A club (`club`) that had been closed at `closed_at` is open again."""
