"""Opening and closing ladders; joining, leaving, sinking."""

from datetime import datetime, timedelta
from itertools import chain, count
from typing import Any

import msgspec
from django.db import transaction
from django.utils.text import slugify

from accounts.models import User
from accounts.selectors import selves
from games.bots import bots_of
from games.rules.core import IllegalOptions
from games.rules.registry import GAMES
from games.services.errors import Forbidden, Refused
from games.terms import Clock
from ladders import push
from ladders.models import Apart, Challenge, Division, Ladder, Rung
from ladders.selectors.ladders import PENDING, left_last
from ladders.services.challenges import challenges_drop
from ladders.services.news import News, people_told
from ladders.services.organisers import meets_check, noted_pair_check, off_ladder_check, organiser_check, stands_on
from ladders.services.rungs import Why, ladder_locked, rung_add, rung_remove, rungs_set
from ladders.vacations import on_vacation

REJOIN_DAYS = 7
IDLE_DAYS = 28
SINK_DAYS = 7
"""Who has been idle for `IDLE_DAYS` moves down one rung, and again after so many days."""
LONGEST_MOVE = 5
LONGEST_ADDRESS = 40
"""As many letters as the database keeps."""


def game_check(slug: str, options: Any, sizes: range) -> dict[str, Any]:
    """The options as they are kept, if a game can be played so at each of these table sizes. Raises `Refused`."""
    game = GAMES.get(slug)
    if game is None:
        raise Refused("no_such_game", "There is no such game. Choose one of the list.")
    if not sizes:
        raise Refused("sizes_reversed", "The fewest players at a table cannot be more than the most.")
    for size in sizes:
        try:
            game.check_options(size, options)
        except IllegalOptions as error:
            raise Refused(error.code, error.message) from error
    kept: dict[str, Any] = msgspec.to_builtins(options)
    return kept


def ladder_open(
    *,
    by: User,
    title: str,
    slug: str,
    options: Any,
    seats: range,
    clock: Clock,
    divisions: list[str],
    moves: int,
    now: datetime,
) -> Ladder:
    """Open a ladder of a game for tables of these sizes. Raises `Refused`."""
    organiser_check(by)
    kept = game_check(slug, options, seats)
    if Ladder.objects.filter(title=title).exists():
        raise Refused("title_taken", "Another ladder has this name. Choose one that tells them apart.")
    with transaction.atomic():
        ladder = Ladder.objects.create(
            slug=_free_address(title),
            title=title,
            game=slug,
            options=kept,
            seats_from=seats[0],
            seats_to=seats[-1],
            moves=min(moves, LONGEST_MOVE),
            **Ladder.columns_of(clock),
            opened_by=by,
            opened_at=now,
        )
        names = divisions or ["All"]
        Division.objects.bulk_create(
            Division(ladder=ladder, level=level, title=name) for level, name in enumerate(names, start=1)
        )
    return ladder


def _free_address(title: str) -> str:
    """A title as far as it fits an address, numbered where that is taken or no letter of it can stand there."""
    stem = slugify(title)[:LONGEST_ADDRESS].strip("-")
    numbered = (f"-{number}" for number in count(2 if stem else 1))
    endings = chain([""], numbered) if stem else numbered
    wishes = ((stem or "ladder")[: LONGEST_ADDRESS - len(ending)] + ending for ending in endings)
    return next(address for address in wishes if not Ladder.objects.filter(slug=address).exists())


def ladder_close(*, ladder_id: int, by: User, now: datetime) -> None:
    """Close a ladder: its order stays, whatever is still played, and nobody challenges any more.

    An organiser who stands on it may not.
    """
    organiser_check(by)
    with transaction.atomic():
        ladder = ladder_locked(ladder_id)
        off_ladder_check(ladder, by, "close it, or leave the ladder first")
        challenges_drop(ladder=ladder, now=now)
        ladder.closed_at = ladder.closed_at or now
        ladder.save(update_fields=["closed_at"])
        push.moved(ladder)
        users = [rung.user for rung in ladder.rungs.select_related("user")]
        people_told(of=ladder, what=News.CLOSED, users=users, now=now)


def ladder_join(
    *,
    ladder_id: int,
    user: User,
    now: datetime,
    by: User | None = None,
    division_title: str = "",
    on_it: bool | None = None,
) -> Rung:
    """Put a player at the bottom; an organiser (`by`) may enter others, in any division. Raises `Refused`.

    `on_it` says whether the organiser stood on the ladder before a list that may name them too.
    """
    if by is not None:
        organiser_check(by)
    elif not user.enters_itself:
        raise Forbidden("house_player", "Only an organiser can enter a player of the house or a program.")
    with transaction.atomic():
        ladder = ladder_locked(ladder_id)
        _refuse_join(ladder, user, now)
        on_it = stands_on(ladder, by) if on_it is None else on_it
        division = _division_for(ladder, user, by, division_title, on_it)
        why = Why.ENTERED if by else Why.JOINED
        if by is not None and by != user:
            people_told(of=ladder, what=News.ENTERED, users=[user], now=now)
        return rung_add(ladder=ladder, division=division, user=user, why=why, now=now, by=by)


