"""A column that follows another."""

from typing import TYPE_CHECKING

from django.db import models

from accounts.names import name_key

if TYPE_CHECKING:
    TextColumn = models.CharField[str, str]
else:
    TextColumn = models.CharField


class NameKeyField(TextColumn):
    """The key of the row's user name, kept in step whenever the row is written.

    SQLite lowers ASCII letters only, so the database alone cannot tell that `Élan` and `élan` are one name.
    """

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        """Work the key out anew."""
        key = name_key(getattr(model_instance, "username"))  # noqa: B009
        setattr(model_instance, self.attname, key)
        return key
