"""What players of TP5 may plan by."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from games.rules.core import Fact, Pattern, Planning, Player
from games.rules.tp5.actions import PASS, Claim, Hog, Tp5Action
from games.rules.tp5.bot import Fit
from games.rules.tp5.state import ROW, claims_of
from games.rules.tp5.values import ACE, VALUE_OF
from games.rules.tp5.view import Tp5Observation

_WINDOWS = ("before_roll", "disgrace", "mine")
_KINDS = {**dict.fromkeys(_WINDOWS, "window"), "place_anew": "claim"}


class Tp5Planning(Planning[Tp5Observation, Tp5Action]):
    """Orders about windows, claims and what else a round asks."""

    kinds = MappingProxyType(
        {
            "claim": "When I claim a tile",
            "window": "In every window",
            "statement": "When I make a statement",
            "pass_on": "When I pass a tile on",
            "turn_up": "When I turn a tile up",
            "choose": "When I choose phestivities",
            "give": "When I give identifiers away",
            "send_back": "When I send an identifier back",
        }
    )
    facts = MappingProxyType(
        {
            "claims": Fact("I have {} claims on tiles"),
            "row": Fact("others have {} claims on my row"),
            "rolled": Fact("the die is rolled", "the die is not rolled"),
            "ace": Fact("the die shows an ace", "the die shows no ace"),
            **Planning.facts,
        }
    )
    patterns = MappingProxyType(
        {
            "fits": Pattern("claim", "the tile that goes best with what I have claimed"),
            "highest": Pattern("claim", "the highest tile that I can see, worth {} or more"),
        }
    )
    finders = MappingProxyType(
        {
            "fits": lambda seen, player, legal, number: _fitting(seen, legal),
            "highest": lambda seen, player, legal, least: _highest(seen, legal, least),
        }
    )

    def kind(self, seen: Tp5Observation) -> str:
        """The phase; all windows are one kind, and so are all ways to claim."""
        return _KINDS.get(seen.phase, seen.phase)

    def values(self, seen: Tp5Observation, player: Player) -> Mapping[str, int]:
        """Who claimed what, and the die."""
        row = seen.claims[ROW * player : ROW * player + ROW]
        return {
            **self.common(seen, player),
            "claims": len(claims_of(seen.claims, player)),
            "row": sum(owner != player for owners in row for owner in owners),
            "rolled": int(seen.die > 0),
            "ace": int(seen.die == ACE),
        }

    def ahead(self, seen: Tp5Observation, player: Player) -> Mapping[str, Sequence[Tp5Action]]:
        """To pass in a window, and tiles to claim: my own row and the centre first."""
        mine = range(ROW * player, min(ROW * player + ROW, len(seen.tiles)))
        others = (place for place in range(min(ROW * seen.players, len(seen.tiles))) if place not in mine)
        return {"window": (PASS,), "claim": tuple(Claim(place, player) for place in (*mine, *seen.centre, *others))}


def _fitting(seen: Tp5Observation, legal: Sequence[Tp5Action]) -> Tp5Action | None:
    fit = Fit(seen)
    claims = [action for action in legal if isinstance(action, Claim | Hog)]
    return max(claims, key=fit.worth, default=None)


def _highest(seen: Tp5Observation, legal: Sequence[Tp5Action], least: int) -> Tp5Action | None:
    """My own identifier on the highest tile that I know."""
    seat = seen.seat
    known = [
        (VALUE_OF[tile], action)
        for action in legal
        if isinstance(action, Claim) and action.owner == seat and (tile := seen.tiles[action.place])
    ]
    value, best = max(known, key=lambda one: one[0], default=(0, None))
    return best if value >= least else None
