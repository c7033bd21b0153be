"""Admin pages that show rows and change nothing, and lists that stay quick however many rows there are."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    AnyPaginator = Paginator[Any]
else:
    ModelAdmin, AnyPaginator = admin.ModelAdmin, Paginator

MOST_LISTED = 2000
"""The most rows that a list of the admin leads to. To see others, search or choose a filter."""


class FirstRows(AnyPaginator):
    """Pages of the first rows: to count all of them would take longer the more there are."""

    def __init__(self, object_list: "QuerySet[Any] | Sequence[Any]", *arguments: Any, **more: Any) -> None:
        super().__init__(object_list[:MOST_LISTED], *arguments, **more)


class BoundedList(ModelAdmin):
    """A list that ends after `MOST_LISTED` rows."""

    paginator = FirstRows
    show_full_result_count = False
    list_per_page = 25
    """Django draws a row slowly: with its hundred, a page took a large site several times as long as a small one."""


def known_values(field: str, values: Callable[[], Iterable[tuple[str, str]]]) -> type[admin.SimpleListFilter]:
    """Return a filter by values that the site knows. Django's own reads all rows to find those that there are."""

    class KnownValues(admin.SimpleListFilter):
        title = parameter_name = field

        def lookups(self, request: HttpRequest, model_admin: "admin.ModelAdmin[Any]") -> list[tuple[str, str]]:
            return list(values())

        def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
            return queryset.filter(**{field: self.value()}) if self.value() else queryset

    return KnownValues


class ReadOnlyAdmin(BoundedList):
    """Rows that can only be viewed: the site alone adds and changes them."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never: saving a row as it was read would undo what the site has done to it since."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False
