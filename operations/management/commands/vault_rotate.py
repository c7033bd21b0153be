"""`manage.py vault_rotate`: seal everything again under the newest key of `VAULT_KEYS`."""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand
from django.db import transaction
from django.db.models import BinaryField, Model

from accounts.second_factor import secrets_reseal
from games.vault import reseal

A_BATCH = 500


def sealed_columns() -> Iterator[tuple[type[Model], tuple[str, ...]]]:
    """Every table that has columns named `sealed…`, whichever application it belongs to, and those columns."""
    for model in apps.get_models():
        fields = [field.name for field in model._meta.concrete_fields if isinstance(field, BinaryField)]
        if columns := tuple(name for name in fields if name.startswith("sealed")):
            yield model, columns


class Command(BaseCommand):
    """Goes through all sealed columns, a batch a transaction; run again it does no harm."""

    help = "Encrypt all secrets anew after a key was put in front of VAULT_KEYS."

    def handle(self, *args: Any, **options: Any) -> None:
        """Rotate every table."""
        for model, columns in sealed_columns():
            done = _rotate(model, columns)
            self.stdout.write(f"{model._meta.label}: {done} rows sealed anew")
        self.stdout.write(f"Second factors: {secrets_reseal()} rows sealed anew")


def _rotate(model: type[Model], columns: tuple[str, ...]) -> int:
    keys = list(model._default_manager.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), A_BATCH):
        with transaction.atomic():
            rows = model._default_manager.select_for_update().filter(pk__in=keys[start : start + A_BATCH])
            for row in rows:
                for column in columns:
                    if getattr(row, column) is not None:
                        setattr(row, column, reseal(getattr(row, column)))
                row.save(update_fields=columns)
    return len(keys)
