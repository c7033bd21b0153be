"""The page of TP5: its rows, its die, declared hands, and the values of form fields."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from engine import Player
from engine.language import YOU, Person, say
from engine.piecepack import SUITS, suit_words, the_tile_words
from engine.view import MatchView, SeatView
from engine.words import people, upper_first
from foundation.templatetags.pieces import seat_mark
from games.tp5.page.asks import ASKS, NOTHING, OFFERS, RULING, Ask, ask_in_words
from games.tp5.page.board import Pick, Row, centre_row, sample_cell, seat_row
from games.tp5.page.says import composer_says
from games.tp5.page.words import bound_line, my_hand, names_of, public, seen_of, spot_label, spot_words
from games.tp5.rules.claims import duty_calls
from games.tp5.rules.clashes import partner_of
from games.tp5.rules.events import HandsDeclared
from games.tp5.rules.forms import fields_of
from games.tp5.rules.hands import Hand, hand_with_die, hand_words
from games.tp5.rules.meanings import MEANINGS
from games.tp5.rules.options import TITLES, Key
from games.tp5.rules.phestivities import PHESTIVITIES
from games.tp5.rules.sayings import identifier_words
from games.tp5.rules.state import claims_of
from games.tp5.rules.values import RANK_OF, VALUE_OF, VALUES, a_value, many, one, short
from games.tp5.rules.wording import is_ruling

register = template.Library()

Drawn = dict[str, Any]

LISTED_MOST = 200
"""The most answers a page lists; with more, only the form that composes them is shown."""

OF_OWN_TILES = frozenset({"pass_on", "turn_up", "statement", "send_back"})
"""The phases in which one chooses from one's own tiles."""
BETWEEN_ROUNDS = frozenset({"choose", "pass_on", "turn_up", "statement"})
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((50, 50),),
    2: ((26, 26), (74, 74)),
    3: ((26, 26), (50, 50), (74, 74)),
    4: ((26, 26), (74, 26), (26, 74), (74, 74)),
    5: ((26, 26), (74, 26), (50, 50), (26, 74), (74, 74)),
    6: ((26, 26), (74, 26), (26, 50), (74, 50), (26, 74), (74, 74)),
}


def person_of(seat: SeatView) -> Person:
    """Return a seat as a value of a message."""
    return Person.called(say("you", context="player"), YOU) if seat.is_me else Person.called(seat.name)


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


class Declared(NamedTuple):
    """A hand as a player declared it."""

    seat: SeatView
    hand: Hand
    words: str


class Contest(NamedTuple):
    """All hands of one contest, best first."""

    round: int
    title: str
    winners: list[Declared]
    others: list[Declared]

    @property
    def winner_names(self) -> list[Person]:
        """The winners as the viewer reads their names."""
        return [person_of(one.seat) for one in self.winners]

    @property
    def headline(self) -> str:
        """Who won the round."""
        winners = self.winner_names
        if len(winners) == 1:
            return say("Round {round}: {who} won", round=self.round, who=winners[0])
        return say("Round {round}: {people} shared the win", round=self.round, people=people(winners))


@register.simple_tag
def tp5_seat_row(view: MatchView, seat: Player) -> Row | None:
    """Return a player's row as it lies on the mat."""
    return seat_row(view, seat, claiming=claims_on_mat(view) and seat != view.me) if view.seen else None


@register.simple_tag
def tp5_own_row(view: MatchView) -> Row | None:
    """Return the viewer's own row as it lies below the question."""
    return None if view.me is None else seat_row(view, view.me, claiming=claims_on_mat(view))


@register.simple_tag
def tp5_centre(view: MatchView) -> Row | None:
    """Return the tiles in the centre."""
    return centre_row(view, claiming=claims_on_mat(view))


def claims_on_mat(view: MatchView) -> bool:
    """Return True if the viewer is asked to claim, so that the tiles on the mat are choices."""
    return view.is_asked and seen_of(view).phase in ("claim", "place_again")


