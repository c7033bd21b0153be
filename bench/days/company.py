"""What people do to meet: ask for quick tables, found clubs, play in them, and stay outside those of others."""

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from random import Random

from django.core.exceptions import ObjectDoesNotExist

from accounts.identity.blocks import block_user
from accounts.models import User
from bench.days.acts import PACES, PLAYED
from bench.days.people import Habits
from bench.days.watch import Watch
from clubs.models import Club
from clubs.services.chat import write_club_message
from clubs.services.founding import found_club, make_link
from clubs.services.joining import join_club
from clubs.services.members import admit
from clubs.services.tables import open_club_table
from engine.table_settings import TimeControl
from foundation.errors import Refused
from games.registry import GAMES
from ladders.models import Ladder, Tournament
from ladders.services.challenges import accept_challenge, make_challenge
from ladders.services.ladders import join_ladder, open_ladder
from ladders.services.sweep import sweep as sweep_ladders
from ladders.services.tournaments import Plan, enter_tournament, make_tournament
from matches.clocks.time_controls import usual_paces
from matches.lobby.tables import join_match, leave_match
from matches.models import Match
from matches.policy import DAY
from meeting.criteria import bots_offered, criteria_for, is_live, kinds_that_fit
from meeting.models import Seeker
from meeting.services.pool import ask_table
from meeting.services.seating import sweep as sweep_pool

At = Callable[[datetime, Callable[[datetime], None]], None]
"""Plans an act."""

QUICK_A_MATCH = 1.5
"""How many people ask for a quick table, for each match of the simulation that somebody opens."""
BLOCKS, BOTS_ALLOWED, ACCEPTS, PEOPLE_A_CLUB = 0.05, 0.3, 0.8, 20
LIVE_ASKED = 0.2
SIZES = (), (2,), (2, 3), (3, 4), (4, 5, 6)
"""The seats that people ask for; none means any."""
CLUBS_LEAST, MEMBERS_MOST, TABLES, CHALLENGES, MESSAGES = 3, 10, 3, 6, 8
"""The fewest clubs; the others are for each of them."""
REGULAR = timedelta(hours=2)
"""Beat asks more often; those who ask for a table are looked for at once, and a few hours change nothing here."""
SWISS_ROUNDS, ROUND = 2, 10 * DAY
GIVES_UP = timedelta(days=7)
"""How long a host waits for members to take the seats of a table."""
OWN_WORD = "the password of our club is word-{}"
"""What members write, to be looked for by those outside."""


@dataclass
class Group:
    """The people of a club to be, and one who stays outside."""

    joining: str
    founder: User
    others: list[User]
    outsider: User | None
    club: Club | None = None
    ladder: Ladder | None = None


