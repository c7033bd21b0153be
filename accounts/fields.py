"""Columns computed from another."""

from typing import TYPE_CHECKING

from django.db import models

from accounts.values.lookalikes import look_of
from accounts.values.names import name_key

if TYPE_CHECKING:
    TextColumn = models.CharField[str, str]
else:
    TextColumn = models.CharField


class _OfName(TextColumn):
    """A column computed from the row's user name on every save."""

    def of_name(self, name: str) -> str:
        """Compute the value."""
        raise NotImplementedError

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        """Compute the value from the current name."""
        value = self.of_name(getattr(model_instance, "username"))  # noqa: B009
        setattr(model_instance, self.attname, value)
        return value


class NameKeyField(_OfName):
    """The key of the row's user name.

    SQLite lowercases ASCII only, so the database cannot see that `Élan` and `élan` are the same name.
    """

    def of_name(self, name: str) -> str:
        """The key of a name."""
        return name_key(name)


class NameLookField(_OfName):
    """The look of the row's user name, which names share that readers may take for each other."""

    def of_name(self, name: str) -> str:
        """The look of a name."""
        return look_of(name)
