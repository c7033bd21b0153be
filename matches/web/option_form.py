"""The part of a form that holds a game's own options."""

from typing import Any

from django import forms

from engine import AnyGame
from matches.view.options import option_fields, options_from

PREFIX = "option_"


class OptionForm(forms.Form):
    """A form with a field for each option of a game, besides its own fields."""

    game: AnyGame

    def add_options(self, game: AnyGame) -> None:
        """Add the fields of a game's options."""
        self.game = game
        for name, field in option_fields(game.Options).items():
            self.fields[PREFIX + name] = field

    def common_fields(self) -> list[forms.BoundField]:
        """Return all fields except the game's own options."""
        return [self[name] for name in self.fields if not name.startswith(PREFIX)]

    def option_fields(self) -> list[forms.BoundField]:
        """Return the fields of the game's own options."""
        return [self[name] for name in self.fields if name.startswith(PREFIX)]

    def options(self) -> Any:
        """Return the typed options of the game. Raises `msgspec.ValidationError`."""
        given = {name[len(PREFIX) :]: value for name, value in self.cleaned_data.items() if name.startswith(PREFIX)}
        return options_from(self.game.Options, given)
