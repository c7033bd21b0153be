"""Users in the admin."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import allauth.account.admin
import allauth.mfa.admin
import allauth.usersessions.admin  # noqa: F401
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models import User
from accounts.security.ways_in import end_all_ways_in
from accounts.signals import account_setting, group_set, password_set, rights_set
from foundation.read_only import BoundedList

if TYPE_CHECKING:
    DjangoUserAdmin = UserAdmin[User]
    DjangoGroupAdmin = GroupAdmin
    GroupForm = ModelForm[Group]
else:
    DjangoUserAdmin, DjangoGroupAdmin, GroupForm = UserAdmin, GroupAdmin, ModelForm

# A session key opens the session, a new second factor or address opens the account: keep all of them out of the admin.
admin.site.unregister([Authenticator, UserSession, EmailAddress, Group])


@admin.register(User)
class PeopleAdmin(BoundedList, DjangoUserAdmin):
    """Find users and change their permissions. Moderators rename and suspend them at their desk, with a reason."""

    list_display = ("username", "kind", "is_active", "is_staff", "date_joined")
    list_filter = ("kind", "is_active", "is_staff")
    search_fields = ("username", "email")
    ordering = ("-pk",)
    readonly_fields = ("kind", "brain", "email", "last_login", "date_joined")

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return False: matches keep the names of their players. Make a user inactive instead."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Return the fields that only the desk may change. The desk cannot change house players."""
        return self.readonly_fields if obj is None or obj.is_house else (*self.readonly_fields, "username", "is_active")

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Change a user, and send `rights_set` if their rights changed."""
        if request.method != "POST" or object_id is None:
            return super().changeform_view(request, object_id, form_url, extra_context)
        with transaction.atomic():
            account_setting.send(sender=User)
            before = _rights(self.get_object(request, unquote(object_id)))
            reply = super().changeform_view(request, object_id, form_url, extra_context)
            user = self.get_object(request, unquote(object_id))
            given, taken = sorted(_rights(user) - before), sorted(before - _rights(user))
            if given or taken:
                who = {"user": user, "by": request.user}
                rights_set.send(sender=User, given=given, taken=taken, now=timezone.now(), **who)
        return reply

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        """Set a password. If it changed, end what else opens the account, and send `password_set`."""
        with transaction.atomic():
            if request.method == "POST":
                account_setting.send(sender=User)
            before = self.get_object(request, unquote(id))
            reply = super().user_change_password(request, id, form_url)
            after = self.get_object(request, unquote(id))
            if before and after and before.password != after.password:
                password_set.send(sender=User, user=after, by=request.user, now=timezone.now())
                end_all_ways_in(user=after, now=timezone.now())
        return reply

    fieldsets = (
        (None, {"fields": ("username", "password", "email")}),
        ("What it is", {"fields": ("kind", "brain", "is_active", "is_staff", "is_superuser", "groups")}),
        ("Preferences", {"fields": ("time_zone", "date_language")}),
        ("Dates", {"fields": ("last_login", "date_joined")}),
    )


def _rights(user: User | None) -> set[str]:
    """The rights that a user has beyond others, in words."""
    if user is None:
        return set()
    status = {"staff status": user.is_staff, "superuser status": user.is_superuser}
    groups = {f"the group {name}" for name in user.groups.values_list("name", flat=True)}
    return groups | {name for name, has in status.items() if has}


@admin.register(Group)
class RightsAdmin(DjangoGroupAdmin):
    """Change what a group may do, and send `group_set`."""

    def save_related(self, request: HttpRequest, form: GroupForm, formsets: Any, change: bool) -> None:
        """Save a group, and send the permissions it gained and lost."""
        before = _names(form.initial.get("permissions", ()))
        super().save_related(request, form, formsets, change)
        group = form.instance
        after = _names(group.permissions.all())
        given, taken = after - before, before - after
        if "name" in form.changed_data and change:
            given.add(f"the name {group.name}")
            taken.add(f"the name {form.initial['name']}")
        if given or taken:
            _audit_change(request, group, given, taken)

    def delete_model(self, request: HttpRequest, obj: Group) -> None:
        """Delete a group. Its members lose its permissions."""
        _audit_change(request, obj, set(), {"all it could", *_names(obj.permissions.all())})
        super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Group]) -> None:
        """Delete several groups."""
        with transaction.atomic():
            for group in queryset:
                self.delete_model(request, group)


def _names(permissions: Iterable[Permission]) -> set[str]:
    return {f"“{permission.name}”" for permission in permissions}


def _audit_change(request: HttpRequest, group: Group, given: set[str], taken: set[str]) -> None:
    members = list(group.user_set.all())
    words = {"given": sorted(given), "taken": sorted(taken)}
    group_set.send(sender=Group, name=group.name, members=members, by=request.user, now=timezone.now(), **words)
