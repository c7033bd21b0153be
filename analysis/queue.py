"""The background jobs of hints and analyses."""

from foundation.queue import delay_on_commit


def enqueue_hint(hint_id: int) -> None:
    """Queue the thought about a hint."""
    delay_on_commit("analysis.hint", hint_id)


def enqueue_analysis(analysis_id: int, done: int) -> None:
    """Queue the next part of an analysis, after its first `done` positions. Asked for twice, it is done once."""
    delay_on_commit("analysis.look", analysis_id, done)
