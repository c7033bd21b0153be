"""Users in the operator's pages."""

from typing import TYPE_CHECKING

import allauth.mfa.admin
import allauth.usersessions.admin  # noqa: F401
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from accounts.models import User

if TYPE_CHECKING:
    DjangoUserAdmin = UserAdmin[User]
else:
    DjangoUserAdmin = UserAdmin

# The key of a session opens it, and who may add a second factor may log in with it: neither is for an operator's page.
admin.site.unregister([Authenticator, UserSession])


@admin.register(User)
class PeopleAdmin(DjangoUserAdmin):
    """Find a user; change the name, kind and permissions."""

    list_display = ("username", "kind", "is_active", "is_staff", "date_joined")
    list_filter = ("kind", "is_active", "is_staff")
    search_fields = ("username", "email")
    ordering = ("-date_joined",)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Matches name their players for good: make a user inactive instead."""
        return False

    fieldsets = (
        (None, {"fields": ("username", "password", "email")}),
        ("What it is", {"fields": ("kind", "brain", "is_active", "is_staff", "is_superuser", "groups")}),
        ("Preferences", {"fields": ("time_zone", "date_language")}),
        ("Dates", {"fields": ("last_login", "date_joined")}),
    )
