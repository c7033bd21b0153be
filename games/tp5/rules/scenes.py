"""What opened in a round of TP5, as pieces."""

from collections.abc import Sequence
from functools import singledispatch

from engine.language import say
from engine.piecepack import SUITS, suit_words
from engine.scenes import Opened, Scene, Scenes, Transfer, points, sign, without_empty, words
from engine.words import or_list
from games.tp5.rules import events as of
from games.tp5.rules.hands import made_words
from games.tp5.rules.state import right_of
from games.tp5.rules.values import VALUES, one, short


class Tp5Scenes(Scenes):
    """The scenes of TP5: tiles, statements, claims, dice and hands."""

    def of(self, events: Sequence[of.Tp5Event], answered: Sequence[int], marks: Sequence[object]) -> tuple[Scene, ...]:
        """Return the scenes of one step: one for each event that shows something."""
        return without_empty(*(scene for event in events if (scene := scene_of(event))))


@singledispatch
def scene_of(event: object) -> Scene | None:
    """Return the scene of one event, as its reader may know it; None if there is nothing to show."""
    return None


@scene_of.register
def _(event: of.TilesPassed) -> Scene:
    players = len(event.tiles)
    passed = [Transfer(f"t{tile or ''}", right_of(giver, players), giver) for giver, tile in enumerate(event.tiles)]
    return Scene(say("Tiles passed", context="scene"), transfers=tuple(passed))


@scene_of.register
def _(event: of.TileTurnedUp) -> Scene:
    return Scene(say("Tiles revealed", context="scene"), (Opened(event.player, (f"t{event.tile}",)),))


@scene_of.register
def _(event: of.StatementMade) -> Scene:
    suits = [suit_words(suit) for suit in event.suits] if len(event.suits) < len(SUITS) else []
    values = [short(value) for value in event.values] if len(event.values) < len(VALUES) else []
    parts = [", ".join(part) for part in (suits, values) if part]
    said = tuple(map(words, [or_list(parts)] if event.either else parts))
    return Scene(say("Statements", context="scene"), (Opened(event.player, said),))


@scene_of.register
def _(event: of.IdentifiersGiven) -> Scene:
    given = [Transfer(sign(giver), taker, giver) for giver, takers in enumerate(event.gifts) for taker in takers]
    return Scene(say("Identifiers given", context="scene"), transfers=tuple(given))


@scene_of.register
def _(event: of.TileClaimed) -> Scene:
    return Scene(say("Claims", context="scene"), (Opened(event.player, (sign(event.owner),)),))


@scene_of.register
def _(event: of.TileHogged) -> Scene:
    return Scene(say("Claims", context="scene"), (Opened(event.player, (words(say("hog", context="scene")),)),))


@scene_of.register
def _(event: of.NumberCalled) -> Scene:
    turned_up = tuple(f"t{tile}" for _, tile in event.turned_up)
    return Scene(
        say("A value called", context="scene"), (Opened(event.player, (words(one(event.value)),)),), table=turned_up
    )


@scene_of.register
def _(event: of.ClaimsWarped) -> Scene:
    return Scene(say("Claims taken back", context="scene"), (Opened(event.player, (sign(event.player),)),))


@scene_of.register
def _(event: of.IdentifierSentBack) -> Scene:
    return Scene(
        say("Eviction", context="scene"), (Opened(event.player),), transfers=(Transfer(sign(event.owner), event.owner),)
    )


@scene_of.register
def _(event: of.DieRolled) -> Scene:
    return Scene(say("The die", context="scene"), (Opened(event.dealer, (words(one(event.value)),)),))


@scene_of.register
def _(event: of.AceDisgraced) -> Scene:
    return Scene(say("The die again", context="scene"), (Opened(event.player, (words(one(event.value)),)),))


@scene_of.register
def _(event: of.MinesLaid) -> Scene:
    return Scene(
        say("Land mines", context="scene"), tuple(Opened(player, (f"t{tile}",)) for player, _, tile in event.mines)
    )


@scene_of.register
def _(event: of.HandsDeclared) -> Scene:
    order = sorted(range(len(event.hands)), key=lambda seat: event.hands[seat].rank, reverse=True)
    hands = [(seat, event.hands[seat]) for seat in order]
    opened = tuple(Opened(seat, tuple(f"t{tile}" for tile in hand.tiles), made_words(hand)) for seat, hand in hands)
    return Scene(
        say("Hands", context="scene"), opened, event.winners, tuple(Transfer(points(1), seat) for seat in event.winners)
    )
