"""Tags of the page of TP5: its rows, its die, hands that were declared, and what a form holds already."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django import template

from games.matchview import MatchView, SeatView
from games.rules.core import Player
from games.rules.piecepack import SUIT_NAMES, SUITS
from games.rules.tp5.claims import duty_calls
from games.rules.tp5.events import HandsDeclared
from games.rules.tp5.forms import fields_of
from games.rules.tp5.hands import Hand, hand_with_die, hand_words
from games.rules.tp5.meanings import MEANINGS
from games.rules.tp5.options import TITLES, Key
from games.rules.tp5.phestivities import PHESTIVITIES
from games.rules.tp5.state import claims_of
from games.rules.tp5.values import MANY, ONE, RANK_OF, VALUES, a_value
from games.templatetags.pieces import upper_first
from games.templatetags.tp5_asks import ASKS, NOTHING, OFFERS, Ask
from games.templatetags.tp5_board import Pick, Row, own_row, rows_of, sample_cell
from games.templatetags.tp5_words import duty_place, my_hand, names_of, public, seen_of, spot_words

register = template.Library()

Drawn = dict[str, Any]

LISTED_MOST = 200
"""Answers that a page lists; where there are more, the form that composes them stands alone."""

BETWEEN_ROUNDS = frozenset({"choose", "pass_on", "turn_up", "statement"})
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((50, 50),),
    2: ((26, 26), (74, 74)),
    3: ((26, 26), (50, 50), (74, 74)),
    4: ((26, 26), (74, 26), (26, 74), (74, 74)),
    5: ((26, 26), (74, 26), (50, 50), (26, 74), (74, 74)),
    6: ((26, 26), (74, 26), (26, 50), (74, 50), (26, 74), (74, 74)),
}


class Named(NamedTuple):
    """A phestivity with what it does."""

    key: Key
    title: str
    meaning: str
    barred: str = ""
    """Why it cannot be chosen at this table."""
    clash: str = ""
    """The title of the other that cannot be in play beside it."""
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
    def winner_names(self) -> list[str]:
        """Who won it, as its reader calls them."""
        return ["you" if one.seat.is_me else one.seat.name for one in self.winners]


@register.simple_tag
def tp5_rows(view: MatchView, claiming: bool = False) -> list[Row]:
    """All rows and the centre."""
    return rows_of(view, claiming=claiming)


@register.simple_tag
def tp5_own_row(view: MatchView) -> Row | None:
    """The reader's own row."""
    return own_row(view)


@register.filter
def claims_on_board(view: MatchView) -> bool:
    """Whether the reader is asked to claim, so that the rows belong to the form."""
    return bool(view.asked) and not view.is_replay and seen_of(view).phase in ("claim", "place_anew")


@register.inclusion_tag("games/tables/tp5/_die.svg")
def tp5_die(value: int) -> Drawn:
    """Draw the die that counts for all; 0 is not rolled yet."""
    return {"value": value, "pips": PIPS.get(value, ()), "words": upper_first(a_value(value)) if value else ""}


@register.filter
def value_words(value: int) -> str:
    """A value with its article: "a five", "an ace"."""
    return a_value(value)


@register.simple_tag
def tp5_values() -> list[Drawn]:
    """The six values as a form names them."""
    return [{"value": str(value), "rank": RANK_OF[value], "one": ONE[value], "many": MANY[value]} for value in VALUES]


@register.simple_tag
def tp5_suits() -> list[Drawn]:
    """The four suits as a form names them."""
    return [{"suit": suit, "name": SUIT_NAMES[suit]} for suit in SUITS]


@register.simple_tag
def phestivities_named(keys: Sequence[Key] | None = None, players: int | None = None) -> list[Named]:
    """Phestivities with what they do, all or some; at a table with why some cannot be chosen."""
    return [_named(key, players) for key in (TITLES if keys is None else keys)]


def _named(key: Key, players: int | None) -> Named:
    barred = None if players is None else PHESTIVITIES[key].not_offered(players)
    clash = next(iter(PHESTIVITIES[key].clashes), None)
    return Named(
        key,
        TITLES[key],
        MEANINGS[key],
        barred=_first_sentence(barred[1]) if barred else "",
        clash=TITLES[clash] if clash else "",
        clash_key=clash or "",
    )


