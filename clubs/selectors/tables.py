"""The tables of a club, as its members may see them."""

from dataclasses import dataclass

from django.db.models import QuerySet, Value

from clubs.models import Membership
from matches.models import Match
from matches.view.result_feeds import newest
from matches.view.summaries import Summary, lists, summary

MOST = 30
"""How many tables of each kind a club's page shows."""


@dataclass(frozen=True)
class ClubTables:
    """What goes on in a club, for one of its members."""

    open: list[Summary]
    running: list[Summary]
    finished: list[Summary]


def tables_in(membership: Membership) -> QuerySet[Match]:
    """The tables of a club, for one of its members: see `clubs.selectors.access.member_of`."""
    rows = lists().filter(club_table__club=membership.club_id)
    return rows.annotate(admitted_id=Value(membership.user_id))  # type: ignore[no-redef]


def results_in(membership: Membership) -> list[Match]:
    """The newest results of a club, for one of its members."""
    over = Match.objects.filter(club_table__club=membership.club_id, status=Match.Status.FINISHED, fork_words="")
    return newest(over.filter(spectators=True))


def club_tables(membership: Membership) -> ClubTables:
    """Return the tables of a club: those that wait for players, run, or have ended."""

    def those(*statuses: str) -> list[Summary]:
        rows = tables_in(membership).filter(status__in=statuses).order_by("-moved_at", "-pk")
        return [summary(match, membership.user_id) for match in rows[:MOST]]

    return ClubTables(those(Match.Status.OPEN), those(*Match.GOING_ON), those(Match.Status.FINISHED))
