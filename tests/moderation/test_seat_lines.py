"""What a moderator reads about a seat at a table under inspection."""

import pytest
from django.utils import timezone

from matches.models import Seat
from moderation.selectors.inspection import SeatLine


@pytest.mark.parametrize(
    ("missed", "resigned", "place", "words"),
    [
        (None, False, None, "Missed turns are not shown before the end"),
        (0, False, None, "0 turns missed here"),
        (1, False, None, "1 turn missed here"),
        (2, True, None, "2 turns missed here, resigned"),
        (0, False, 3, "0 turns missed here, place 3"),
        (None, True, 3, "Missed turns are not shown before the end, resigned, place 3"),
    ],
)
def test_a_seat_is_said_in_words(missed: int | None, resigned: bool, place: int | None, words: str):
    seat = Seat(resigned_at=timezone.now() if resigned else None, place=place)
    assert SeatLine(seat, "Ana", "ana", is_bot=False, missed=missed, due=None).words == words
