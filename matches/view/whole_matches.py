"""Reading a match with the answers of its open round, all as they were between two rounds."""

from django.db.models import F

from foundation.kept_queries import KeptQuery, given, keep_related, rows_together
from matches.log.sealed_answers import ANSWERS
from matches.models import Answer, Match, Seat
from matches.view.match_view import BY_NUMBER

SEATS = KeptQuery(
    lambda: (
        Seat.objects.filter(match=given("match"))
        .select_related("user", "conditional_book")
        .annotate(step_of_match=F("match__step"))
        .order_by("number")
    )
)
"""The seats of a match, with the step at which they were read."""
TRIES = 3
"""How often a match is read until no round was resolved meanwhile."""


def whole_match(number: int) -> Match | None:
    """Return a match with all related rows that a view needs: seats, users, conditional moves and open answers."""
    for _ in range(TRIES):
        match = BY_NUMBER.first(match=number)
        if match is None or _keep_rows(match):
            break
    return match


def _keep_rows(match: Match) -> bool:
    """Read the answers of the open round, then the seats. False if a round was resolved since the match was read."""
    answers: list[Answer] = []
    if match.status in Match.GOING_ON:
        asked = ANSWERS.asked(match=match.pk, step=match.next_step)
        answers, seats = rows_together(asked, SEATS.asked(match=match.pk))
    else:
        seats = SEATS.rows(match=match.pk)
    for seat in seats:
        seat.match = match
    keep_related(match, "answers", answers)
    keep_related(match, "seats", seats)
    return {seat.step_of_match for seat in seats} <= {match.step}  # type: ignore[attr-defined]
