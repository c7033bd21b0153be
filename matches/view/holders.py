"""Who held a seat when: its holders by number, 0 for the first, without their names."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from engine import Player
from matches.models import Activity, FormerHolder, Match
from matches.view.match_view import seat_of


class Handover(NamedTuple):
    """A seat that went to another player."""

    step: int
    """The last step of the log at the time."""
    at: datetime
    commitment: str
    """That of the answer which lay sealed for the open round; the new holder may have changed it."""


@dataclass(frozen=True)
class Holders:
    """The holders of one seat."""

    match: Match
    seat: Player
    handovers: tuple[Handover, ...]

    @property
    def last(self) -> int:
        """The number of the present holder."""
        return len(self.handovers)

    def who_gave(self, step: int, commitment: str) -> int:
        """Return the number of the holder whose answer a step has."""
        return sum((one.step + 1, one.commitment) != (step, commitment) and one.step < step for one in self.handovers)

    def number_of(self, user_id: int | None) -> int | None:
        """Return the number of a user, or None if they never held the seat."""
        if user_id is None:
            return None
        if seat_of(self.match, user_id) == self.seat:
            return self.last
        held = FormerHolder.objects.filter(match=self.match, seat__number=self.seat, user=user_id)
        left_at = held.values_list("left_at", flat=True).first()
        return next((number for number, one in enumerate(self.handovers) if one.at == left_at), None)


def holders_of(match: Match, seat: Player) -> Holders:
    """Return who held a seat when, as the table's activity says."""
    rows = Activity.objects.filter(match=match, seat=seat, kind="substituted").order_by("pk")
    found = [Handover(row.step, row.at, row.data.get("commitment", "")) for row in rows]
    return Holders(match, seat, tuple(found))
