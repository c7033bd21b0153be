"""The cards of a reader's own tables: a summary, the other players, and the position as a small picture."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext

from engine import Player
from engine.language import plural
from engine.view import Envelope, MatchView, SeatView
from engine.words import and_list
from matches.models import Match
from matches.view.match_view import match_view_light, seat_name, seat_of
from matches.view.summaries import Summary, summary_of
from matches.web.pictures.small import Small, small_picture

EVERY_PAGE = "css/pieces.css"
"""The style sheet of pieces that every page has."""
MOST_NAMED = 3
"""How many other players a card names."""
MOST_ENVELOPES = 6
"""With more seats than this a card draws no envelopes, which would be too small."""


@dataclass(frozen=True)
class Card:
    """A table of the reader's, as its card shows it."""

    line: Summary
    opponents: str
    """The other players: "Ben, Cleo and 2 others"."""
    picture: Small | None
    seats: tuple[SeatView, ...]
    free: frozenset[Player]
    """Seats that nobody has taken yet."""
    waits: str
    """What a table that does not ask the reader waits for, in words."""
    envelopes: bool
    """True if to draw who has answered."""
    no_hurry: bool
    """True if bots alone wait for the reader, so that no deadline is shown."""


def card_of(match: Match, user_id: int, *, unread: int = 0, drawn: bool = True) -> Card:
    """Return the card of a match in which this reader has a seat; `drawn`: with its picture."""
    view = match_view_light(match, seat_of(match, user_id))
    line = summary_of(match, view, user_id, unread=unread)
    return Card(
        line=line,
        opponents=_opponents(match, user_id),
        picture=small_picture(view) if drawn else None,
        seats=view.seats,
        free=frozenset(seat.number for seat in match.seats.all() if seat.user_id is None),
        waits=_waits(line),
        envelopes=_shows_envelopes(view),
        no_hurry=view.is_against_bots,
    )


def sheets_of(cards: Iterable[Card]) -> list[str]:
    """Return the style sheets that the pictures of these cards need beside those of every page."""
    needed = dict.fromkeys(sheet for card in cards if card.picture for sheet in card.picture.sheets)
    return [sheet for sheet in needed if sheet != EVERY_PAGE]


def _opponents(match: Match, user_id: int) -> str:
    names = [seat_name(seat) for seat in match.seats.all() if seat.user_id not in (None, user_id)]
    if len(names) <= MOST_NAMED:
        return and_list(names)
    return and_list([*names[: MOST_NAMED - 1], plural(len(names) - MOST_NAMED + 1, "{count} other", "{count} others")])


def _waits(line: Summary) -> str:
    paused = [gettext("Paused.")] if line.paused else []
    sealed = [gettext("Your answer is sealed.")] if line.answered else []
    awaited = [gettext("Waiting for {names}.").format(names=line.waiting_for)] if line.waiting_for else []
    return " ".join(paused + sealed + awaited)


def _shows_envelopes(view: MatchView) -> bool:
    """True if everyone may know who has answered, and there is room to draw it."""
    hidden = any(seat.envelope == Envelope.HIDDEN for seat in view.seats)
    return view.status == Match.Status.RUNNING and not hidden and len(view.seats) <= MOST_ENVELOPES
