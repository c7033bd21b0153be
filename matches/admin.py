"""Matches in the admin, with public data only."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from matches.models import Match


@admin.register(Match)
class MatchAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """A read-only list of matches."""

    list_display = ("id", "game", "status", "stage", "players", "host_shown", "created_at", "moved_at")
    list_filter = ("status", "game")
    list_select_related = ("host",)
    search_fields = ("id",)
    search_help_text = "The number of a table, or part of its host's name."
    fields = (
        "game",
        "status",
        "stage",
        "result",
        "players",
        "options",
        "host_shown",
        "private",
        "turn_seconds",
        "paused_at",
        "pause_reason",
    )
    readonly_fields = fields

    @admin.display(description="host")
    def host_shown(self, match: Match) -> str:
        """Return the host, unless names are hidden."""
        return "hidden" if match.names_hidden else str(match.host or "")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Match], search_term: str
    ) -> tuple[QuerySet[Match], bool]:
        """Search by number, or by the host's name unless it would reveal who sits at an anonymous table."""
        if search_term.isdecimal() or not search_term:
            return super().get_search_results(request, queryset, search_term)
        shown = Q(anonymous=False) | Q(started_at__isnull=False, ended_at__isnull=False)
        return queryset.filter(shown, host__username__icontains=search_term), False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Matches are created on the site."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Saving a row as it was read would undo a round that has resolved since."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """The log of a match is never deleted."""
        return False
