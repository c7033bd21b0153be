"""The conditional moves of Concealed Draw."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from engine import Conditionals, Fact, Pattern, Player
from engine.language import mark
from games.plaques.rules.concealed.actions import ConcealedAction, Declare, Discard, Draw, Nominate, Take
from games.plaques.rules.concealed.defaults import least_missed, most_alive
from games.plaques.rules.concealed.view import ConcealedObservation
from games.plaques.rules.prospects import prospect
from games.plaques.rules.ranking import category_of, strength


class ConcealedConditionals(Conditionals[ConcealedObservation, ConcealedAction]):
    """Conditional moves for draws, discards and nominations."""

    kinds = MappingProxyType(
        {
            "draw": mark("When my turn begins"),
            "discard": mark("When I discard"),
            "nominate": mark("When I name who loses a token"),
        }
    )
    facts = MappingProxyType(
        {
            "declared": Fact(mark("someone has declared"), mark("nobody has declared")),
            "turns": Fact(mark("I have had {} turns in this round")),
            "pile": Fact(mark("the pile holds {} plaques")),
            "centre": Fact(mark("{} plaques lie in the centre")),
            "better": Fact(
                mark("a plaque of the centre makes a better hand"), mark("no plaque of the centre makes a better hand")
            ),
            "tokens": Fact(mark("I have {} tokens", context="lives")),
            "rivals": Fact(mark("{} others are still in")),
            "round": Fact(mark("the round is {}")),
        }
    )
    patterns = MappingProxyType(
        {
            "better": Pattern("draw", mark("take the plaque of the centre that makes a better kind of hand")),
            "back": Pattern("discard", mark("the plaque that I drew")),
            "least": Pattern("discard", mark("the plaque without which my hand is best")),
            "promising": Pattern("discard", mark("the plaque without which my hand promises most")),
            "most": Pattern("nominate", mark("the player with the most tokens")),
        }
    )
    finders = MappingProxyType(
        {
            "better": lambda seen, player, legal, number: _better(seen),
            "back": lambda seen, player, legal, number: Discard(seen.drawn) if seen.drawn else None,
            "least": lambda seen, player, legal, number: Discard(least_missed(seen)),
            "promising": lambda seen, player, legal, number: _promising(seen, legal),
            "most": lambda seen, player, legal, number: Nominate(most_alive(seen)),
        }
    )

    def kind(self, seen: ConcealedObservation) -> str:
        """Return the phase."""
        return seen.phase

    def values(self, seen: ConcealedObservation, player: Player) -> Mapping[str, int]:
        """Return the facts about the round, the tokens and the centre."""
        return {
            "declared": int(seen.declarer is not None),
            "turns": seen.turns[player],
            "pile": seen.pile_size,
            "centre": len(seen.centre),
            "better": int(_better(seen) is not None),
            "tokens": seen.lives[player],
            "rivals": sum(seat != player for seat in seen.seated),
            "round": seen.round,
        }

    def ahead(self, seen: ConcealedObservation, player: Player) -> Mapping[str, Sequence[ConcealedAction]]:
        """Return the possible draws, discards and nominations."""
        return {
            "draw": (Draw(), *(Take(plaque) for plaque in seen.centre), Declare()),
            "discard": tuple(Discard(plaque) for plaque in seen.own),
            "nominate": tuple(Nominate(seat) for seat in seen.seated if seat != player),
        }


def _better(seen: ConcealedObservation) -> Take | None:
    """Return the take that most improves the category of the hand, if any does."""
    if not seen.own or not seen.centre:
        return None
    now = strength(seen.own)
    best, plaque = max((strength((*seen.own, plaque)), plaque) for plaque in seen.centre)
    return Take(plaque) if category_of(best).share < category_of(now).share else None


def _promising(seen: ConcealedObservation, legal: Sequence[ConcealedAction]) -> ConcealedAction:
    held = (*seen.own, seen.drawn) if seen.drawn else seen.own

    def promise(action: ConcealedAction) -> int:
        return prospect([plaque for plaque in held if not (isinstance(action, Discard) and plaque == action.plaque)])

    return max(legal, key=promise)
