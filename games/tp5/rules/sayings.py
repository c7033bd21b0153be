"""The log of TP5 in words: one sentence for each event."""

from collections.abc import Sequence
from functools import reduce, singledispatch

from engine import Names, Player
from engine.language import YOU, Person, plural, say
from engine.piecepack import the_tile_words, tiles_words
from engine.words import and_list, clauses, people, upper_first
from games.tp5.rules import events as of
from games.tp5.rules.hands import hand_words
from games.tp5.rules.options import Key, titles
from games.tp5.rules.statements import statement_words
from games.tp5.rules.values import a_value, many


def spot_words(spot: of.Spot, names: Names, by: Player | None = None) -> str:
    """Return a spot in words: "tile 2 of Marek's row", "tile 3 of the centre"; of the row of `by`, "their own row"."""
    seat, number = spot[0], spot[1] + 1
    if seat is None:
        return say("tile {number} of the centre", number=number)
    who = names.who(seat)
    # In a sentence about the player `by`, their name is not said twice.
    if seat == by and not (isinstance(who, Person) and who.form == YOU):
        return say("tile {number} of their own row", number=number)
    return say("tile {number} of {who}'s row", you="tile {number} of your row", number=number, who=who)


def identifier_words(owner: Player, names: Names) -> str:
    """Return whose identifier it is: "Marek's identifier"."""
    return say("{who}'s identifier", you="your identifier", who=names.who(owner))


def phestivities_words(keys: Sequence[Key]) -> str:
    """Return a set of phestivities: "Land Mine and Eviction", "no phestivities"."""
    return and_list(titles(keys)) or say("no phestivities")


def _spots(spots: tuple[of.Spot, ...], names: Names, by: Player | None = None) -> str:
    return and_list([spot_words(spot, names, by) for spot in spots])


@singledispatch
def event_words(event: object, names: Names) -> str:
    """Return an event in words, without capital and full stop."""
    raise TypeError(f"TP5 has no words for {event!r}")


@event_words.register
def _(event: of.DealerRolled, names: Names) -> str:
    turns = [
        and_list([say("{who} rolled {value}", who=names.who(player), value=value) for player, value in rolls])
        for rolls in event.rolls
    ]
    rolls = reduce(lambda before, more: say("{before}; again, {more}", before=before, more=more), turns)
    return say(
        "for the deal, {rolls}; the highest was {who}'s",
        you="for the deal, {rolls}; the highest was yours",
        rolls=rolls,
        who=names.who(event.dealer),
    )


@event_words.register
def _(event: of.RoundBegan, names: Names) -> str:
    return say("round {round} began with {who} as dealer", round=event.round, who=names.who(event.dealer))


@event_words.register
def _(event: of.PhestivitiesChosen, names: Names) -> str:
    chosen = phestivities_words(event.phestivities)
    if event.dealer is None:
        return say("the host put in play: {phestivities}", phestivities=chosen)
    return say("{who} chose: {phestivities}", who=names.who(event.dealer), phestivities=chosen)


@event_words.register
def _(event: of.DealerRuled, names: Names) -> str:
    who, kept, left = names.who(event.dealer), and_list(titles(event.followed)), and_list(titles(event.ignored))
    if len(event.followed) == 1:
        return say("{who} ruled: {followed} is followed, not {ignored}", who=who, followed=kept, ignored=left)
    return say("{who} ruled: {followed} are followed, not {ignored}", who=who, followed=kept, ignored=left)


@event_words.register
def _(event: of.TilesDealt, names: Names) -> str:
    dealt = say("four tiles went to each player")
    if event.centre:
        dealt = say("four tiles went to each player and {number} to the centre", number=event.centre)
    rows = [
        say("to {who} {tiles}", who=names.who(player), tiles=tiles_words(row))
        for player, row in enumerate(event.rows)
        if row
    ]
    return clauses([dealt, *rows])


@event_words.register
def _(event: of.TilesPassed, names: Names) -> str:
    players = len(event.tiles)
    known = [
        say(
            "{who} passed {tile} to {who_took}",
            who=names.who(giver),
            tile=the_tile_words(tile),
            who_took=names.who((giver - 1) % players),
        )
        for giver, tile in enumerate(event.tiles)
        if tile
    ]
    return clauses([say("each player passed a tile to the right"), *known])


@event_words.register
def _(event: of.TileTurnedUp, names: Names) -> str:
    return say("{who} turned up {tile}", who=names.who(event.player), tile=the_tile_words(event.tile))


@event_words.register
def _(event: of.RowsLaidOut, names: Names) -> str:
    rows = [
        say(
            "{who}'s row became {tiles}",
            you="your row became {tiles}",
            who=names.who(player),
            tiles=tiles_words(row),
        )
        for player, row in enumerate(event.rows)
        if row
    ]
    return clauses([say("every row was shuffled and laid out face down"), *rows])


@event_words.register
def _(event: of.StatementMade, names: Names) -> str:
    return say(
        "{who} said of tile {number}: {statement}",
        who=names.who(event.player),
        number=event.slot + 1,
        statement=statement_words(event),
    )


