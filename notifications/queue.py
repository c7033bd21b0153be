"""Jobs that notices send to the workers."""

from datetime import timedelta

from foundation.queue import delay_on_commit, delay_one_until_on_commit


def enqueue_send_notice(notice_id: int) -> None:
    """Queue a notice that is due."""
    delay_on_commit("notifications.send", notice_id)


def enqueue_send_due(wait: timedelta) -> None:
    """Queue a look at what is due by then. However many notices are due in a second, one look finds them."""
    delay_one_until_on_commit("notifications.send_due", wait)


def enqueue_send_mail(notice_id: int) -> None:
    """Queue a mail that a sweep hands on."""
    delay_on_commit("notifications.send_mail", notice_id)


def enqueue_send_digest(user_id: int) -> None:
    """Queue a daily mail that a sweep hands on."""
    delay_on_commit("notifications.send_digest", user_id)


def enqueue_collect_codes() -> None:
    """Queue a look at what the bot of Telegram was sent."""
    delay_on_commit("notifications.collect_codes")