class Company:
    """Plans what people do to meet, and watches that nobody meets whom they must not."""

    def __init__(self, everyone: list[Habits], dice: Random, watch: Watch) -> None:
        self.users, self.dice, self.watch = [habits.user for habits in everyone], dice, watch
        self.games = sorted({slug for slug, _ in PLAYED})

    def plan(self, at: At, begin: datetime, days: int, matches: int) -> None:
        """Plan quick tables and clubs for the days in which tables are opened."""
        for _ in range(round(len(self.users) * BLOCKS)):
            by, other = self.dice.sample(self.users, 2)
            block_user(user=by, other=other, now=begin)
        if matches:
            for _ in range(math.ceil(len(self.users) * BLOCKS)):
                at(self._moment(begin, days * 0.5), self._block)
        for _ in range(round(matches * QUICK_A_MATCH)):
            at(self._moment(begin, days * 0.5), self._ask)
        if matches:
            for number in range(max(CLUBS_LEAST, len(self.users) // PEOPLE_A_CLUB)):
                self._plan_club(at, begin, days, Club.Joining.values[number % len(Club.Joining.values)])

    def _moment(self, after: datetime, days: float) -> datetime:
        return after + timedelta(seconds=self.dice.randrange(1, int(days * DAY)))

    def _plan_club(self, at: At, begin: datetime, days: int, joining: str) -> None:
        chosen = self.dice.sample(self.users, min(MEMBERS_MOST + 1, len(self.users)))
        group = Group(joining, chosen[0], chosen[1:-1], chosen[-1])
        founded = self._moment(begin, days * 0.1)
        at(founded, partial(self._found, group))
        for user in group.others:
            at(self._moment(founded, days * 0.1), partial(self._join, group, user))
        at(founded + timedelta(days=days * 0.1), partial(self._admit, group))
        later = founded + timedelta(days=days * 0.1, seconds=1)
        at(later, partial(self._open_contests, group, timedelta(days=max(1, days // 10))))
        for times, act in (
            (TABLES, partial(self._open_table, at=at)),
            (CHALLENGES, partial(self._challenge, at=at)),
            (MESSAGES, _write),
        ):
            for _ in range(times):
                at(self._moment(later, days * 0.4), partial(act, group, dice=self.dice))
        for _ in range(MESSAGES):
            at(self._moment(founded, days * 0.9), partial(self._look_from_outside, group))

    def regularly(self, now: datetime) -> None:
        """Do what beat asks for: seat those who wait, and move ladders and tournaments."""
        sweep_pool(now=now)
        sweep_ladders(now=now)
        self.watch.look_at_pool()

    def _ask(self, now: datetime) -> None:
        """Ask for a quick table: for some of the games, over days or live, with any number of seats or some."""
        user, dice = self.dice.choice(self.users), self.dice
        games = dice.sample(self.games, dice.randint(1, len(self.games)))
        paces = [pace for pace in usual_paces() if is_live(pace)] if dice.random() < LIVE_ASKED else ()
        criteria = criteria_for(games=games, paces=paces, sizes=dice.choice(SIZES))
        if not kinds_that_fit(criteria):
            criteria = criteria_for(games=games, paces=paces, sizes=())
        bots_after = dice.choice(bots_offered(criteria)) if dice.random() < BOTS_ALLOWED else None
        with suppress(Refused):
            ask_table(user=user, criteria=criteria, bots_after=bots_after, now=now)
            self.watch.counts["quick_asked"] += 1
            self.watch.counts["quick_asked_live"] += bool(paces)

    def _block(self, now: datetime) -> None:
        """Let somebody block another: of those who wait for a quick table, if two do."""
        waiting = [row.user for row in Seeker.objects.select_related("user").order_by("pk")]
        by, other = self.dice.sample(waiting if len(waiting) > 1 else self.users, 2)
        block_user(user=by, other=other, now=now)
        self.watch.counts["blocked_later"] += 1

    def _found(self, group: Group, now: datetime) -> None:
        group.club = found_club(user=group.founder, title="A club", about="", joining=group.joining, now=now)
        if group.joining == Club.Joining.INVITATION:
            make_link(number=group.club.pk, user=group.founder, days=30, now=now)

    def _join(self, group: Group, user: User, now: datetime) -> None:
        """Join by the club's way; the one who stays outside tries it without an invitation."""
        club = _club_of(group)
        token = club.link_token if group.joining == Club.Joining.INVITATION else ""
        with suppress(Refused):
            join_club(number=club.pk, user=user, token=token, now=now)
        if group.outsider and group.joining == Club.Joining.INVITATION:
            for wrong in ("", "guessed"):
                with suppress(Refused, ObjectDoesNotExist):
                    join_club(number=club.pk, user=group.outsider, token=wrong, now=now)

    def _admit(self, group: Group, now: datetime) -> None:
        for applicant in _club_of(group).applicants.select_related("user").filter(refused=False):
            with suppress(Refused):
                admit(number=applicant.club_id, by=group.founder, user=applicant.user, now=now)

    def _open_table(self, group: Group, now: datetime, dice: Random, at: At) -> None:
        """Let a member open a table, others join, and somebody outside try to."""
        club, members = _club_of(group), _members(group)
        slug = dice.choice(self.games)
        pace, seats = next(iter(usual_paces())), max(2, GAMES[slug].players[0])
        with suppress(Refused):
            host, *rest = dice.sample(members, min(seats, len(members)))
            match = open_club_table(
                number=club.pk,
                user=host,
                game=slug,
                pace=pace,
                seats=seats,
                rated=dice.random() < 0.5,
                now=now,
            )
            for user in (*filter(None, [group.outsider]), *rest):
                with suppress(Refused, Match.DoesNotExist):
                    join_match(match_id=match.pk, user=user, token="", contribution="", now=now)
            # Those who have blocked each other stay away, and the site keeps a private table open for half a year.
            at(now + GIVES_UP, partial(_close, match.pk, host))

    def _open_contests(self, group: Group, ahead: timedelta, now: datetime) -> None:
        """Let the owner open a ladder and announce a tournament, and members come in."""
        club, dice = _club_of(group), self.dice
        slug, (options, seats, _) = dice.choice(PLAYED)
        rules = GAMES[slug].Options(**options)
        group.ladder = open_ladder(
            by=group.founder,
            title=f"The ladder of club {club.pk}",
            slug=slug,
            options=rules,
            seats=range(seats, seats + 1),
            time_control=dice.choice(PACES),
            divisions=[],
            moves=2,
            now=now,
            club_id=club.pk,
        )
        cup = make_tournament(
            by=group.founder,
            plan=Plan(
                title=f"The cup of club {club.pk}",
                kind=Tournament.Kind.SWISS,
                slug=slug,
                options=rules,
                seats=seats,
                starts_at=now + ahead,
                time_control=TimeControl(2 * DAY, vacations=False),
                rounds=SWISS_ROUNDS,
                round_seconds=ROUND,
                club_id=club.pk,
            ),
            now=now,
        )
        for user in (*_members(group), *filter(None, [group.outsider])):
            with suppress(Refused, ObjectDoesNotExist):
                join_ladder(ladder_id=group.ladder.pk, user=user, now=now)
            with suppress(Refused, ObjectDoesNotExist):
                enter_tournament(tournament_id=cup.pk, user=user, now=now)

    def _challenge(self, group: Group, now: datetime, dice: Random, at: At) -> None:
        """Let a member challenge others, who accept later, or not."""
        if group.ladder is None:
            return
        members = _members(group)
        people = dice.sample(members, min(group.ladder.seats_from, len(members)))
        with suppress(Refused):
            made = make_challenge(ladder_id=group.ladder.pk, challenger=people[0], opponents=people[1:], now=now)
            for user in people[1:]:
                if dice.random() < ACCEPTS:
                    at(self._moment(now, 2), partial(_accept, made.pk, user))

    def _look_from_outside(self, group: Group, now: datetime) -> None:
        if group.outsider and group.club:
            self.watch.look_from_outside(group.club, group.outsider, OWN_WORD.format(group.club.pk))


def _club_of(group: Group) -> Club:
    assert group.club is not None
    return Club.objects.get(pk=group.club.pk)


def _members(group: Group) -> list[User]:
    return [row.user for row in _club_of(group).memberships.select_related("user")]


def _write(group: Group, now: datetime, dice: Random) -> None:
    club = _club_of(group)
    write_club_message(number=club.pk, user=dice.choice(_members(group)), text=OWN_WORD.format(club.pk), now=now)


def _close(match_id: int, host: User, now: datetime) -> None:
    """Close a table whose seats nobody has taken."""
    with suppress(Refused):
        leave_match(match_id=match_id, user=host, now=now)


def _accept(challenge_id: int, user: User, now: datetime) -> None:
    with suppress(Refused):
        accept_challenge(challenge_id=challenge_id, user=user, now=now)
