"""Jobs that data rights send to the workers."""

from foundation.queue import delay_on_commit


def enqueue_make_archive(*, archive_id: int) -> None:
    """Queue the building of an archive."""
    delay_on_commit("rights.make_archive", archive_id)
