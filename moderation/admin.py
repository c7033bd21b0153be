"""Reports and the audit in the admin, read-only, and links from matches, ladders and ratings to the desk.

The pages reveal no hidden name, and nothing that the desk keeps from the reader.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts.identity.readers import reader
from accounts.identity.selectors import selves
from foundation.read_only import ReadOnlyAdmin, known_values
from ladders.admin import LadderAdmin, RatingAdmin, ResultAdmin, TournamentAdmin
from ladders.models import Ladder, Rating, Result, Tournament
from ladders.selectors.results import matches_of_ladder, matches_of_tournament
from matches.admin import MatchAdmin, page_of
from matches.models import Match
from moderation.action import ACTIONS
from moderation.models import AuditRow, Report, SavedAnswer
from moderation.selectors.desk import audit_for, report_words, reports_for, row_words
from moderation.selectors.numbered import in_names

if TYPE_CHECKING:
    AnswerModelAdmin = admin.ModelAdmin[SavedAnswer]
else:
    AnswerModelAdmin = admin.ModelAdmin


@admin.register(AuditRow)
class AuditRowAdmin(ReadOnlyAdmin):
    """The moderators' actions."""

    list_display = ("number", "at", "actor", "action", "about", "category", "why")
    list_filter = (known_values("action", lambda: [(name, name) for name in ACTIONS]), "category")
    search_fields = ("=number", "actor__username")
    list_select_related = ("actor", "subject", "match", "message")
    fields = ("number", "at", "actor", "action", "about", "category", "why", "step", "step_hash", "previous", "hash")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditRow]:
        """The rows that the desk would show to the same reader."""
        return audit_for(selves(reader(request)))

    @admin.display(description="about")
    def about(self, row: AuditRow) -> str:
        """What the row is about, with names as a spectator of the match sees them."""
        return row_words(row)

    @admin.display(description="reason")
    def why(self, row: AuditRow) -> str:
        """The reason, with players' current names."""
        return in_names([row.reason])[0]


@admin.register(Report)
class ReportAdmin(ReadOnlyAdmin):
    """Reports and their outcomes; they are handled on the desk."""

    list_display = ("id", "at", "category", "about", "claimed_by", "outcome", "closed_by")
    list_filter = ("category", "outcome")
    search_fields = ("=id",)
    list_select_related = ("reporter", "subject", "match", "message", "claimed_by", "closed_by")
    fields = (
        "at",
        "category",
        "by",
        "about",
        "words",
        "claimed_by",
        "claimed_at",
        "outcome",
        "answer",
        "closed_by",
        "closed_at",
    )
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """The reports that the desk would show to the same reader."""
        return reports_for(selves(reader(request)))

    @admin.display(description="about")
    def about(self, report: Report) -> str:
        """What the report is about, with names as a spectator of the match sees them."""
        return report_words(report).about

    @admin.display(description="reported by")
    def by(self, report: Report) -> str:
        """The reporter, named as a spectator of the match sees them."""
        return report_words(report).reporter


@admin.register(SavedAnswer)
class SavedAnswerAdmin(AnswerModelAdmin):
    """Saved replies of moderators."""

    list_display = ("title", "text")


NEWEST = 20
"""How many tables of a ladder or tournament are listed."""


def _to_desk(match_id: int) -> SafeString:
    """A link to a match on the desk, where its audit is too."""
    return format_html('<a href="{}">Desk and audit</a>', reverse("moderation:table", args=[match_id]))


def _to_table(match: Match) -> SafeString | str:
    """A link to a table, or its name alone if not everyone may open it."""
    page = page_of(match)
    return str(match) if page is None else format_html('<a href="{}">{}</a>', page, match)


def _to_newest(found: QuerySet[Match]) -> SafeString | str:
    lines: Iterable[tuple[object, ...]] = (
        (_to_table(match), match.get_status_display(), _to_desk(match.pk)) for match in found.order_by("-pk")[:NEWEST]
    )
    return format_html_join("", "<div>{}, {}. {}</div>", lines) or "none yet"


admin.site.unregister([Match, Ladder, Rating, Result, Tournament])


@admin.register(Match)
class ModeratedMatchAdmin(MatchAdmin):
    """The matches, each with a link to its desk."""

    list_display = (*MatchAdmin.list_display, "desk")
    fields = (*MatchAdmin.fields, "desk")
    readonly_fields = fields

    @admin.display(description="moderation")
    def desk(self, match: Match) -> SafeString:
        """Return a link to the match on the desk."""
        return _to_desk(match.pk)


@admin.register(Ladder)
class ModeratedLadderAdmin(LadderAdmin):
    """The ladders, each with its newest tables."""

    fields = (*LadderAdmin.fields, "newest_tables")
    readonly_fields = fields

    @admin.display(description="newest tables")
    def newest_tables(self, ladder: Ladder) -> SafeString | str:
        """Return links to the tables and to their desk."""
        return _to_newest(matches_of_ladder(ladder))


@admin.register(Tournament)
class ModeratedTournamentAdmin(TournamentAdmin):
    """The tournaments, each with its newest tables."""

    fields = (*TournamentAdmin.fields, "newest_tables")
    readonly_fields = fields

    @admin.display(description="newest tables")
    def newest_tables(self, tournament: Tournament) -> SafeString | str:
        """Return links to the tables and to their desk."""
        return _to_newest(matches_of_tournament(tournament))


@admin.register(Rating)
class ModeratedRatingAdmin(RatingAdmin):
    """The ratings, each with links to the player's page and desk."""

    list_display = (*RatingAdmin.list_display, "player", "desk")
    fields = (*RatingAdmin.fields, "player", "desk")
    readonly_fields = fields

    @admin.display(description="results")
    def player(self, rating: Rating) -> SafeString:
        """Return a link to the player's page, with all results."""
        return format_html('<a href="{}">Results</a>', rating.user.get_absolute_url())

    @admin.display(description="moderation")
    def desk(self, rating: Rating) -> SafeString:
        """Return a link to the player on the desk, where the audit is too."""
        return format_html('<a href="{}">Desk and audit</a>', reverse("moderation:player", args=[rating.user.username]))


@admin.register(Result)
class ModeratedResultAdmin(ResultAdmin):
    """The results, each with links to its table and desk."""

    list_display = (*ResultAdmin.list_display, "table", "desk")
    fields = (*ResultAdmin.fields, "table", "desk")
    readonly_fields = fields

    @admin.display(description="table")
    def table(self, result: Result) -> SafeString | str:
        """Return a link to the table."""
        return _to_table(result.match)

    @admin.display(description="moderation")
    def desk(self, result: Result) -> SafeString:
        """Return a link to the match on the desk."""
        return _to_desk(result.match_id)
