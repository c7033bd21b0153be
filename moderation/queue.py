"""The background jobs of moderation."""

from foundation.queue import delay_on_commit


def enqueue_continue_verification() -> None:
    """Queue the check of the next matches."""
    delay_on_commit("moderation.continue_verification")
