"""What is in play in a round: the phestivities' hooks, gathered once for each set of them."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

from games.rules.core import IllegalAction
from games.rules.tp5.options import KEYS, TITLES, Key
from games.rules.tp5.phestivities import PHESTIVITIES
from games.rules.tp5.phestivities.base import Interrupt, Phestivity


@dataclass(frozen=True)
class Programme:
    """The hooks that a set of phestivities fills."""

    passes_tiles: bool
    giving: Phestivity
    """Says to whom identifiers may be given."""
    duty: Phestivity | None
    claiming: tuple[Phestivity, ...]
    """Offer more than claims in step 7."""
    before_roll: tuple[Interrupt[Any], ...]
    disgraces: Phestivity | None
    mines: bool
    scoring: Phestivity
    """Says what the first hand is made of."""
    second: Phestivity | None
    """Makes a second hand."""


_PLAIN = Phestivity()


@lru_cache(maxsize=8192)
def programme(in_play: tuple[Key, ...]) -> Programme:
    """Gather the hooks of the phestivities in play."""
    playing = tuple(PHESTIVITIES[key] for key in in_play)
    ignores_die = any(one.ignores_die for one in playing)
    return Programme(
        passes_tiles=any(one.passes_tiles for one in playing),
        giving=next((one for one in playing if one.gives_identifiers), _PLAIN),
        duty=next((one for one in playing if one.duty), None),
        claiming=tuple(one for one in playing if one.adds_to_claims),
        before_roll=tuple(one for one in playing if isinstance(one, Interrupt)),
        disgraces=next((one for one in playing if one.rolls_again and not ignores_die), None),
        mines=any(one.lays_mines for one in playing),
        scoring=next((one for one in playing if one.ignores_die), _PLAIN),
        second=next((one for one in playing if one.scores_twice), None),
    )


@lru_cache(maxsize=65_536)
def refusal(in_play: tuple[Key, ...], players: int) -> tuple[str, str] | None:
    """Code and sentence why a set cannot be in play at a table of this size; None if it can (T3)."""
    for key in in_play:
        reason = PHESTIVITIES[key].not_offered(players)
        if reason:
            return reason
    for key in in_play:
        for other in PHESTIVITIES[key].clashes:
            if other in in_play:
                return (
                    "phestivities_clash",
                    f"{TITLES[key]} and {TITLES[other]} cannot both be obeyed. Leave one of them out.",
                )
    return None


def refuse_set(in_play: tuple[Key, ...], players: int, kind: type[IllegalAction]) -> None:
    """Raise `kind` when a set cannot be in play (T3)."""
    reason = refusal(in_play, players)
    if reason:
        raise kind(*reason)


def in_order(keys: "frozenset[Key] | set[Key]") -> tuple[Key, ...]:
    """A set of phestivities as it is written."""
    return tuple(key for key in KEYS if key in keys)


@lru_cache(maxsize=256)
def allowed_sets(offered: tuple[Key, ...], players: int) -> tuple[tuple[Key, ...], ...]:
    """All sets that a dealer may choose, the smallest first (T3)."""
    return tuple(
        chosen
        for size in range(len(offered) + 1)
        for chosen in combinations(offered, size)
        if refusal(chosen, players) is None
    )
