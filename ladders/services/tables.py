"""Tables of ladders and tournaments, begun as these say."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from accounts.models import User
from games.models import Match
from games.rules.registry import GAMES
from games.services.arranged import match_arrange
from games.terms import Manners
from ladders.models import Ladder, Tournament


def table_begin(*, of: Ladder | Tournament, players: Sequence[User], now: datetime) -> Match:
    """Begin a match of these players, in seat order, with the game, options and clock of a ladder or tournament."""
    return match_arrange(
        slug=of.game,
        options=msgspec.convert(of.options, GAMES[of.game].Options),
        players=players,
        clock=of.clock,
        manners=Manners(),
        now=now,
    )
