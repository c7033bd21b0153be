"""`manage.py vault_rotate`: seal everything again under the newest key of `VAULT_KEYS`."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction
from django.db.models import Model

from accounts.second_factor import secrets_reseal
from api.models import KeptReply
from games.beside import Note
from games.models import Answer, Match, Plan, Step
from games.vault import reseal

SEALED: tuple[tuple[type[Model], tuple[str, ...]], ...] = (
    (Match, ("sealed_seed", "sealed_later_seeds", "sealed_state")),
    (Answer, ("sealed",)),
    (Plan, ("sealed",)),
    (Step, ("sealed", "sealed_state")),
    (Note, ("sealed",)),
    (KeptReply, ("sealed",)),
)
A_BATCH = 500


class Command(BaseCommand):
    """Goes through all sealed columns, a batch a transaction; run again it does no harm."""

    help = "Encrypt all secrets anew after a key was put in front of VAULT_KEYS."

    def handle(self, *args: Any, **options: Any) -> None:
        """Rotate every table."""
        for model, columns in SEALED:
            done = _rotate(model, columns)
            self.stdout.write(f"{model.__name__}: {done} rows sealed anew")
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
