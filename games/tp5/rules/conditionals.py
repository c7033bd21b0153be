"""The conditional moves of TP5."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import takewhile
from types import MappingProxyType

from engine import Conditionals, Fact, Pattern, Player
from engine.language import mark
from games.tp5.bot import Fit
from games.tp5.rules.actions import (
    PASS,
    Choose,
    Claim,
    Give,
    Hog,
    MakeStatement,
    PassOn,
    SendBack,
    Tp5Action,
    TurnUp,
)
from games.tp5.rules.clashes import clashes_in, rulings_on
from games.tp5.rules.options import Key
from games.tp5.rules.phestivities.commune import GIFTS
from games.tp5.rules.programme import allowed_sets
from games.tp5.rules.state import ROW, claims_of, clockwise
from games.tp5.rules.values import ACE, VALUE_OF
from games.tp5.rules.view import Tp5Observation

_WINDOWS = ("before_roll", "disgrace", "mine")
_KINDS = {**dict.fromkeys(_WINDOWS, "window"), "place_again": "claim"}


class Tp5Conditionals(Conditionals[Tp5Observation, Tp5Action]):
    """Conditional moves for windows, claims and the other decisions of a round."""

    kinds = MappingProxyType(
        {
            "claim": mark("When I claim a tile"),
            "window": mark("In every window"),
            "statement": mark("When I make a statement"),
            "pass_on": mark("When I pass a tile on"),
            "turn_up": mark("When I turn a tile up"),
            "choose": mark("When I choose phestivities"),
            "give": mark("When I give identifiers away"),
            "send_back": mark("When I send an identifier back"),
        }
    )
    facts = MappingProxyType(
        {
            "claims": Fact(mark("I have {} claims on tiles")),
            "row": Fact(mark("others have {} claims on my row")),
            "rolled": Fact(mark("the die is rolled"), mark("the die is not rolled")),
            "ace": Fact(mark("the die shows an ace"), mark("the die shows no ace")),
            **Conditionals.facts,
        }
    )
    patterns = MappingProxyType(
        {
            "fits": Pattern("claim", mark("the tile that goes best with what I have claimed")),
            "highest": Pattern("claim", mark("the highest tile that I can see, worth {} or more")),
            "state_lowest": Pattern("statement", mark("say as little as I may about my lowest tile")),
            "state_highest": Pattern("statement", mark("say as little as I may about my highest tile")),
            "pass_lowest": Pattern("pass_on", mark("my lowest tile")),
            "pass_highest": Pattern("pass_on", mark("my highest tile")),
            "show_lowest": Pattern("turn_up", mark("my lowest tile")),
            "show_highest": Pattern("turn_up", mark("my highest tile")),
            "give_left": Pattern("give", mark("to the three players on my left")),
            "give_poorest": Pattern("give", mark("to three others who have the fewest points")),
            "back_highest": Pattern("send_back", mark("the identifier on my highest tile")),
        }
    )
    finders = MappingProxyType(
        {
            "fits": lambda seen, player, legal, number: _fitting(seen, legal),
            "highest": lambda seen, player, legal, least: _highest(seen, legal, least),
            **dict.fromkeys(
                ("state_lowest", "pass_lowest", "show_lowest"),
                lambda seen, player, legal, number: min(legal, key=_worth(seen, player)),
            ),
            **dict.fromkeys(
                ("state_highest", "pass_highest", "show_highest", "back_highest"),
                lambda seen, player, legal, number: max(legal, key=_worth(seen, player)),
            ),
            "give_left": lambda seen, player, legal, number: _gift(_others(seen, player)),
            "give_poorest": lambda seen, player, legal, number: _gift(
                sorted(_others(seen, player), key=lambda seat: seen.points[seat])
            ),
        }
    )

    def kind(self, seen: Tp5Observation) -> str:
        """Return the phase; all windows are one kind, and so are all claims."""
        return _KINDS.get(seen.phase, seen.phase)

    def values(self, seen: Tp5Observation, player: Player) -> Mapping[str, int]:
        """Return the facts about claims and the die."""
        row = seen.claims[ROW * player : ROW * player + ROW]
        return {
            **self.common(seen, player),
            "claims": len(claims_of(seen.claims, player)),
            "row": sum(owner != player for owners in row for owner in owners),
            "rolled": int(seen.die > 0),
            "ace": int(seen.die == ACE),
        }

    def ahead(self, seen: Tp5Observation, player: Player) -> Mapping[str, Sequence[Tp5Action]]:
        """Return small sets of phestivities, each tile of the row, a pass, and all claims: own row and centre first."""
        mine = range(ROW * player, min(ROW * player + ROW, len(seen.tiles)))
        others = (place for place in range(min(ROW * seen.players, len(seen.tiles))) if place not in mine)
        showing = seen.phase == "turn_up" and seen.shown[player] is None
        return {
            "choose": tuple(map(Choose, _sets_ahead(seen))),
            "turn_up": tuple(TurnUp(slot) for slot in range(ROW)) if showing else (),
            "window": (PASS,),
            "claim": tuple(Claim(place, player) for place in (*mine, *seen.centre, *others)),
        }


def _sets_ahead(seen: Tp5Observation) -> Iterator[tuple[Key, ...]]:
    """Yield what a dealer could choose, at most one of it, or what each ruling on a host's set leaves."""
    if seen.chosen_by == "dealer":
        yield from takewhile(lambda chosen: len(chosen) < 2, allowed_sets(seen.offered, seen.players))
    elif clashes_in(seen.offered):
        yield from rulings_on(seen.offered)


def _fitting(seen: Tp5Observation, legal: Sequence[Tp5Action]) -> Tp5Action | None:
    fit = Fit(seen)
    claims = [action for action in legal if isinstance(action, Claim | Hog)]
    return max(claims, key=fit.worth, default=None)


def _highest(seen: Tp5Observation, legal: Sequence[Tp5Action], least: int) -> Tp5Action | None:
    """Return a claim of my own on the highest tile I know, if its value is at least `least`."""
    seat = seen.seat
    known = [
        (VALUE_OF[tile], action)
        for action in legal
        if isinstance(action, Claim) and action.owner == seat and (tile := seen.tiles[action.place])
    ]
    value, best = max(known, key=lambda one: one[0], default=(0, None))
    return best if value >= least else None


def _worth(seen: Tp5Observation, player: Player) -> Callable[[Tp5Action], int]:
    """Return a function that gives the value of the tile an action is about."""

    def worth(action: Tp5Action) -> int:
        match action:
            case PassOn(slot=slot) | TurnUp(slot=slot) | MakeStatement(slot=slot):
                tile = seen.tiles[ROW * player + slot]
            case SendBack(place=place):
                tile = seen.tiles[place]
            case _:
                tile = None
        return VALUE_OF[tile] if tile else 0

    return worth


def _others(seen: Tp5Observation, player: Player) -> Sequence[Player]:
    """Return all other players, starting from the left."""
    return clockwise(player, seen.players)[1:]


def _gift(to: Sequence[Player]) -> Give:
    """Return a gift of one identifier each to the first three players."""
    return Give(tuple(sorted(to[:GIFTS])))