def _division_for(ladder: Ladder, user: User, by: User | None, title: str, on_it: bool) -> Division:
    """The lowest division, or the one an organiser names for somebody else. Raises `Refused`."""
    divisions = list(ladder.divisions.order_by("level"))
    wanted = next((division for division in divisions if division.title.lower() == title.strip().lower()), None)
    if title.strip() and wanted is None:
        names = ", ".join(division.title for division in divisions)
        raise Refused("no_such_division", f"This ladder has no division “{title.strip()}”. Its divisions: {names}.")
    if wanted is not None and wanted != divisions[-1] and by is not None and user.pk in selves(by):
        raise Forbidden("own_division", "Organisers begin in the lowest division like everyone else.")
    if len(divisions) > 1 and by is not None and on_it and user != by:
        # How many are promoted follows from how many stand in a division, whichever it is.
        raise Forbidden(
            "plays_in_it",
            "You stand on this ladder of several divisions, so you enter nobody else. "
            "Ask an organiser who does not stand on it, or enter them before yourself.",
        )
    return wanted or divisions[-1]


def bot_check(user: User, slug: str) -> None:
    """Raise `Refused` where a player of the house plays other games only."""
    if user.is_house and user.brain not in bots_of(GAMES[slug]):
        raise Refused("bot_of_another_game", f"{user.display_name} does not play this game. Name another bot.")


def _refuse_join(ladder: Ladder, user: User, now: datetime) -> None:
    bot_check(user, ladder.game)
    if ladder.closed_at:
        raise Refused("ladder_closed", "This ladder is closed. Choose another.")
    if user.is_guest:
        raise Refused("guest", "Guests cannot join a ladder. Keep your account first; it takes a minute.")
    if ladder.rungs.filter(user=user).exists():
        raise Refused("already_on_ladder", f"{user.display_name} stands on this ladder already.")
    noted_pair_check(user, ladder.rungs.values_list("user_id", flat=True))
    left = left_last(user.pk, ladder)
    if left and left.at > now - timedelta(days=REJOIN_DAYS):
        again = left.at + timedelta(days=REJOIN_DAYS)
        raise Refused("left_lately", f"Who leaves a ladder may join again after a pause: from {again.day} {again:%B}.")


def ladder_leave(*, ladder_id: int, user: User, now: datetime) -> None:
    """Take a player off a ladder. Raises `Refused` while a challenge they are part of is not over."""
    with transaction.atomic():
        ladder = ladder_locked(ladder_id)
        rung = ladder.rungs.select_related("division").filter(user=user).first()
        if rung is None:
            raise Refused("not_on_ladder", "You do not stand on this ladder.")
        if ladder.challenges.filter(seats__user=user, state__in=PENDING).exists():
            raise Refused("challenge_pending", "You are part of a challenge that is not over. Leave when it is.")
        rung_remove(ladder=ladder, rung=rung, now=now)


def ladder_sink(*, ladder_id: int, now: datetime) -> int:
    """Move whoever has been idle for long one rung down; return how many sank."""
    with transaction.atomic():
        ladder = ladder_locked(ladder_id)
        if ladder.closed_at:
            return 0
        idle = _idle(ladder, now)
        # From below, so that the order in which neighbours are looked at does not matter.
        return sum(_sink(ladder, rung, idle, now) for rung in sorted(idle.values(), key=lambda one: -one.position))


def _idle(ladder: Ladder, now: datetime) -> dict[int, Rung]:
    """Who has been idle for long, by user; not those who are away or still play."""
    busy = set(ladder.challenges.filter(state=Challenge.State.RUNNING).values_list("seats__user_id", flat=True))
    # Who has challenged waits for the others; these must answer, or lose the place.
    busy |= set(ladder.challenges.filter(state=Challenge.State.OPEN).values_list("challenger_id", flat=True))
    found = ladder.rungs.select_related("user", "division").filter(active_at__lte=now - timedelta(days=IDLE_DAYS))
    return {
        rung.user_id: rung
        for rung in found
        if rung.user_id not in busy and not rung.user.is_house and not on_vacation(rung.user, now)
    }


def _sink(ladder: Ladder, rung: Rung, idle: dict[int, Rung], now: datetime) -> bool:
    """Change places with the player below, unless that one is idle too, or was let up within the week."""
    below = rung.division.rungs.filter(position=rung.position + 1).first()
    if below is None or below.user_id in idle:
        return False
    week_ago = now - timedelta(days=SINK_DAYS)
    if ladder.changes.filter(user=below.user_id, why=Why.MADE_ROOM, at__gt=week_ago).exists():
        return False
    places = {
        rung.user_id: (rung.division, below.position),
        below.user_id: (rung.division, rung.position),
    }
    whys = {rung.user_id: Why.INACTIVE, below.user_id: Why.MADE_ROOM}
    Rung.objects.filter(pk=rung.pk).update(active_at=now - timedelta(days=IDLE_DAYS - SINK_DAYS))
    rungs_set(ladder=ladder, places=places, whys=whys, now=now)
    return True


def apart_set(*, by: User, one: User, other: User, apart: bool, now: datetime) -> None:
    """Keep two players apart at tables of ladders and tournaments, or no longer."""
    organiser_check(by)
    if selves(by) & {one.pk, other.pk}:
        raise Forbidden("own_pair", "Organisers do not choose whom they meet. Ask another organiser to note this pair.")
    if one == other:
        raise Refused("same_player", "Name two different players.")
    meets_check(by, [one, other])
    first, second = sorted([one, other], key=lambda user: user.pk)
    if apart:
        Apart.objects.get_or_create(one=first, other=second, defaults={"made_by": by, "made_at": now})
    else:
        Apart.objects.filter(one=first, other=second).delete()
