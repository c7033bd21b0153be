"""`manage.py vault_rotate`: encrypts all secrets with the newest key in `VAULT_KEYS`."""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand
from django.db import transaction
from django.db.models import BinaryField, Model

from accounts.security.second_factor import reseal_secrets
from foundation.vault import reseal

A_BATCH = 500


def sealed_columns() -> Iterator[tuple[type[Model], tuple[str, ...]]]:
    """All models of any app with columns named `sealed…`, and those columns."""
    for model in apps.get_models():
        fields = [field.name for field in model._meta.concrete_fields if isinstance(field, BinaryField)]
        if columns := tuple(name for name in fields if name.startswith("sealed")):
            yield model, columns


class Command(BaseCommand):
    """Goes through all sealed columns in batches, one transaction each. Safe to run again."""

    help = "Encrypt all secrets again after adding a key at the front of VAULT_KEYS."

    def handle(self, *args: Any, **options: Any) -> None:
        """Rotate every table."""
        for model, columns in sealed_columns():
            done = _rotate(model, columns)
            self.stdout.write(f"{model._meta.label}: {done} rows encrypted again")
        self.stdout.write(f"Second factors: {reseal_secrets()} rows encrypted again")


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
