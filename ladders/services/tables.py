"""The matches of ladders and tournaments, with the settings these prescribe."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from accounts.models import User
from clubs.models import ClubTable
from engine.table_settings import TableSettings
from games.registry import GAMES
from ladders.models import Ladder, Tournament
from matches.lobby.arranged import arrange_match
from matches.models import Match


def begin_table(*, of: Ladder | Tournament, players: Sequence[User], now: datetime) -> Match:
    """Start a match of these players, in seat order, with the settings of a ladder or tournament.

    Those of a club are played at tables of the club.
    """
    match = arrange_match(
        slug=of.game,
        options=msgspec.convert(of.options, GAMES[of.game].Options),
        players=players,
        time_control=of.time_control,
        table_settings=TableSettings(private=of.club_id is not None),
        members_only=of.club_id is not None,
        now=now,
    )
    if of.club_id is not None:
        ClubTable.objects.create(club_id=of.club_id, match=match)
    return match