@register.filter
def own_row_is_below(view: MatchView) -> bool:
    """Return True if the viewer's tiles lie below the question, to be chosen from, and not on the mat."""
    return view.is_my_turn and (claims_on_mat(view) or seen_of(view).phase in OF_OWN_TILES)


@register.inclusion_tag("tp5/_die.svg")
def tp5_die(value: int) -> Drawn:
    """Draw the shared die; 0 means not rolled yet."""
    return {"value": value, "pips": PIPS.get(value, ()), "words": _die_words(value)}


def _die_words(value: int) -> str:
    if not value:
        return say("The die is not rolled yet")
    return say("Die: {value}", value=upper_first(a_value(value)))


@register.filter
def rank_label(rank: str) -> str:
    """Return a tile's rank as it is drawn small: "null", "4", "ace"."""
    return short(VALUE_OF[f"{SUITS[0]}{rank}"])


@register.simple_tag
def known_about(view: MatchView) -> list[str]:
    """Return what the rows' lines say of identifiers, duties and tiles, with the player each is about."""
    if not seen_of(view).tiles:
        return []
    rows = [
        (upper_first(say("you", context="player")), tp5_own_row(view))
        if seat.is_me
        else (seat.name, tp5_seat_row(view, seat.player))
        for seat in view.seats
    ]
    rows.append((say("The centre"), tp5_centre(view)))
    said = [(name, [row.statement, *row.lines]) for name, row in rows if row]
    return [say("{what}: {more}", what=name, more=" ".join(filter(None, lines))) for name, lines in said if any(lines)]


register.filter("the_tile_words", the_tile_words)


@register.filter
def beaten_words(view: MatchView) -> str:
    """Say how many others each player has beaten, which decides ties."""
    beaten = ", ".join(
        f"{upper_first(person_of(seat)) if seat.is_me else seat.name} {seen_of(view).beaten[seat.player]}"
        for seat in view.seats
    )
    return say("Ties go to the player who beat more others: {beaten}.", beaten=beaten)


@register.simple_tag
def tp5_says() -> str:
    """Return the texts of the script that puts a composed answer into words."""
    return json.dumps(composer_says())


@register.simple_tag
def sign_of(seat: int) -> SafeString:
    """Draw the sign of a seat for a sentence of a rules page."""
    return render_to_string("pieces/seat_mark.svg", seat_mark(seat, decorative=True))


@register.filter
def value_words(value: int) -> str:
    """Return a value with its article: "a five", "an ace"."""
    return a_value(value)


@register.simple_tag
def tp5_values() -> list[Drawn]:
    """Return the six values as a form names them."""
    return [
        {
            "value": str(value),
            "rank": RANK_OF[value],
            "short": short(value),
            "one": one(value),
            "many": many(value),
        }
        for value in VALUES
    ]


@register.simple_tag
def tp5_suits() -> list[Drawn]:
    """Return the four suits as a form names them."""
    return [{"suit": suit, "name": suit_words(suit)} for suit in SUITS]


@register.simple_tag
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


@register.filter
def phestivity_templates(key: Key) -> tuple[str, str]:
    """Return the templates of a phestivity, its picture first, the plain sentence as a fallback."""
    return f"tp5/phestivities/{key}.html", "tp5/phestivities/_plain.html"


@register.simple_tag
def last_contests(view: MatchView) -> list[Contest]:
    """Return the contests of the round that ended last, until the next round is well under way."""
    if seen_of(view).phase not in {*BETWEEN_ROUNDS, "over"}:
        return []
    steps = sorted(view.log, key=lambda entry: entry.step, reverse=True)
    ended = (
        [event for event in entry.events if isinstance(event, HandsDeclared)] for entry in steps if not entry.taken_back
    )
    return [_contest(view, event) for event in next((events for events in ended if events), [])]


