"""Every page and form of the admin, as every role that might try."""

from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.urls import URLResolver, get_resolver, reverse

from accounts.models import User
from tests.site.matrix.asking import Address, addresses, undone, word_of
from tests.site.matrix.table import Case
from tests.site.matrix.world import World

WAYS_IN_AND_OUT = ("admin:login", "admin:logout")


def _clerk(world: World) -> None:
    User.objects.filter(username="stan").update(is_superuser=False)


ROLES = ("visitor", "player", "moderator", "senior", "careless", "clerk", "staff")
"""The clerk has staff status and no permission."""


def pages() -> dict[str, Address]:
    """Every named URL of the admin except log-in and log-out."""
    above = next(
        part for part in get_resolver().url_patterns if isinstance(part, URLResolver) and part.namespace == "admin"
    )
    found = addresses(above, Address("admin:", "admin/", ()))
    return {one.route: one for one in found if "/" not in one.route and one.route not in WAYS_IN_AND_OUT}


def cases() -> Iterator[Case]:
    """Each page is asked for, and each is written to."""
    for route in sorted(pages()):
        yield from (Case(route, method, "-") for method in ("GET", "POST"))


def word(world: World, case: Case, role: str) -> str:
    """The reply a role gets."""
    client = world.client()
    client.cookies.load(world.cookies["staff" if role == "clerk" else role])
    with undone():
        if role == "clerk":
            _clerk(world)
        row = _row(case.route)
        path = _path(world, case.route, row)
        if case.method == "GET":
            return word_of(client.get(path))
        form = {"action": "delete_selected", "_selected_action": str(row.pk if row else 0), "post": "yes"}
        return word_of(client.post(path, form))


def _row(route: str) -> Any:
    """A row of the table that a page is about."""
    for model in admin.site._registry:
        if route.startswith(f"admin:{model._meta.app_label}_{model._meta.model_name}_"):
            return model._base_manager.order_by("pk").first()
    return None


def _path(world: World, route: str, row: Any) -> str:
    values = {"id": world.ben.pk, "app_label": "moderation", "content_type_id": 1, "object_id": row.pk if row else 0}
    return reverse(route, kwargs={name: values[name] for name in pages()[route].parameters})
