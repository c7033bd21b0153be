"""The tasks that matches send to the workers."""

from collections.abc import Sequence

from django.db import connection

from foundation.queue import begin_one, delay_on_commit, delay_one_on_commit


def enqueue_resolve_round(match_id: int) -> None:
    """Queue the resolution of a match's open round, if it is complete."""
    delay_on_commit("matches.resolve_round", match_id)


def enqueue_resolve_complete(match_id: int) -> None:
    """Queue the resolution of a round that is complete by answers alone.

    One task also takes the rounds that become complete while it waits, unless the database lets one write at a time.
    """
    if connection.features.has_select_for_update_skip_locked:
        delay_one_on_commit("matches.resolve_complete", match_id)
    else:
        enqueue_resolve_round(match_id)


def begin_resolve_complete() -> None:
    """Note that the task waits no more: rounds that become complete from now on ask for another."""
    begin_one("matches.resolve_complete")


def enqueue_resolve_rounds(match_ids: Sequence[int]) -> None:
    """Queue the resolution of the open rounds of many matches, of those that are complete."""
    delay_on_commit("matches.resolve_rounds", *match_ids)


def enqueue_pass_deadlines(match_id: int) -> None:
    """Queue the overdue deadlines of a match."""
    delay_on_commit("matches.pass_deadlines", match_id)


def enqueue_pass_deadlines_of_many(match_ids: Sequence[int]) -> None:
    """Queue the overdue deadlines of many matches."""
    delay_on_commit("matches.pass_deadlines_of_many", *match_ids)


def enqueue_begin(match_id: int) -> None:
    """Queue the start of a match that waits for public randomness."""
    delay_on_commit("matches.begin", match_id)


def enqueue_play_bots(match_id: int) -> None:
    """Queue the answers of the bots that a match waits for."""
    delay_on_commit("matches.play_bots", match_id)


def enqueue_file(match_id: int, form: int, seat: int, language: int) -> None:
    """Queue a file of a long match, for a seat or, with -1, a spectator. The next request makes up for a lost one."""
    delay_on_commit("matches.make_file", match_id, form, seat, language)


def enqueue_follow_hours(user_id: int) -> None:
    """Queue an update of a user's open deadlines after their zone, quiet hours, vacation or language changed.

    Losing it does little harm: a deadline is calculated again before it counts as missed.
    """
    delay_on_commit("matches.follow_hours", user_id)
