"""The conditional moves of Hex Auction."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from engine import Conditionals, Fact, Pattern, Player
from engine.language import mark
from games.hexes.rules.actions import FINISH, TAKES, Bid, HexAction, Place, Take, bids_up_to
from games.hexes.rules.planning import Table, best_gain
from games.hexes.rules.view import HexObservation
from games.hexes.rules.wording import points_of_placing


class HexConditionals(Conditionals[HexObservation, HexAction]):
    """Conditional moves for bids, hexes and runs."""

    kinds = MappingProxyType({"bid": mark("When I bid"), "take": mark("When I take a hex"), "lay": mark("When I lay")})
    facts = MappingProxyType(
        {
            "tokens": Fact(mark("I have {} tokens")),
            "pot": Fact(mark("the pot holds {} tokens")),
            "hand": Fact(mark("I hold {} hexes")),
            "specials": Fact(mark("{} specials lie on the board")),
            "bag": Fact(mark("the bag holds {} hexes")),
            "run": Fact(mark("{} hexes of this run are laid")),
            "points": Fact(mark("I have {} points")),
            "lead": Fact(mark("I am {} points ahead of everyone else")),
            "round": Fact(mark("the turn is {}", context="hexes")),
        }
    )
    patterns = MappingProxyType(
        {
            "share": Pattern("bid", mark("all my tokens, but no more than {}")),
            "fits": Pattern("take", mark("the hex that fits the board best")),
            "gains": Pattern("lay", mark("lay what scores most at once, if that is {} points or more")),
        }
    )
    finders = MappingProxyType(
        {
            "share": lambda seen, player, legal, most: Bid(min(most, seen.tokens[player])),
            "fits": lambda seen, player, legal, number: max(legal, key=lambda action: _fit(seen, action)),
            "gains": lambda seen, player, legal, least: _gaining(seen, legal, least),
        }
    )

    def kind(self, seen: HexObservation) -> str:
        """Return the phase."""
        return seen.phase

    def values(self, seen: HexObservation, player: Player) -> Mapping[str, int]:
        """Return the facts about the player, the pot and the board."""
        return {
            **self.common(seen, player),
            "tokens": seen.tokens[player],
            "pot": seen.pot,
            "hand": len(seen.hands[player]),
            "specials": seen.specials,
            "bag": seen.hexes_in_bag,
            "run": seen.run,
        }

    def ahead(self, seen: HexObservation, player: Player) -> Mapping[str, Sequence[HexAction]]:
        """Return the bids, takes of the drawn hexes, and finishing without laying."""
        return {
            "bid": bids_up_to(seen.tokens[player]),
            "take": tuple(TAKES[tile] for tile in seen.drawn),
            "lay": (FINISH,),
        }


def _fit(seen: HexObservation, action: HexAction) -> int:
    table = Table({laid.cell: laid.colours for laid in seen.board}, frozenset())
    return best_gain(table, action.hex, seen.open_cells) if isinstance(action, Take) else 0


def _gaining(seen: HexObservation, legal: Sequence[HexAction], least: int) -> HexAction | None:
    """Return the placement that scores most by itself, if it scores at least `least`."""
    places = [(points_of_placing(action, seen), action) for action in legal if isinstance(action, Place)]
    points, best = max(places, key=lambda place: place[0], default=(0, None))
    return best if points >= least else None
