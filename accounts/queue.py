"""Jobs that accounts send to the workers."""

from foundation.queue import delay_on_commit


def enqueue_lock_mail(*, user_id: int) -> None:
    """Queue a mail that tells the owner about too many wrong passwords. 0 stands for an account that is not there."""
    delay_on_commit("accounts.send_lock_mail", user_id)


def enqueue_send_reset_mails(*, user_ids: list[int]) -> None:
    """Queue mails with a link to choose a new password. Without users the queue does the same work."""
    delay_on_commit("accounts.send_reset_mails", *(user_ids or [0]))
