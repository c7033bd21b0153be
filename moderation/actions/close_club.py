"""Close a club."""

from datetime import datetime

from clubs.services.founding import reopen, shut
from moderation.action import Acting, Action, ConcernedNotice, Done, On, Target, register
from moderation.models import AuditRow


class CloseClub(Action):
    """Close a club."""

    slug = "close-club"
    title = "Close the club"
    says = "Its page, chat and link open for nobody, and its tables are left to their players. All members are told."
    past = "closed a club"
    on = On.CLUB

    def refusal(self, target: Target, now: datetime) -> str:
        """Refuse clubs that are closed already."""
        return "This club is closed already." if target.whole_club.closed_at else ""

    def carry_out(self, acting: Acting) -> Done:
        """Close it and notify the members."""
        shut(acting.target.whole_club, acting.now)
        about = acting.category.label.lower()
        return Done({}, _notices(acting, f"A moderator has closed the club {acting.target.whole_club}: {about}."))

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Open it again for those who are still members."""
        club = acting.target.whole_club
        if club.memberships.exists():
            reopen(club)
        return Done({}, _notices(acting, f"The club {club} is open again."))


def _notices(acting: Acting, text: str) -> list[ConcernedNotice]:
    return [ConcernedNotice(row.user, text) for row in acting.target.whole_club.memberships.select_related("user")]


register(CloseClub())
