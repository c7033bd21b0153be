"""The log of TP5 in words: one sentence for each event."""

from functools import singledispatch

from engine import Names, Player
from engine.piecepack import tile_words, tiles_words
from engine.words import and_list, counted, upper_first
from games.tp5.rules import events as of
from games.tp5.rules.hands import hand_words
from games.tp5.rules.options import TITLES
from games.tp5.rules.statements import statement_words
from games.tp5.rules.values import MANY, a_value


def spot_words(spot: of.Spot, names: Names, by: Player | None = None) -> str:
    """Return a spot in words: "tile 2 of Marek's row", "tile 3 of the centre"; of the row of `by`, "their own row"."""
    seat, slot = spot
    return f"tile {slot + 1} of {'the centre' if seat is None else _row_words(seat, names, by)}"


def _row_words(seat: Player, names: Names, by: Player | None) -> str:
    """Return whose row it is; in a sentence about the player `by`, their name is not said twice."""
    whose = names.whose(seat)
    return "their own row" if seat == by and whose != "your" else f"{whose} row"


def spots_words(spots: tuple[of.Spot, ...], names: Names, by: Player | None = None) -> str:
    """Return several spots in words."""
    return and_list([spot_words(spot, names, by) for spot in spots])


def _all(players: tuple[Player, ...], names: Names) -> str:
    return and_list([names.who(player) for player in players])


@singledispatch
def event_words(event: object, names: Names) -> str:
    """Return an event in words, without capital and full stop."""
    raise TypeError(f"TP5 has no words for {event!r}")


@event_words.register
def _(event: of.DealerRolled, names: Names) -> str:
    rolls = "; again, ".join(
        and_list([f"{names.who(player)} rolled {value}" for player, value in rolls]) for rolls in event.rolls
    )
    return f"for the deal, {rolls}; the highest was {names.whose(event.dealer)}"


@event_words.register
def _(event: of.RoundBegan, names: Names) -> str:
    return f"round {event.round} began with {names.who(event.dealer)} as dealer"


@event_words.register
def _(event: of.PhestivitiesChosen, names: Names) -> str:
    chosen = and_list([TITLES[key] for key in event.phestivities]) or "no phestivities"
    return f"the host put in play: {chosen}" if event.dealer is None else f"{names.who(event.dealer)} chose: {chosen}"


@event_words.register
def _(event: of.DealerRuled, names: Names) -> str:
    kept, left = (and_list([TITLES[key] for key in keys]) for keys in (event.followed, event.ignored))
    return f"{names.who(event.dealer)} ruled: {kept} {'is' if len(event.followed) == 1 else 'are'} followed, not {left}"


@event_words.register
def _(event: of.TilesDealt, names: Names) -> str:
    words = "four tiles went to each player"
    words += f" and {event.centre} to the centre" if event.centre else ""
    for player, row in enumerate(event.rows):
        words += f"; to {names.who(player)} {tiles_words(row)}" if row else ""
    return words


@event_words.register
def _(event: of.TilesPassed, names: Names) -> str:
    players = len(event.tiles)
    known = [
        f"{names.who(giver)} passed the {tile_words(tile)} to {names.who((giver - 1) % players)}"
        for giver, tile in enumerate(event.tiles)
        if tile
    ]
    return "; ".join(["each player passed a tile to the right", *known])


@event_words.register
def _(event: of.TileTurnedUp, names: Names) -> str:
    return f"{names.who(event.player)} turned up the {tile_words(event.tile)}"


@event_words.register
def _(event: of.RowsLaidOut, names: Names) -> str:
    words = "every row was shuffled and laid out face down"
    for player, row in enumerate(event.rows):
        words += f"; {names.whose(player)} row became {tiles_words(row)}" if row else ""
    return words


@event_words.register
def _(event: of.StatementMade, names: Names) -> str:
    return f"{names.who(event.player)} said of tile {event.slot + 1}: {statement_words(event)}"


