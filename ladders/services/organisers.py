"""What organisers may do, and what they leave to others where they play themselves."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from accounts.identity.selectors import selves
from accounts.models import User
from clubs.models import Club
from clubs.services.locking import lock_club
from foundation.errors import Forbidden, Refused
from foundation.sanitise import line_of
from ladders.models import Apart, Entry, Ladder, Tournament
from ladders.selectors.access import belongs, is_organiser, runners_among
from matches.chat.write import check_may_speak

AHEAD_DAYS = 28
"""Organisers on a ladder must announce season ends and finals this far ahead, when the order is still unknown."""
CLUB_MOST = 5
"""How many ladders, and how many tournaments, go on in one club."""
STILL_IN = (Entry.State.IN, Entry.State.RESERVE)


def check_organiser(user: User, club_id: int | None) -> None:
    """Raise `Forbidden` unless a user may run the ladders and tournaments of a club, or those for everyone."""
    if is_organiser(user, club_id):
        return
    if club_id is not None:
        raise Forbidden("not_an_organiser", gettext("Only the owner and the organisers of this club can do this."))
    raise Forbidden(
        "not_an_organiser", gettext("Only organisers can do this. Ask the operator of the site to make you one.")
    )


def checked_title(title: str) -> str:
    """Return the name of a ladder, season or tournament as it is kept. Raises `Refused` if no character is visible."""
    if words := line_of(title):
        return words
    raise Refused("title_missing", gettext("Give it a name that people can read."))


def check_belongs(user: User, club_id: int | None) -> None:
    """Raise `Forbidden` if a ladder or tournament is a club's and a player is no member of it."""
    if not belongs(user, club_id):
        raise Forbidden(
            "not_a_member",
            gettext("{name} is not a member of the club. Only members take part.").format(name=user.display_name),
        )


def lock_club_of(of: type[Ladder | Tournament], number: int) -> None:
    """Lock the club that a ladder or tournament belongs to, if any, so that nobody leaves it meanwhile."""
    club_id = of._default_manager.values_list("club_id", flat=True).get(pk=number)
    if club_id is not None:
        Club.objects.select_for_update(no_key=True).get(pk=club_id)


def club_for(user: User, club_id: int | None, of: type[Ladder | Tournament], now: datetime) -> Club | None:
    """Lock the club of a new ladder or tournament, if it is for one, and check that it may have one more.

    Raises `Club.DoesNotExist` and `Refused`.
    """
    if club_id is None:
        return None
    check_may_speak(user, now)
    club = lock_club(club_id)
    going_on = Q(closed_at=None) if of is Ladder else Q(status__in=Tournament.GOING_ON)
    if of._default_manager.filter(going_on, club=club).count() >= CLUB_MOST:
        words = (
            gettext("A club has at most {most} ladders at a time. End one first.")
            if of is Ladder
            else gettext("A club has at most {most} tournaments at a time. End one first.")
        )
        raise Refused("club_has_enough", words.format(most=CLUB_MOST))
    return club


def stands_on(ladder: Ladder | None, own: Collection[int]) -> bool:
    """True if one of these accounts, such as those of one person, has a rung of a ladder."""
    return ladder is not None and ladder.rungs.filter(user__in=own).exists()


def _has_entry(tournament: Tournament, own: Collection[int], *states: str) -> bool:
    return any(one.user_id in own and one.state in states for one in tournament.entries.all())


def check_off_ladder(ladder: Ladder, by: User, words: str) -> None:
    """Raise `Forbidden`, with these words, if an organiser stands on a ladder: they may not choose its timing."""
    if stands_on(ladder, selves(by)):
        raise Forbidden("plays_in_it", words)


def check_ahead(ladder: Ladder | None, by: User, at: datetime, now: datetime) -> None:
    """Raise `Refused` if an organiser schedules something too soon for a ladder they stand on."""
    if ladder is not None and at < now + timedelta(days=AHEAD_DAYS) and stands_on(ladder, selves(by)):
        raise Refused(
            "too_near",
            gettext(
                "You stand on this ladder, so what you announce for it lies {days} days ahead at "
                "least. Choose a later day, or ask an organiser who does not stand on it."
            ).format(days=AHEAD_DAYS),
        )


