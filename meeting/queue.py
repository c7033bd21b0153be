"""The background jobs of quick tables."""

from foundation.queue import delay_on_commit


def enqueue_seating() -> None:
    """Queue a look at who can sit down now."""
    delay_on_commit("meeting.sweep")
