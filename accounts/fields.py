"""A column computed from another."""

from typing import TYPE_CHECKING

from django.db import models

from accounts.values.names import name_key

if TYPE_CHECKING:
    TextColumn = models.CharField[str, str]
else:
    TextColumn = models.CharField


class NameKeyField(TextColumn):
    """The key of the row's user name, updated on every save.

    SQLite lowercases ASCII only, so the database cannot see that `Élan` and `élan` are the same name.
    """

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        """Compute the key from the current name."""
        key = name_key(getattr(model_instance, "username"))  # noqa: B009
        setattr(model_instance, self.attname, key)
        return key