def check_starts_early(tournament: Tournament, own: Collection[int]) -> None:
    """Raise `Forbidden` if an organiser with these accounts would choose the start of a tournament they play in."""
    if _stands_in_final(tournament, own) or _has_entry(tournament, own, *STILL_IN):
        raise Forbidden(
            "plays_in_it",
            gettext(
                "You play in this tournament, so it begins at its hour. Ask an organiser who does not to "
                "start it earlier."
            ),
        )


def check_comes_in(tournament: Tournament, user: User) -> None:
    """Raise `Forbidden` if a player may not come in, for a pair they keep apart or an early start.

    An organiser who starts a tournament early leaves out players who have not entered yet.
    """
    still_in = tournament.entries.filter(state__in=STILL_IN)
    check_noted_pair(user, still_in.order_by().values("user"))
    early = tournament.started_at is not None and tournament.started_at < tournament.starts_at
    if early and runners_among(selves(user), tournament.club_id):
        raise Forbidden(
            "started_early",
            gettext(
                "An organiser started this tournament before its hour, so organisers can no longer enter. "
                "Find another in the list, and enter before it begins."
            ),
        )


def check_calls_off(tournament: Tournament, own: Collection[int]) -> None:
    """Raise `Forbidden` if an organiser with these accounts plays in what runs, or would choose a final's timing."""
    if gains_by_its_end(tournament, own):
        raise Forbidden(
            "plays_in_it", gettext("You play in this tournament. Only an organiser who does not play can call it off.")
        )


def gains_by_its_end(tournament: Tournament, own: Collection[int]) -> bool:
    """True if an organiser with these accounts would call off what they play in, or choose a final's timing."""
    if tournament.status == Tournament.Status.RUNNING:
        return _has_entry(tournament, own, *Entry.State)
    return tournament.status == Tournament.Status.ANNOUNCED and _stands_in_final(tournament, own)


def _stands_in_final(tournament: Tournament, own: Collection[int]) -> bool:
    return tournament.kind == Tournament.Kind.FINAL and stands_on(tournament.ladder, own)


def takes_bots(tournament: Tournament) -> bool:
    """True if the entries do not fill one table yet: then even organisers who play may add house players.

    At one table everyone meets everyone, so no bot gives anyone a bye or an easier opponent.
    """
    waits = tournament.status == Tournament.Status.ANNOUNCED and tournament.kind != Tournament.Kind.FINAL
    return waits and sum(one.state == Entry.State.IN for one in tournament.entries.all()) < tournament.seats


def check_enters_others(tournament: Tournament, own: Collection[int]) -> None:
    """Raise `Forbidden` if an organiser with these accounts would choose who else plays in what they have entered.

    Before it begins, withdrawing does not help: they could enter again after the others.
    """
    left = (Entry.State.WITHDRAWN,) if tournament.status == Tournament.Status.ANNOUNCED else ()
    if _has_entry(tournament, own, *STILL_IN, *left):
        raise Forbidden(
            "plays_in_it",
            gettext("You play in this tournament. Only an organiser who does not play can enter other players."),
        )


def check_noted_pair(user: User, players: QuerySet[Any]) -> None:
    """Raise `Forbidden` if a player would join two players whom they keep apart: their pair would not count there."""
    noted = Apart.objects.filter(one__in=players, other__in=players)
    by = set(noted.values_list("made_by", flat=True).distinct())
    if by and by & selves(user):
        raise Forbidden(
            "own_pair_plays",
            gettext(
                "You noted that two who play here are kept apart, and players who can meet them may not do "
                "that. Ask another organiser to take the pair back and note it again; then come in."
            ),
        )


def check_meets(by: User, players: Sequence[User]) -> None:
    """Raise `Forbidden` if an organiser may come to a table with one of these players.

    Pairs kept apart influence whom the organiser meets.
    """
    mine = selves(by)
    cups = Tournament.objects.filter(
        status__in=Tournament.GOING_ON,
        entries__user__in=mine,
        entries__state__in=STILL_IN,
    ).filter(entries__user__in=players)
    # A final takes its entries from the ladder when it begins, even from a closed one.
    to_come = Tournament.objects.filter(kind=Tournament.Kind.FINAL, status=Tournament.Status.ANNOUNCED)
    plays = Q(closed_at=None) | Q(tournaments__in=to_come)
    ladders = Ladder.objects.filter(plays, rungs__user__in=mine).filter(rungs__user__in=players)
    among = cups.first() or ladders.first()
    if among is not None:
        raise Forbidden(
            "own_table",
            gettext("You play with one of them in “{title}”. Ask an organiser who does not to note this pair.").format(
                title=among
            ),
        )
