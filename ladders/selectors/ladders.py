"""Queries for ladders: rungs, who may challenge whom, and why not."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import combinations, groupby
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import Count, F, OuterRef, Prefetch, Q, QuerySet, Subquery, Value
from django.utils.translation import gettext, gettext_lazy

from accounts.identity.blocks import blocks_of, first_blocks
from accounts.models import BotAccount, User
from accounts.security.suspension import is_suspended
from accounts.values.dates import day_of_year
from foundation.kept_queries import keep_related
from ladders.methods.rungs import in_reach, reach
from ladders.models import Apart, Challenge, ChallengeSeat, Division, Ladder, Rung, RungChange
from ladders.selectors.access import seen_by
from ladders.vacations import away_among

MOST_OUT = 3
MOST_IN = 3
REMATCH_DAYS = 7
MOVED_SINCE_DAYS = 7
"""Of so many days a ladder's page reads all changes of its players, also to know who left too lately to join again."""
CANNOT_MEET = gettext_lazy("This table cannot meet: choose other players.")
"""The same for blocks and for organisers' pairs: at larger tables it does not reveal whom it concerns."""
OWN_BLOCK = gettext_lazy("You have blocked them. Lift the block to challenge them.")
TAKEN_BACK = Challenge.State.TAKEN_BACK
DONE = Challenge.State.DONE
BLOCKS_THAT_HOLD = 2
"""How many of a player's blocks a ladder respects: with more, players would choose who challenges them."""
PENDING = (Challenge.State.OPEN, Challenge.State.RUNNING)
WITH_USERS = Prefetch("seats", ChallengeSeat.objects.select_related("user"))


def table_key(users: Iterable[int]) -> str:
    """The same key for the same players."""
    return "-".join(str(user) for user in sorted(users))


def kept_apart(users: Iterable[int]) -> frozenset[tuple[int, int]]:
    """The pairs of these users who must not meet: accounts of one person, and those whom organisers keep apart.

    Only pairs of organisers who are not among these users count. Otherwise players could choose their opponents by
    noting pairs; for the same reason a block is no such pair.
    """
    among = set(users)
    owners = BotAccount.objects.filter(user__in=among).values_list("user", "owner")
    noted = _pairs_apart(among, among).values_list("one_id", "other_id")
    return frozenset(noted) | _of_one_person(among, owners)


def _pairs_apart(among: Collection[int], playing: Collection[int] | QuerySet[Any]) -> QuerySet[Apart]:
    plays = Q(made_by__in=playing) | Q(made_by__bots__user__in=playing)
    return Apart.objects.filter(one__in=among, other__in=among).exclude(plays)


