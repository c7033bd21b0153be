"""Jobs that accounts send to the workers."""

from foundation.queue import delay_on_commit


def enqueue_tell_of_lock(*, user_id: int) -> None:
    """Queue a mail that tells the owner about too many wrong passwords."""
    delay_on_commit("accounts.tell_of_lock", user_id)