def _contest(view: MatchView, event: HandsDeclared) -> Contest:
    hands = [Declared(view.seats[seat], hand, upper_first(hand_words(hand))) for seat, hand in enumerate(event.hands)]
    hands.sort(key=lambda one: one.hand.rank, reverse=True)
    return Contest(
        event.round,
        say("Claimed tiles and the die") if event.contest == 1 else say("Double Dip: home rows and the die"),
        [one for one in hands if one.seat.player in event.winners],
        [one for one in hands if one.seat.player not in event.winners],
    )


@register.simple_tag
def form_holds(view: MatchView, posted: Mapping[str, list[str]] | str = "") -> Mapping[str, list[str]]:
    """Return the values of a form's fields: those refused, else the sealed answer."""
    if posted and not isinstance(posted, str):
        return posted
    return fields_of(view.asked.sealed) if view.asked else {}


@register.simple_tag
def owners_in_hand(view: MatchView) -> list[Drawn]:
    """Return the owners whose identifiers the viewer holds, the viewer first."""
    hand, names = my_hand(seen_of(view)), names_of(view)
    return [
        {
            "owner": str(owner),
            "player": owner,
            "words": identifier_words(owner, names),
            "label": say("{who}'s identifier", you="Your identifier", who=names.who(owner)),
            "count": hand.count(owner),
            "is_mine": owner == view.me,
        }
        for owner in sorted(set(hand), key=lambda owner: (owner != view.me, owner))
    ]


@register.simple_tag
def bound_owners(view: MatchView) -> list[str]:
    """Return, for each owner in the viewer's hand under a duty, where the next identifier must go (T5)."""
    seen = seen_of(view)
    bound = [owner for owner in sorted(set(my_hand(seen))) if duty_calls(public(seen), owner)]
    return [bound_line(view, owner) for owner in bound]


@register.simple_tag
def my_claims(view: MatchView) -> list[Pick]:
    """Return the viewer's claims on tiles, as choices to give up."""
    seen = seen_of(view)
    places = () if seen.viewer is None else claims_of(seen.claims, seen.viewer)
    return [
        Pick(str(place), spot_words(view, place), tile=seen.tiles[place] or "", short=spot_label(view, place))
        for place in places
    ]


@register.simple_tag
def ask_of(view: MatchView) -> Ask:
    """Return the question of the current phase."""
    if view.seen is None:
        return ask_in_words(NOTHING)
    return ask_in_words(RULING if is_ruling(seen_of(view)) else ASKS.get(seen_of(view).phase, NOTHING))


@register.simple_tag
def window_offers(view: MatchView) -> list[Drawn]:
    """Return the options of the window, starting with passing."""
    acts = {choice.action.__struct_config__.tag for choice in view.asked.choices} if view.asked else set()
    offered = [one for one in OFFERS if one.act in acts]
    return [{"act": one.act, "words": say(one.words), "spoken": say(one.spoken)} for one in offered]


@register.filter
def is_listed(view: MatchView) -> bool:
    """Return True if there are few enough answers to list next to the form."""
    return view.asked is not None and len(view.asked.choices) <= LISTED_MOST


@register.inclusion_tag("tp5/_sample_row.html")
def sample_row(text: str) -> Drawn:
    """Draw tiles for a rules page: "S5 ?? ??/02/stated" is a 5 of Suns, a back, and a back with two claims."""
    return {"cells": [sample_cell(number, *part.split("/")) for number, part in enumerate(text.split(), start=1)]}


@register.inclusion_tag("tp5/_sample_hand.html")
def sample_hand(tiles: str, die: int) -> Drawn:
    """Draw the hand of these tiles and a roll."""
    return {"hand": hand_with_die(tuple(tiles.split()), die)}


@register.simple_tag
def sample_words(tiles: str, die: int) -> str:
    """Return the hand of these tiles and a roll in words."""
    return upper_first(hand_words(hand_with_die(tuple(tiles.split()), die)))