@event_words.register
def _(event: of.IdentifiersGiven, names: Names) -> str:
    return clauses(_given(giver, takers, names) for giver, takers in enumerate(event.gifts))


def _given(giver: Player, takers: tuple[Player, ...], names: Names) -> str:
    who = names.who(giver)
    if len(takers) == 1:
        return say("{who} gave an identifier to {who_took}", who=who, who_took=names.who(takers[0]))
    taking = people([names.who(taker) for taker in takers])
    return say("{who} gave an identifier each to {people}", who=who, people=taking)


@event_words.register
def _(event: of.TileClaimed, names: Names) -> str:
    who, place = names.who(event.player), spot_words(event.spot, names, event.player)
    if event.owner == event.player:
        return say("{who} claimed {place}", who=who, place=place)
    return say(
        "{who} claimed {place}, with {identifier}",
        who=who,
        place=place,
        identifier=identifier_words(event.owner, names),
    )


@event_words.register
def _(event: of.TileHogged, names: Names) -> str:
    place = spot_words((event.player, event.slot), names, event.player)
    return say("{who} hogged {place}", who=names.who(event.player), place=place)


@event_words.register
def _(event: of.IdentifiersSetAside, names: Names) -> str:
    identifiers = plural(len(event.owners), "{count} identifier", "{count} identifiers")
    return say(
        "{who} found no place for {identifiers}, now out of play", who=names.who(event.player), identifiers=identifiers
    )


@event_words.register
def _(event: of.NumberCalled, names: Names) -> str:
    shown = [
        say("{place} was {tile}", place=spot_words(spot, names, event.player), tile=the_tile_words(tile))
        for spot, tile in event.turned_up
    ]
    return say(
        "{who} gave up the claim on {place} and called {values}: {found}",
        who=names.who(event.player),
        place=spot_words(event.paid, names, event.player),
        values=many(event.value),
        found=and_list(shown) or say("none turned up"),
    )


@event_words.register
def _(event: of.ClaimsWarped, names: Names) -> str:
    return say(
        "{who} gave up the claim on {place} and took back the identifiers on {places}",
        who=names.who(event.player),
        place=spot_words(event.paid, names, event.player),
        places=_spots(event.taken_back, names, event.player),
    )


@event_words.register
def _(event: of.EvictionBegan, names: Names) -> str:
    return say(
        "{who} gave up the claim on {place} to evict others from their own row",
        you="{who} gave up the claim on {place} to evict others from your row",
        who=names.who(event.player),
        place=spot_words(event.paid, names, event.player),
    )


@event_words.register
def _(event: of.IdentifierSentBack, names: Names) -> str:
    return say(
        "{who} sent {identifier} off {place}",
        who=names.who(event.player),
        identifier=identifier_words(event.owner, names),
        place=spot_words(event.spot, names, event.player),
    )


@event_words.register
def _(event: of.DieRolled, names: Names) -> str:
    return say("{who} rolled {value}", who=names.who(event.dealer), value=a_value(event.value))


@event_words.register
def _(event: of.AceDisgraced, names: Names) -> str:
    return say(
        "{who} gave up the claim on {place}, and the die was rolled again: {value}",
        who=names.who(event.player),
        place=spot_words(event.paid, names, event.player),
        value=a_value(event.value),
    )


@event_words.register
def _(event: of.MinesLaid, names: Names) -> str:
    mines = [
        say(
            "{who} gave up the claim on {place} to mine {tile}",
            who=names.who(player),
            place=spot_words(paid, names, player),
            tile=the_tile_words(tile),
        )
        for player, paid, tile in event.mines
    ]
    return clauses(mines)


@event_words.register
def _(event: of.AllTurnedUp, names: Names) -> str:
    rows = [
        say("{who}'s row {tiles}", you="your row {tiles}", who=names.who(player), tiles=tiles_words(row))
        for player, row in enumerate(event.rows)
    ]
    if event.centre:
        rows.append(say("the centre {tiles}", tiles=tiles_words(event.centre)))
    if event.void:
        rows.append(say("nobody could use {places}", places=_spots(event.void, names)))
    return say("all tiles were turned up: {rows}", rows=clauses(rows))


@event_words.register
def _(event: of.HandsDeclared, names: Names) -> str:
    hands = [
        say("{who} declared {hand}", who=names.who(player), hand=hand_words(hand))
        for player, hand in enumerate(event.hands)
    ]
    return f"{clauses(hands)}. {upper_first(_winners(event, names))}"


def _winners(event: of.HandsDeclared, names: Names) -> str:
    winners = [names.who(player) for player in event.winners]
    if len(winners) == 1 and event.contest == 1:
        return say("{who} won round {round}", who=winners[0], round=event.round)
    if len(winners) == 1:
        return say("{who} won the second contest of round {round}", who=winners[0], round=event.round)
    if event.contest == 1:
        return say("{people} shared round {round}", people=people(winners), round=event.round)
    return say("{people} shared the second contest of round {round}", people=people(winners), round=event.round)


@event_words.register
def _(event: of.MatchEnded, names: Names) -> str:
    points = [f"{names.who(player)} {points}" for player, points in enumerate(event.points)]
    return say("the match ended: {scores}", scores=", ".join(points))
