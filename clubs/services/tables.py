"""Opening tables for the members of a club."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext

from accounts.models import User
from clubs.models import Club, ClubTable
from clubs.services.locking import lock_club, lock_user, membership_in
from engine.table_settings import TableSettings, TimeControl
from foundation.errors import Refused
from games.registry import GAMES
from matches.clocks.time_controls import pace_of
from matches.lobby.tables import SeatSpec, create_match
from matches.models import Match, Seat
from matches.notices import withdraw_invitations
from matches.policy import POLICY, Speed

SEATS_MOST = 12


def open_club_table(*, number: int, user: User, game: str, pace: str, seats: int, rated: bool, now: datetime) -> Match:
    """Open a table that only members of a club see and join. Raises `Club.DoesNotExist` and `Refused`."""
    if game not in GAMES:
        raise Refused("no_such_game", gettext("There is no such game. Choose one of the list."))
    if not 2 <= seats <= SEATS_MOST:
        raise Refused("no_such_size", gettext("Choose 2 to {most} seats.").format(most=SEATS_MOST))
    try:
        turn, increment, cap = pace_of(pace)
    except KeyError as error:
        raise Refused("no_such_pace", gettext("Choose one of the paces offered.")) from error
    with transaction.atomic():
        lock_user(user)
        club = lock_club(number)
        membership_in(club, user)
        match = create_match(
            host=user,
            slug=game,
            options=GAMES[game].Options(),
            seats=[SeatSpec("open")] * (seats - 1),
            time_control=TimeControl(turn, increment, cap, vacations=POLICY.speed(turn) != Speed.LIVE),
            table_settings=TableSettings(private=True, rated=rated),
            contribution="",
            now=now,
            members_only=True,
        )
        ClubTable.objects.create(club=club, match=match)
    return match


def keep_in_club(old: Match, new: Match) -> None:
    """Make the rematch of a club's table a table of the club too."""
    for row in ClubTable.objects.filter(match=old):
        ClubTable.objects.create(club_id=row.club_id, match=new)


def free_kept_seats(club: Club, user: User, now: datetime) -> None:
    """Offer the seats that a club's waiting tables keep for someone who has left it to the other members."""
    waiting = Match.objects.filter(club_table__club=club, status=Match.Status.OPEN)
    for match in waiting.filter(seats__invited=user, seats__user=None):
        match.seats.filter(invited=user, user=None).update(invited=None, offer=Seat.Offer.OPEN)
        withdraw_invitations(match=match, user=user, now=now)
