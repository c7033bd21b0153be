"""Notices in the operator's pages."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from notifications.models import DeadAddress, Notice

if TYPE_CHECKING:
    NoticeModelAdmin = admin.ModelAdmin[Notice]
    DeadModelAdmin = admin.ModelAdmin[DeadAddress]
else:
    NoticeModelAdmin = admin.ModelAdmin
    DeadModelAdmin = admin.ModelAdmin


@admin.register(Notice)
class NoticeAdmin(NoticeModelAdmin):
    """See what was sent, to whom, and why not; nothing can be changed."""

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
    list_filter = ("state", "channel", "kind")
    search_fields = ("topic", "user__username")
    list_select_related = ("user",)
    date_hierarchy = "made_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Notice]:
        """All but those that would tell who plays where names are hidden."""
        return super().get_queryset(request).exclude(context__has_key="hidden")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Notices are planned by the site alone."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Notice | None = None) -> bool:
        """The ledger is kept."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Notice | None = None) -> bool:
        """The ledger is read, not written."""
        return False


@admin.register(DeadAddress)
class DeadAddressAdmin(DeadModelAdmin):
    """Addresses that mails come back from; removing one tries it again."""

    list_display = ("user", "address", "reason", "failed_at")
    search_fields = ("user__username", "address")
    list_select_related = ("user",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Found by the site alone."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: DeadAddress | None = None) -> bool:
        """What the mail server said is not rewritten."""
        return False
