"""What standing on a ladder means, told before one joins and while one stands there."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext

from ladders.methods.rungs import reach
from ladders.models import Division, Ladder
from ladders.selectors.idle import IDLE_DAYS, SINK_DAYS
from ladders.selectors.ladders import MOST_IN, MOST_OUT
from ladders.services.challenges import ACCEPT_DAYS
from ladders.services.ladders import REJOIN_DAYS
from matches.clocks.time_controls import pace_words


class Term(NamedTuple):
    """One consequence: a short title and a sentence or two."""

    title: str
    words: str


def joining_terms(ladder: Ladder, divisions: Mapping[Division, int]) -> list[Term]:
    """Return what someone takes on who joins this ladder now."""
    lowest, players = list(divisions.items())[-1]
    place = 1 + players
    where = (
        gettext("Your place is number {place} of {division}.")
        if len(divisions) > 1
        else gettext("Your place is number {place}.")
    )
    start = Term(gettext("You start at the bottom"), where.format(place=place, division=lowest))
    return [start, *standing_terms(ladder, place)]


def standing_terms(ladder: Ladder, place: int) -> list[Term]:
    """Return what holds for someone who stands at this place of a ladder."""
    return [
        Term(
            gettext("You challenge"),
            gettext("Players up to {places} places away, {most} challenges at a time.").format(
                places=reach(place), most=MOST_OUT
            ),
        ),
        Term(
            gettext("Others challenge you"),
            gettext(
                "Up to {most} at a time, and you cannot decline: if you do not accept within {days} days, those who do "
                "move up past you. Vacation days do not count."
            ).format(most=MOST_IN, days=ACCEPT_DAYS),
        ),
        Term(
            gettext("Each table"),
            gettext("{pace}. Those who sat there share out their places in finishing order.").format(
                pace=pace_words(ladder.time_control)
            ),
        ),
        Term(
            gettext("If you stay away"),
            gettext("After {days} days without a match you go down one place, and one more every {more} days.").format(
                days=IDLE_DAYS, more=SINK_DAYS
            ),
        ),
        Term(
            gettext("Leaving"),
            gettext("You can leave when no challenge of yours is open, and come back after {days} days.").format(
                days=REJOIN_DAYS
            ),
        ),
    ]
