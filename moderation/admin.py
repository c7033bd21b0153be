"""Reports and the audit in the admin, read-only, and the ways from a match to its desk.

The pages reveal no hidden name, and nothing that the desk keeps from the reader.
"""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from foundation.read_only import ReadOnlyAdmin, known_values
from matches.admin import MatchAdmin
from matches.models import Match
from matches.web.views.common import reader
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
        return audit_for(reader(request))

    @admin.display(description="about")
    def about(self, row: AuditRow) -> str:
        """What the row is about, with names as a spectator of the match sees them."""
        return row_words(row)

    @admin.display(description="reason")
    def why(self, row: AuditRow) -> str:
        """The reason, with players' current names."""
        return in_names(row.reason)


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
        return reports_for(reader(request))

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


admin.site.unregister(Match)


@admin.register(Match)
class ModeratedMatchAdmin(MatchAdmin):
    """The matches, each with a link to its desk, where its audit is too."""

    list_display = (*MatchAdmin.list_display, "desk")
    fields = (*MatchAdmin.fields, "desk")
    readonly_fields = fields

    @admin.display(description="moderation")
    def desk(self, match: Match) -> SafeString:
        """Return a link to the match on the desk."""
        return format_html('<a href="{}">Desk and audit</a>', reverse("moderation:table", args=[match.pk]))
