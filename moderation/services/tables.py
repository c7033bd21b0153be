"""Shared by actions on matches: notices, and log entries written later."""

from typing import Any

from django.urls import reverse

from foundation.language import Words
from matches.models import Match, Seat, Step
from matches.notices import people_of, people_since
from moderation.action import ConcernedNotice
from moderation.selectors.chain import NOTIFIED_AS


def player_notices(match: Match, text: Words) -> list[ConcernedNotice]:
    """A notice for every person in a match."""
    return [ConcernedNotice(user, text, _page(match), match) for user in people_of(match)]


def notices_for_all(match: Match, text: Words) -> list[ConcernedNotice]:
    """A notice for everyone a result concerns, including players who gave up their seat."""
    return [ConcernedNotice(user, text, _page(match), match) for user in people_since(match)]


def holder_notices(match: Match, seat: Seat, text: Words) -> list[ConcernedNotice]:
    """A notice for the person who holds a seat."""
    return [ConcernedNotice(seat.user, text, _page(match), match)] if seat.user and not seat.user.is_house else []


def late_step_data(step: Step | None, kind: str) -> dict[str, Any]:
    """The data an audit row stores for an action before the log exists: the kind of its future step."""
    return {} if step else {NOTIFIED_AS: kind, "at_step": -1}


def _page(match: Match) -> str:
    return reverse("matches:table", args=[match.pk])
