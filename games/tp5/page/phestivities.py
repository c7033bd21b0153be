"""Phestivities as a page names them, with their effects and why some are not available."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.language import say
from games.tp5.rules.clashes import partner_of
from games.tp5.rules.meanings import MEANINGS
from games.tp5.rules.options import TITLES, Key
from games.tp5.rules.phestivities import PHESTIVITIES


class Named(NamedTuple):
    """A phestivity with its effect."""

    key: Key
    title: str
    meaning: str
    barred: str = ""
    """Why it is not available at this table."""
    clash: str = ""
    """The title of the phestivity that cannot be in play together with it."""
    clash_key: str = ""


def phestivities_named(keys: Sequence[Key] | None = None, players: int | None = None) -> list[Named]:
    """Return all or some phestivities with their effects and, at a table, why some are not available."""
    return [_named(key, players) for key in (TITLES if keys is None else keys)]


def _named(key: Key, players: int | None) -> Named:
    barred = None if players is None else PHESTIVITIES[key].not_offered(players)
    clash = partner_of(key)
    return Named(
        key,
        say(TITLES[key]),
        say(MEANINGS[key]),
        barred=_first_sentence(say(barred[1], players=players)) if barred else "",
        clash=say(TITLES[clash]) if clash else "",
        clash_key=clash or "",
    )


def _first_sentence(text: str) -> str:
    return f"{text.split('. ')[0].rstrip('.')}."


def phestivity_templates(key: Key) -> tuple[str, str]:
    """Return the templates of a phestivity, its picture first, the plain sentence as a fallback."""
    return f"tp5/phestivities/{key}.html", "tp5/phestivities/_plain.html"
