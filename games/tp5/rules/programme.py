"""The rules of a round: the hooks of its phestivities, collected once for each set of them."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

from engine import IllegalAction
from engine.language import say
from games.tp5.rules.clashes import clashes_in
from games.tp5.rules.options import KEYS, Key
from games.tp5.rules.phestivities import PHESTIVITIES
from games.tp5.rules.phestivities.base import Interrupt, Phestivity


@dataclass(frozen=True)
class Programme:
    """The hooks of a set of phestivities."""

    passes_tiles: bool
    giving: Phestivity
    """Decides who may receive identifiers."""
    duty: Phestivity | None
    claiming: tuple[Phestivity, ...]
    """The phestivities that offer alternatives to claims."""
    before_roll: tuple[Interrupt[Any], ...]
    disgraces: Phestivity | None
    mines: bool
    scoring: Phestivity
    """Decides which tiles make the first hand."""
    second: Phestivity | None
    """The phestivity with a second contest, if any."""


_PLAIN = Phestivity()


@lru_cache(maxsize=8192)
def programme(in_play: tuple[Key, ...]) -> Programme:
    """Collect the hooks of the phestivities in play."""
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
def refusal(in_play: tuple[Key, ...], players: int, ruled: bool = False) -> tuple[str, str] | None:
    """Return the code and the reason why a set is not allowed with this many players, or None (T3).

    The reason is a message that nobody reads yet: `refuse_set` says it.

    `ruled` says that the dealer will rule on what may be ruled on (T21).
    """
    for key in in_play:
        reason = PHESTIVITIES[key].not_offered(players)
        if reason:
            return reason
    for clash in clashes_in(in_play):
        if not (ruled and clash.may_be_ruled):
            return "phestivities_clash", clash.reason
    return None


def refuse_set(in_play: tuple[Key, ...], players: int, kind: type[IllegalAction], ruled: bool = False) -> None:
    """Raise `kind` if a set is not allowed (T3, T21)."""
    reason = refusal(in_play, players, ruled)
    if reason:
        code, words = reason
        raise kind(code, say(words, players=players))


def in_order(keys: "frozenset[Key] | set[Key]") -> tuple[Key, ...]:
    """Return a set of phestivities in the order of `KEYS`."""
    return tuple(key for key in KEYS if key in keys)


@lru_cache(maxsize=256)
def allowed_sets(offered: tuple[Key, ...], players: int) -> tuple[tuple[Key, ...], ...]:
    """Return all sets that a dealer may choose, the smallest first (T3)."""
    return tuple(
        chosen
        for size in range(len(offered) + 1)
        for chosen in combinations(offered, size)
        if refusal(chosen, players) is None
    )