@event_words.register
def _(event: of.IdentifiersGiven, names: Names) -> str:
    gifts = [
        f"{names.who(giver)} gave an identifier {'each ' if len(takers) > 1 else ''}to {_all(takers, names)}"
        for giver, takers in enumerate(event.gifts)
    ]
    return "; ".join(gifts)


@event_words.register
def _(event: of.TileClaimed, names: Names) -> str:
    other = "" if event.owner == event.player else f", with {names.whose(event.owner)} identifier"
    return f"{names.who(event.player)} claimed {spot_words(event.spot, names, event.player)}{other}"


@event_words.register
def _(event: of.TileHogged, names: Names) -> str:
    return f"{names.who(event.player)} hogged {spot_words((event.player, event.slot), names, event.player)}"


@event_words.register
def _(event: of.IdentifiersSetAside, names: Names) -> str:
    return f"{names.who(event.player)} found no place for {counted(len(event.owners), 'identifier')}, now out of play"


@event_words.register
def _(event: of.NumberCalled, names: Names) -> str:
    shown = [f"{spot_words(spot, names, event.player)} was the {tile_words(tile)}" for spot, tile in event.turned_up]
    found = and_list(shown) or "none turned up"
    return f"{_gave_up(event.player, event.paid, names)} and called {MANY[event.value]}: {found}"


@event_words.register
def _(event: of.ClaimsWarped, names: Names) -> str:
    taken = spots_words(event.taken_back, names, event.player)
    return f"{_gave_up(event.player, event.paid, names)} and took back the identifiers on {taken}"


@event_words.register
def _(event: of.EvictionBegan, names: Names) -> str:
    row = _row_words(event.player, names, event.player)
    return f"{_gave_up(event.player, event.paid, names)} to evict others from {row}"


@event_words.register
def _(event: of.IdentifierSentBack, names: Names) -> str:
    who, whose = names.who(event.player), names.whose(event.owner)
    return f"{who} sent {whose} identifier off {spot_words(event.spot, names, event.player)}"


@event_words.register
def _(event: of.DieRolled, names: Names) -> str:
    return f"{names.who(event.dealer)} rolled {a_value(event.value)}"


@event_words.register
def _(event: of.AceDisgraced, names: Names) -> str:
    return f"{_gave_up(event.player, event.paid, names)}, and the die was rolled again: {a_value(event.value)}"


@event_words.register
def _(event: of.MinesLaid, names: Names) -> str:
    return "; ".join(
        f"{_gave_up(player, paid, names)} to mine the {tile_words(tile)}" for player, paid, tile in event.mines
    )


@event_words.register
def _(event: of.AllTurnedUp, names: Names) -> str:
    rows = [f"{names.whose(player)} row {tiles_words(row)}" for player, row in enumerate(event.rows)]
    if event.centre:
        rows.append(f"the centre {tiles_words(event.centre)}")
    if event.void:
        rows.append(f"nobody could use {spots_words(event.void, names)}")
    return f"all tiles were turned up: {'; '.join(rows)}"


@event_words.register
def _(event: of.HandsDeclared, names: Names) -> str:
    hands = [f"{names.who(player)} declared {hand_words(hand)}" for player, hand in enumerate(event.hands)]
    verb = "won" if len(event.winners) == 1 else "shared"
    return f"{'; '.join(hands)}. {upper_first(_all(event.winners, names))} {verb} {_contest(event)}"


@event_words.register
def _(event: of.MatchEnded, names: Names) -> str:
    points = [f"{names.who(player)} {points}" for player, points in enumerate(event.points)]
    return f"the match ended: {', '.join(points)}"


def _gave_up(player: Player, paid: of.Spot, names: Names) -> str:
    return f"{names.who(player)} gave up the claim on {spot_words(paid, names, player)}"


def _contest(event: of.HandsDeclared) -> str:
    return f"round {event.round}" if event.contest == 1 else f"the second contest of round {event.round}"