def _of_one_person(users: Collection[int], owners: Iterable[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """The pairs of a bot account with its owner, or with another of the same owner, the smaller id first."""
    accounts: dict[int, set[int]] = {}
    for bot, owner in owners:
        accounts.setdefault(owner, {owner} & set(users)).add(bot)
    return frozenset(pair for own in accounts.values() for pair in combinations(sorted(own), 2))


@dataclass(frozen=True)
class Facts:
    """The facts that decide who may be challenged on a ladder, read once for a whole page."""

    rungs: Mapping[int, Rung]
    challenges: Sequence[Challenge] = ()
    """Those that are not over, with their seats, the newest first."""
    out: Counter[int] = field(default_factory=Counter)
    """Challenges a player has made that are not over."""
    to_answer: Counter[int] = field(default_factory=Counter)
    """Challenges of others to a player that are not over."""
    pending: frozenset[str] = frozenset()
    """Tables with a challenge that is not over."""
    recent: dict[str, datetime] = field(default_factory=dict)
    """Tables that played recently, and when. A lapsed or cancelled challenge is not a meeting."""
    taken_back: dict[tuple[str, int], datetime] = field(default_factory=dict)
    """Tables that a challenger recently invited and then withdrew, and when: that binds only them."""
    apart: frozenset[tuple[int, int]] = frozenset()
    blocks: frozenset[tuple[int, int]] = frozenset()
    """Pairs `(blocker, blocked)`."""
    away: frozenset[int] = frozenset()
    shut: frozenset[int] = frozenset()
    """Players whose accounts are suspended or closed."""


def facts_of(ladder: Ladder, now: datetime, users: Collection[int] | None = None) -> Facts:
    """Read the facts of a ladder, or only those that decide about a table of some of its players."""
    found = standing_on(ladder)
    return facts_about(ladder, found if users is None else found.filter(user__in=users), now)


def standing_on(ladder: Ladder) -> QuerySet[Rung]:
    """The rungs of a ladder from the top, with what `facts_about` has to know of their players."""
    return ladder.rungs.select_related("user__bot_account")


def facts_about(ladder: Ladder, standing: Iterable[Rung], now: datetime) -> Facts:
    """Read the facts that decide about a table of players who have these of `standing_on`."""
    rungs = {rung.user_id: rung for rung in standing}
    bots = [rung.user.bot_account for rung in rungs.values() if hasattr(rung.user, "bot_account")]
    challenges = _challenges_among(ladder, rungs, now)
    pending = [one for one in challenges if one.state in PENDING]
    ended = sorted([(one.ended_at, one.pk, one) for one in challenges if one.ended_at])
    # Only the first blocks of each player bind, and no pair noted by a player: both depend on the whole ladder.
    blocks, noted = _blocked_and_pairs_apart(list(rungs), ladder.rungs.values("user_id"))
    return Facts(
        rungs=rungs,
        challenges=pending,
        out=Counter(one.challenger_id for one in pending),
        to_answer=Counter(
            seat.user_id for one in pending for seat in one.seats.all() if seat.user_id != one.challenger_id
        ),
        pending=frozenset(one.table_key for one in pending),
        recent={one.table_key: at for at, _, one in ended if one.state == DONE},
        taken_back={(one.table_key, one.challenger_id): at for at, _, one in ended if one.state == TAKEN_BACK},
        apart=noted
        | _of_one_person(rungs, [(bot.user_id, bot.owner_id) for bot in bots])
        | first_blocks(blocks, most=BLOCKS_THAT_HOLD),
        blocks=frozenset(blocks),
        away=away_among(rungs, now),
        shut=frozenset(user for user, rung in rungs.items() if is_shut(rung.user, now)),
    )


def _blocked_and_pairs_apart(
    users: Collection[int], everyone: QuerySet[Any]
) -> tuple[list[tuple[int, int]], frozenset[tuple[int, int]]]:
    """The blocks by these users of everyone, oldest first, and the pairs of them that organisers noted."""
    noted = _pairs_apart(users, everyone).order_by().values_list("one_id", "other_id", "made_at", "id", Value(1))
    blocks = blocks_of(users, everyone).order_by().values_list("by_id", "other_id", "at", "id", Value(0))
    rows = list(blocks.union(noted, all=True).order_by("at", "id"))
    pairs = [[(one, other) for one, other, _, _, kind in rows if kind == wanted] for wanted in (0, 1)]
    return pairs[0], frozenset(pairs[1])


def _challenges_among(ladder: Ladder, users: Collection[int], now: datetime) -> list[Challenge]:
    """The challenges in which these users sit that are not over, or have been for a few days, the newest first."""
    sat = ChallengeSeat.objects.filter(challenge__ladder=ladder, user__in=users)
    counts = Q(challenge__state__in=PENDING) | Q(challenge__ended_at__gt=now - timedelta(days=REMATCH_DAYS))
    # Each comes with its seats, of which it has some.
    rows = ChallengeSeat.objects.filter(counts, challenge__ladder=ladder, challenge__in=sat.values("challenge_id"))
    rows = rows.select_related("user", "challenge__challenger").order_by("-challenge__made_at", "-challenge_id", "pk")
    found = [(challenge, list(seats)) for challenge, seats in groupby(rows, key=attrgetter("challenge"))]
    for challenge, seats in found:
        challenge.ladder = ladder
        keep_related(challenge, "seats", seats)
    return [challenge for challenge, _ in found]


def is_shut(user: User, now: datetime) -> bool:
    """True if an account is suspended or closed, so that it can neither accept nor play."""
    return not user.is_active or is_suspended(user, now)


def challenger_refusal(facts: Facts, ladder: Ladder, user_id: int | None) -> str:
    """Why a user may not make a challenge now, or an empty string."""
    if ladder.closed_at:
        return gettext("This ladder is closed. Its final order stays here.")
    if user_id is None or user_id not in facts.rungs:
        return gettext("Join the ladder to challenge.")
    if user_id in facts.away:
        return gettext("You are on vacation. Challenge when you are back.")
    if facts.out[user_id] >= MOST_OUT:
        return gettext("You have {most} challenges out, the most allowed. Wait until one is over.").format(
            most=MOST_OUT
        )
    return ""


def opponent_refusal(facts: Facts, ladder: Ladder, user_id: int, other_id: int, *, short: bool = False) -> str:
    """Why a user may not invite a certain player, or an empty string; `short` where the page says how far they may."""
    mine, theirs = facts.rungs[user_id], facts.rungs.get(other_id)
    if theirs is None:
        return gettext("Is not on this ladder.")
    if theirs.division_id != mine.division_id:
        return gettext("Stands in another division.")
    if not in_reach(mine.position, theirs.position):
        if short:
            return gettext("Out of reach.")
        return gettext("Out of reach: you may invite up to {reach} places above and below yours.").format(
            reach=reach(mine.position)
        )
    if facts.to_answer[other_id] >= MOST_IN:
        return gettext("Has {most} challenges to answer, the most allowed.").format(most=MOST_IN)
    if other_id in facts.away:
        return gettext("Away: nobody on vacation is challenged.")
    if other_id in facts.shut:
        return gettext("This account cannot play at present.")
    if (user_id, other_id) in facts.blocks:
        return str(OWN_BLOCK)
    if _pair(user_id, other_id) in facts.apart:
        return str(CANNOT_MEET)
    return table_refusal(facts, [user_id, other_id]) if ladder.seats_to == 2 else ""


def table_refusal(facts: Facts, users: Sequence[int]) -> str:
    """Why these players, the challenger first, may not meet now, or an empty string."""
    key = table_key(users)
    if key in facts.pending:
        return gettext("A challenge of this table is not over yet.")
    if reason := met_lately(facts, users):
        return reason
    if (key, users[0]) in facts.taken_back:
        when = facts.taken_back[key, users[0]]
        return gettext("You took a challenge of this table back within {days} days. {again}").format(
            days=REMATCH_DAYS, again=_again(when)
        )
    if any(_pair(one, other) in facts.apart for one in users for other in users if one != other):
        return str(CANNOT_MEET)
    return ""


def met_lately(facts: Facts, users: Sequence[int]) -> str:
    """Why these players may not meet again yet, or an empty string."""
    when = facts.recent.get(table_key(users))
    return (
        gettext("This table met within {days} days. {again}").format(days=REMATCH_DAYS, again=_again(when))
        if when
        else ""
    )


def _again(ended: datetime) -> str:
    """When the same table may meet again, as a sentence."""
    return gettext("Again from {day}.").format(day=day_of_year(ended + timedelta(days=REMATCH_DAYS)))


def _pair(one: int, other: int) -> tuple[int, int]:
    return (min(one, other), max(one, other))


def changes_since(ladder: Ladder, since: datetime, users: Collection[int]) -> list[RungChange]:
    """The changes of these players' rungs since then, the oldest first."""
    return list(ladder.changes.filter(at__gte=since, user__in=users).order_by("pk"))


def moves_by(changes: Iterable[RungChange], places: Mapping[int, int]) -> dict[int, int | None]:
    """How many places each player rose (negative: fell) by these changes to where they stand; None for newcomers.

    Places of two divisions cannot be compared: for a player who changed division, only moves since that day count.
    """
    first: dict[int, int | None] = {}
    for change in changes:
        first.setdefault(change.user_id, change.before)
        if change.changes_division and first[change.user_id] is not None:
            first[change.user_id] = change.after
    return {user: None if began is None else began - places[user] for user, began in first.items() if user in places}


class Place(NamedTuple):
    """Where a player stands on a ladder."""

    division: Division
    position: int


class LadderSeen(NamedTuple):
    """A ladder, how many stand in each of its divisions, and where the reader does."""

    ladder: Ladder
    divisions: Mapping[Division, int]
    mine: Place | None


def ladder_with_divisions(slug: str, user_id: int | None) -> LadderSeen | None:
    """Return a ladder with its divisions, if a reader may know that it exists."""
    there = Rung.objects.filter(division=OuterRef("pk")).order_by()
    found = list(
        Division.objects.filter(seen_by(user_id, "ladder__"), ladder__slug=slug)
        .select_related("ladder__club")
        .annotate(
            players=Subquery(there.values("division").annotate(number=Count("pk")).values("number")),
            place=Subquery(there.filter(user=user_id).values("position")),
        )
    )
    mine = next((Place(one, one.place) for one in found if one.place), None)
    return LadderSeen(found[0].ladder, {one: one.players or 0 for one in found}, mine) if found else None


def ladders_open(user_id: int | None) -> QuerySet[Ladder]:
    """The ladders that a reader may see, with their number of players, open ones first."""
    found = Ladder.objects.filter(seen_by(user_id)).select_related("club").annotate(players=Count("rungs"))
    return found.order_by(F("closed_at").asc(nulls_first=True), "title", "pk")


def challenges_of(user: User, *states: str) -> QuerySet[Challenge]:
    """The challenges a user takes part in."""
    mine = Challenge.objects.filter(seats__user=user, state__in=states or PENDING)
    return mine.select_related("ladder", "challenger", "match").prefetch_related(WITH_USERS)


def challenges_to_accept(user_id: int) -> QuerySet[Challenge]:
    """Challenges that wait for a user, the soonest to lapse first."""
    waiting = Q(seats__user=user_id, seats__accepted_at=None)
    found = Challenge.objects.filter(waiting, state=Challenge.State.OPEN).order_by("expires_at")
    return found.select_related("ladder", "challenger").prefetch_related(WITH_USERS)


def left_last(user_id: int, ladder: Ladder) -> RungChange | None:
    """When and why a user last left a ladder."""
    return ladder.changes.filter(user=user_id, why=RungChange.Why.LEFT).order_by("pk").last()


def changes_of(ladder: Ladder) -> QuerySet[RungChange]:
    """All changes of a ladder, newest first."""
    return ladder.changes.select_related("user", "challenge", "division", "came_from").order_by("-pk")
