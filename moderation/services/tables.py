"""What actions on tables share: whom they tell."""

from django.urls import reverse

from games.models import Match, Seat
from games.services.notices import people_of, people_since
from moderation.action import Told


def players_told(match: Match, text: str) -> list[Told]:
    """Words for every person at a table."""
    return [Told(user, text, _page(match), match) for user in people_of(match)]


def all_told(match: Match, text: str) -> list[Told]:
    """The same for what changes a result: those who have given their seat away played for it too."""
    return [Told(user, text, _page(match), match) for user in people_since(match)]


def holder_told(match: Match, seat: Seat, text: str) -> list[Told]:
    """Words for the person who has a seat."""
    return [Told(seat.user, text, _page(match), match)] if seat.user and not seat.user.is_house else []


def _page(match: Match) -> str:
    return reverse("games:table", args=[match.pk])
