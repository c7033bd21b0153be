"""Ladders, tournaments and ratings in the admin, read-only, with what everyone may read on the site."""

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest

from foundation.read_only import ReadOnlyAdmin
from ladders.models import Ladder, Rating, Result, Tournament
from ladders.selectors.access import OF_EVERYONE


class PublicAdmin(ReadOnlyAdmin):
    """Rows with a page on the site."""

    def view_on_site(self, obj: Any) -> str:
        """The address of the page."""
        return str(obj.get_absolute_url())


@admin.register(Ladder)
class LadderAdmin(PublicAdmin):
    """The ladders."""

    list_display: tuple[str, ...] = ("title", "game", "players", "opened_by", "opened_at", "closed_at")
    list_filter = ("game", ("closed_at", admin.EmptyFieldListFilter))
    list_select_related = ("opened_by",)
    search_fields = ("title", "slug")
    search_help_text = "Part of the title or of the address."
    fields: ClassVar[tuple[str, ...]] = (
        "title",
        "slug",
        "game",
        "options",
        "seats_from",
        "seats_to",
        "moves",
        "turn_seconds",
        "opened_by",
        "opened_at",
        "closed_at",
    )
    readonly_fields: ClassVar[tuple[str, ...]] = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Ladder]:
        """Each ladder that everyone may see, with the number of its players."""
        return Ladder.objects.filter(OF_EVERYONE).annotate(rungs_taken=Count("rungs"))

    @admin.display(description="players", ordering="rungs_taken")
    def players(self, ladder: Any) -> int:
        """How many players stand on it."""
        return int(ladder.rungs_taken)


@admin.register(Tournament)
class TournamentAdmin(PublicAdmin):
    """The tournaments."""

    list_display: tuple[str, ...] = ("title", "game", "kind", "status", "made_by", "starts_at", "ended_at")
    list_filter = ("status", "kind", "game")
    list_select_related = ("made_by",)
    search_fields = ("=id", "title")
    search_help_text = "The number of a tournament, or part of its title."
    fields: ClassVar[tuple[str, ...]] = (
        "title",
        "game",
        "kind",
        "status",
        "options",
        "seats",
        "rounds",
        "turn_seconds",
        "ladder",
        "made_by",
        "made_at",
        "starts_at",
        "started_at",
        "ended_at",
        "seed_hash",
    )
    readonly_fields: ClassVar[tuple[str, ...]] = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tournament]:
        """The tournaments that everyone may see."""
        return super().get_queryset(request).filter(OF_EVERYONE)


@admin.register(Rating)
class RatingAdmin(ReadOnlyAdmin):
    """Everyone's rating in each game."""

    list_display: tuple[str, ...] = ("user", "pool", "number", "error", "matches", "provisional")
    list_filter = ("pool__game", "pool__speed")
    list_select_related = ("user", "pool")
    ordering = ("pool", "-mu", "user")
    search_fields = ("user__username",)
    search_help_text = "Part of a player's name."
    fields: ClassVar[tuple[str, ...]] = ("user", "pool", "number", "error", "matches", "provisional", "mu", "sigma")
    readonly_fields: ClassVar[tuple[str, ...]] = fields

    @admin.display(boolean=True)
    def provisional(self, rating: Rating) -> bool:
        """True if the rating has not settled yet."""
        return rating.provisional


@admin.register(Result)
class ResultAdmin(ReadOnlyAdmin):
    """The matches that ended, and whether they count."""

    list_display: tuple[str, ...] = (
        "match",
        "pool",
        "ended_at",
        "recorded_at",
        "unrated",
        "voided_at",
        "void_reason",
    )
    list_filter = (
        ("unrated", admin.EmptyFieldListFilter),
        ("voided_at", admin.EmptyFieldListFilter),
        "pool__game",
        "pool__speed",
    )
    list_select_related = ("match", "pool")
    ordering = ("-match_id",)
    search_fields = ("=match__id",)
    search_help_text = "The number of a table."
    fields: ClassVar[tuple[str, ...]] = list_display
    readonly_fields: ClassVar[tuple[str, ...]] = fields
