"""Matches in the admin: what anyone may see of them, and nothing sealed."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.models import Match


@admin.register(Match)
class MatchAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """A list of matches to look things up in; nothing is changed here."""

    list_display = ("id", "game", "status", "stage", "players", "host", "created_at", "moved_at")
    list_filter = ("status", "game")
    search_fields = ("id", "host__username")
    fields = (
        "game",
        "status",
        "stage",
        "result",
        "players",
        "options",
        "host",
        "private",
        "turn_seconds",
        "paused_at",
        "pause_reason",
    )
    readonly_fields = fields

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Matches are made at the site."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """The log of a match is never deleted."""
        return False
