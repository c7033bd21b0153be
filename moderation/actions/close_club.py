"""Close a club."""

from datetime import datetime

from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy

from clubs.services.founding import reopen, shut
from foundation.language import Words
from moderation.action import Acting, Action, ConcernedNotice, Done, On, Target, register
from moderation.models import AuditRow


class CloseClub(Action):
    """Close a club."""

    slug = "close-club"
    title = gettext_lazy("Close the club")
    says = gettext_lazy(
        "Its page, chat and link open for nobody, and its tables are left to their players. All members are told."
    )
    past = gettext_lazy("closed a club")
    on = On.CLUB

    def refusal(self, target: Target, now: datetime) -> str:
        """Refuse clubs that are closed already."""
        return gettext("This club is closed already.") if target.whole_club.closed_at else ""

    def carry_out(self, acting: Acting) -> Done:
        """Close it and notify the members."""
        shut(acting.target.whole_club, acting.now)
        about = acting.category.in_sentence
        return Done(
            {},
            _notices(
                acting,
                format_lazy(
                    gettext_lazy("A moderator has closed the club {club}: {about}."),
                    club=acting.target.whole_club,
                    about=about,
                ),
            ),
        )

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Open it again for those who are still members."""
        club = acting.target.whole_club
        if club.memberships.exists():
            reopen(club)
        return Done({}, _notices(acting, format_lazy(gettext_lazy("The club {club} is open again."), club=club)))


def _notices(acting: Acting, text: Words) -> list[ConcernedNotice]:
    return [ConcernedNotice(row.user, text) for row in acting.target.whole_club.memberships.select_related("user")]


register(CloseClub())
