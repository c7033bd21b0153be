"""The background jobs of ladders and tournaments."""

from foundation.queue import delay_on_commit


def enqueue_follow_match(match_id: int) -> None:
    """Queue the update of ratings, rungs and rounds after the outcome of a match."""
    delay_on_commit("ladders.follow_match", match_id)


def enqueue_advance_tournament(tournament_id: int) -> None:
    """Queue the closing of a complete round and the opening of the next."""
    delay_on_commit("ladders.advance_tournament", tournament_id)