def _first_sentence(text: str) -> str:
    return f"{text.split('. ')[0].rstrip('.')}."


@register.filter
def phestivity_templates(key: Key) -> tuple[str, str]:
    """Name the picture that explains a phestivity, or nothing where a sentence does."""
    return f"games/tables/tp5/phestivities/{key}.html", "games/tables/tp5/phestivities/_plain.html"


@register.simple_tag
def last_contests(view: MatchView) -> list[Contest]:
    """The contests of the round that ended last, while it is news."""
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
        "Claimed tiles and the die" if event.contest == 1 else "Double Dip: home rows and the die",
        [one for one in hands if one.seat.player in event.winners],
        [one for one in hands if one.seat.player not in event.winners],
    )


@register.simple_tag
def form_holds(view: MatchView, posted: Mapping[str, list[str]] | str = "") -> Mapping[str, list[str]]:
    """What a form's fields hold: what was refused, else the answer that is sealed."""
    if posted and not isinstance(posted, str):
        return posted
    return fields_of(view.asked.sealed) if view.asked else {}


@register.simple_tag
def owners_in_hand(view: MatchView) -> list[Drawn]:
    """Whose identifiers the reader holds, their own first."""
    hand, names = my_hand(seen_of(view)), names_of(view)
    return [
        {
            "owner": str(owner),
            "player": owner,
            "words": f"{names.whose(owner)} identifier",
            "label": f"{_whose(view, owner)} identifier",
            "count": hand.count(owner),
            "is_mine": owner == view.me,
        }
        for owner in sorted(set(hand), key=lambda owner: (owner != view.me, owner))
    ]


def _whose(view: MatchView, owner: Player) -> str:
    """Whose, where a sentence begins; names stay as they are written."""
    return "Your" if owner == view.me else names_of(view).whose(owner)


@register.simple_tag
def bound_owners(view: MatchView) -> list[str]:
    """Whose identifiers in the reader's hand must serve a duty now, and where (T5)."""
    seen = seen_of(view)
    bound = [owner for owner in sorted(set(my_hand(seen))) if duty_calls(public(seen), owner)]
    return [f"{_whose(view, owner)} identifier must go to {duty_place(seen)} now." for owner in bound]


@register.simple_tag
def my_claims(view: MatchView) -> list[Pick]:
    """The reader's claims on tiles, to be given up."""
    seen = seen_of(view)
    places = () if seen.viewer is None else claims_of(seen.claims, seen.viewer)
    return [Pick(str(place), spot_words(view, place), tile=seen.tiles[place] or "") for place in places]


@register.simple_tag
def ask_of(view: MatchView) -> Ask:
    """How the part of the round that is on asks for an answer."""
    return NOTHING if view.seen is None else ASKS.get(seen_of(view).phase, NOTHING)


@register.simple_tag
def window_offers(view: MatchView) -> list[Drawn]:
    """What may be done in the window, to pass first."""
    acts = {choice.action.__struct_config__.tag for choice in view.asked.choices} if view.asked else set()
    return [one._asdict() | {"title": TITLES[one.key] if one.key else ""} for one in OFFERS if one.act in acts]


@register.filter
def is_listed(view: MatchView) -> bool:
    """Whether there are few enough answers to list beside the form that composes them."""
    return view.asked is not None and len(view.asked.choices) <= LISTED_MOST


@register.inclusion_tag("games/tables/tp5/_sample_row.html")
def sample_row(text: str) -> Drawn:
    """Draw tiles for a rules page: "S5 ?? ??/02/stated" is a 5 of Suns, a back, and a back with two claims on it."""
    return {"cells": [sample_cell(number, *part.split("/")) for number, part in enumerate(text.split(), start=1)]}


@register.inclusion_tag("games/tables/tp5/_sample_hand.html")
def sample_hand(tiles: str, die: int) -> Drawn:
    """Draw the hand that tiles and a roll make."""
    return {"hand": hand_with_die(tuple(tiles.split()), die)}


@register.simple_tag
def sample_words(tiles: str, die: int) -> str:
    """Declare the hand that tiles and a roll make."""
    return upper_first(hand_words(hand_with_die(tuple(tiles.split()), die)))
