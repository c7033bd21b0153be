"""The matches that count in the results of a player, a ladder or a tournament."""

from django.db.models import Q, QuerySet

from accounts.models import User
from ladders.models import Ladder, Tournament
from matches.models import Match


def matches_of_player(player: User) -> QuerySet[Match]:
    """The matches in which a player holds a seat, or sat at the start."""
    return Match.objects.filter(Q(seats__user=player) | Q(seats__first_user=player)).distinct()


def matches_of_ladder(ladder: Ladder) -> QuerySet[Match]:
    """The matches of a ladder's challenges."""
    return Match.objects.filter(challenge__ladder=ladder)


def matches_of_tournament(tournament: Tournament) -> QuerySet[Match]:
    """The matches of a tournament's tables."""
    return Match.objects.filter(tournament_table__round__tournament=tournament)
