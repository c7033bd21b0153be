"""Notices in the admin."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from foundation.read_only import ReadOnlyAdmin, known_values
from notifications.kinds import NOTICE_SPECS
from notifications.models import DeadAddress, Notice

if TYPE_CHECKING:
    DeadModelAdmin = admin.ModelAdmin[DeadAddress]
else:
    DeadModelAdmin = admin.ModelAdmin


@admin.register(Notice)
class NoticeAdmin(ReadOnlyAdmin):
    """A read-only view of all notices: what was sent, to whom, or why not."""

    list_display = (
        "topic",
        "step",
        "kind",
        "channel",
        "mark",
        "user",
        "state",
        "attempts",
        "due_at",
        "settled_at",
        "reason",
    )
    list_filter = ("state", "channel", known_values("kind", lambda: [(kind, kind) for kind in NOTICE_SPECS]))
    search_fields = ("topic", "user__username")
    list_select_related = ("user",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Notice]:
        """Leave out notices that would reveal who plays where names are hidden."""
        return Notice.objects.exclude(context__has_key="hidden")


@admin.register(DeadAddress)
class DeadAddressAdmin(DeadModelAdmin):
    """Addresses that bounce. Delete one to try it again."""

    list_display = ("user", "address", "reason", "failed_at")
    search_fields = ("user__username", "address")
    list_select_related = ("user",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: only the site adds addresses."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: DeadAddress | None = None) -> bool:
        """Return False: the mail server's reply is not edited."""
        return False
