"""What the forms of TP5 ask for: the choices of a phase, and the values that their fields begin with."""

from collections.abc import Mapping
from typing import Any

from engine.language import say
from engine.piecepack import SUITS, suit_words
from engine.view import MatchView
from games.tp5.page.asks import ASKS, NOTHING, OFFERS, RULING, Ask, ask_in_words
from games.tp5.page.board import Pick
from games.tp5.page.words import bound_line, my_hand, names_of, public, seen_of, spot_label, spot_words
from games.tp5.rules.claims import duty_calls
from games.tp5.rules.forms import fields_of
from games.tp5.rules.sayings import identifier_words
from games.tp5.rules.state import claims_of
from games.tp5.rules.values import RANK_OF, VALUES, many, one, short
from games.tp5.rules.wording import is_ruling

Drawn = dict[str, Any]

LISTED_MOST = 200
"""The most answers a page lists; with more, only the form that composes them is shown."""


def value_fields() -> list[Drawn]:
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


def suit_fields() -> list[Drawn]:
    """Return the four suits as a form names them."""
    return [{"suit": suit, "name": suit_words(suit)} for suit in SUITS]


def form_holds(view: MatchView, posted: Mapping[str, list[str]] | str = "") -> Mapping[str, list[str]]:
    """Return the values of a form's fields: those refused, else the sealed answer."""
    if posted and not isinstance(posted, str):
        return posted
    return fields_of(view.asked.sealed) if view.asked else {}


def owners_in_hand(view: MatchView, holds: Mapping[str, list[str]]) -> list[Drawn]:
    """Return the owners whose identifiers the viewer holds, the viewer first.

    The one that the form holds is chosen, otherwise the first.
    """
    hand, names = my_hand(seen_of(view)), names_of(view)
    owners = sorted(set(hand), key=lambda owner: (owner != view.me, owner))
    chosen = holds.get("owner") or [str(owner) for owner in owners[:1]]
    return [
        {
            "owner": str(owner),
            "player": owner,
            "words": identifier_words(owner, names),
            "label": say("{who}'s identifier", you="Your identifier", who=names.who(owner)),
            "count": hand.count(owner),
            "is_mine": owner == view.me,
            "is_chosen": str(owner) in chosen,
        }
        for owner in owners
    ]


def bound_owners(view: MatchView) -> list[str]:
    """Return, for each owner in the viewer's hand under a duty, where the next identifier must go (T5)."""
    seen = seen_of(view)
    bound = [owner for owner in sorted(set(my_hand(seen))) if duty_calls(public(seen), owner)]
    return [bound_line(view, owner) for owner in bound]


def my_claims(view: MatchView) -> list[Pick]:
    """Return the viewer's claims on tiles, as choices to give up."""
    seen = seen_of(view)
    places = () if seen.viewer is None else claims_of(seen.claims, seen.viewer)
    return [
        Pick(str(place), spot_words(view, place), tile=seen.tiles[place] or "", short=spot_label(view, place))
        for place in places
    ]


def ask_of(view: MatchView) -> Ask:
    """Return the question of the current phase."""
    if view.seen is None:
        return ask_in_words(NOTHING)
    return ask_in_words(RULING if is_ruling(seen_of(view)) else ASKS.get(seen_of(view).phase, NOTHING))


def window_offers(view: MatchView) -> list[Drawn]:
    """Return the options of the window, starting with passing."""
    acts = {choice.action.__struct_config__.tag for choice in view.asked.choices} if view.asked else set()
    offered = [one for one in OFFERS if one.act in acts]
    return [{"act": one.act, "words": say(one.words), "spoken": say(one.spoken)} for one in offered]


def is_listed(view: MatchView) -> bool:
    """True if there are few enough answers to list next to the form."""
    return view.asked is not None and len(view.asked.choices) <= LISTED_MOST
