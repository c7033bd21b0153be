"""Matches in the admin, with public data only."""

from typing import ClassVar

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse

from foundation.read_only import ReadOnlyAdmin, known_values
from games.registry import GAMES
from matches.models import Match


def page_of(match: Match) -> str | None:
    """Return the address of a table, or None if not everyone may open it."""
    return None if match.private or not match.spectators else reverse("matches:table", args=[match.pk])


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    """A read-only list of matches."""

    list_display: tuple[str, ...] = ("id", "game", "status", "stage", "players", "host_shown", "created_at", "moved_at")
    list_filter = ("status", known_values("game", lambda: [(slug, game.title) for slug, game in GAMES.items()]))
    list_select_related = ("host",)
    search_fields = ("id",)
    search_help_text = "The number of a table, or part of its host's name."
    fields: ClassVar[tuple[str, ...]] = (
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
    readonly_fields: ClassVar[tuple[str, ...]] = fields

    @admin.display(description="host")
    def host_shown(self, match: Match) -> str:
        """Return the host, unless names are hidden."""
        return "hidden" if match.names_hidden else str(match.host or "")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Match], search_term: str
    ) -> tuple[QuerySet[Match], bool]:
        """Search by number, or by the host's name unless it would reveal who sits at an anonymous table."""
        if search_term.isdecimal() or not search_term:
            found: tuple[QuerySet[Match], bool] = super().get_search_results(request, queryset, search_term)
            return found
        shown = Q(anonymous=False) | Q(started_at__isnull=False, ended_at__isnull=False)
        return queryset.filter(shown, host__username__icontains=search_term), False

    def view_on_site(self, match: Match) -> str | None:
        """Return the address of the table, if everyone may open it."""
        return page_of(match)
