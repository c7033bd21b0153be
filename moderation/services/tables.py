"""What actions on tables share: whom they tell, and what the log tells later."""

from typing import Any

from django.urls import reverse

from games.models import Match, Seat, Step
from games.services.notices import people_of, people_since
from moderation.action import Told
from moderation.selectors.chain import TOLD_AS


def players_told(match: Match, text: str) -> list[Told]:
    """Words for every person at a table."""
    return [Told(user, text, _page(match), match) for user in people_of(match)]


def all_told(match: Match, text: str) -> list[Told]:
    """The same for what changes a result: those who have given their seat away played for it too."""
    return [Told(user, text, _page(match), match) for user in people_since(match)]


def holder_told(match: Match, seat: Seat, text: str) -> list[Told]:
    """Words for the person who has a seat."""
    return [Told(seat.user, text, _page(match), match)] if seat.user and not seat.user.is_house else []


def told_later(step: Step | None, kind: str) -> dict[str, Any]:
    """What an audit row keeps of something done before there is a log: what its step will be called."""
    return {} if step else {TOLD_AS: kind, "at_step": -1}


def _page(match: Match) -> str:
    return reverse("games:table", args=[match.pk])
