"""Conflicts of interest: who may not act on a match or a player, whatever their permissions.

A person is given by all their accounts, as `accounts.identity.selectors.selves` finds them.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import IntegerChoices, Q, QuerySet, Value
from django.utils.translation import gettext_lazy

from clubs.models import Club, Membership, Role
from ladders.models import Entry, Ladder, Rung, Tournament
from matches.models import FormerHolder, Match, Seat


class Stake(IntegerChoices):
    """What somebody has to do with a match, and what they are told of it. The first that applies is named."""

    PLAYS = 0, gettext_lazy("You play at this table, or have played. Ask another moderator.")
    HOSTS = 1, gettext_lazy("You opened this table or are invited to it. Ask another moderator.")
    LADDER = 2, gettext_lazy("This table counts on a ladder on which you stand. Ask another moderator.")
    TOURNAMENT = 3, gettext_lazy("This table belongs to a tournament that you have entered. Ask another moderator.")
    ORGANISES = (
        4,
        gettext_lazy("You organise the ladder or tournament that this table belongs to. Ask another moderator."),
    )


MEETS = -1
"""Stands in place of a stake for those whom somebody plays with."""
CLUB = gettext_lazy("You belong to this club. Ask another moderator.")
SELF = gettext_lazy("This is about you. Ask another moderator.")
TOGETHER = gettext_lazy("You play with this player now, on a table, ladder or tournament. Ask another moderator.")


class Interest(NamedTuple):
    """Why somebody may not act on something at all, and why they may decide nothing there; empty if they may."""

    why: str = ""
    organises: str = ""
    """Organisers may do everything else: on a small site there may be no other moderator for their reports."""


NO_INTEREST = Interest()


def interest_in(mine: Collection[int], match: Match) -> Interest:
    """The interest of a person in a match."""
    return interests_in(match, {0: mine})[0]


def interests_in(match: Match, people: Mapping[int, Collection[int]]) -> dict[int, Interest]:
    """`interest_in` of each of some people, found in one query: the desk asks for it on each page."""
    found = _united(_stakes_in(match, set().union(*people.values())))
    return {person: _interest(match, accounts, found) for person, accounts in people.items()}


def interests_at(
    match: Match, mine: Collection[int], people: Mapping[int, Collection[int]]
) -> tuple[Interest, dict[int, str]]:
    """`interest_in` of a person in a match and `interests_about` those at its table, for its page: in one query."""
    found = _united([*_stakes_in(match, mine), *_meetings(mine, set().union(*people.values()))])
    return _interest(match, mine, found), _about(mine, people, found)


def _united(rows: Sequence[QuerySet[Any, Any]]) -> set[tuple[int, int]]:
    first, *others = rows
    return set(first.union(*others))


def _interest(match: Match, accounts: Collection[int], found: Collection[tuple[int, int]]) -> Interest:
    everything = {*found, (match.host_id, Stake.HOSTS)}
    stakes = {Stake(stake) for account, stake in everything if account in accounts and stake != MEETS}
    bars = sorted(stakes - {Stake.ORGANISES})
    return Interest(str(bars[0].label) if bars else "", str(Stake.ORGANISES.label) if Stake.ORGANISES in stakes else "")


def _stakes_in(match: Match, accounts: Collection[int]) -> Sequence[QuerySet[Any, Any]]:
    """Those of the accounts that have a stake in a match, with each stake."""
    cups = Tournament.objects.filter(all_rounds__tables__match=match)
    # In any division: promotion links them.
    ladders = Ladder.objects.filter(Q(challenges__match=match) | Q(tournaments__in=cups))
    run = Membership.objects.exclude(role=Role.MEMBER)
    asked: Sequence[tuple[Stake, str, QuerySet[Any]]] = (
        (Stake.PLAYS, "user", match.seats.all()),
        (Stake.PLAYS, "first_user", match.seats.all()),
        (Stake.PLAYS, "user", FormerHolder.objects.filter(match=match)),
        (Stake.HOSTS, "invited", match.seats.filter(user=None)),
        (Stake.LADDER, "user", Rung.objects.filter(ladder__in=ladders)),
        (Stake.TOURNAMENT, "user", Entry.objects.filter(tournament__in=cups)),
        (Stake.ORGANISES, "made_by", cups),
        (Stake.ORGANISES, "opened_by", ladders),
        (Stake.ORGANISES, "user", run.filter(Q(club__ladders__in=ladders) | Q(club__tournaments__in=cups))),
    )
    return [
        rows.filter(**{f"{who}__in": accounts}).order_by().values_list(who, Value(stake)) for stake, who, rows in asked
    ]


def interest_in_club(mine: Collection[int], club: Club) -> str:
    """Why a person may not act on a club; empty if they may."""
    return str(CLUB) if any(one.user_id in mine for one in club.memberships.all()) else ""


def interest_about(mine: Collection[int], theirs: Collection[int]) -> str:
    """Why a person may not act on another; empty if they may.

    Anonymous matches are left out: a refusal would reveal who sits there.
    """
    return interests_about(mine, {0: theirs})[0]


def interests_about(mine: Collection[int], people: Mapping[int, Collection[int]]) -> dict[int, str]:
    """`interest_about` each of some people."""
    return _about(mine, people, _united(_meetings(mine, set().union(*people.values()))))


def _about(
    mine: Collection[int], people: Mapping[int, Collection[int]], found: Collection[tuple[int, int]]
) -> dict[int, str]:
    met = {account for account, kind in found if kind == MEETS}
    return {
        person: str(SELF if set(mine) & set(accounts) else TOGETHER if met & set(accounts) else "")
        for person, accounts in people.items()
    }


def _meetings(mine: Collection[int], everyone: Collection[int]) -> Sequence[QuerySet[Any, Any]]:
    """Those of everyone whom the accounts meet on a table, ladder or tournament."""
    seats = Seat.objects.filter(user__in=mine, match__status__in=Match.NOT_OVER, match__anonymous=False)
    rungs = Rung.objects.filter(user__in=mine).values("division")
    cups = Entry.objects.filter(user__in=mine, tournament__status=Tournament.Status.RUNNING).values("tournament")
    together: Sequence[QuerySet[Any]] = (
        Seat.objects.filter(user__in=everyone, match__in=seats.values("match")),
        Rung.objects.filter(user__in=everyone, division__in=rungs),
        Entry.objects.filter(user__in=everyone, tournament__in=cups),
    )
    return [rows.order_by().values_list("user", Value(MEETS)) for rows in together]
