"""Opening and closing ladders; joining, leaving, sinking."""

from datetime import datetime, timedelta
from itertools import chain, count, pairwise
from typing import Any

import msgspec
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext

from accounts.identity.selectors import selves
from accounts.models import User
from accounts.values.dates import day_of_year
from engine.table_settings import TimeControl
from foundation.errors import Forbidden, Refused
from foundation.sanitise import line_of
from games.levels import levels_of
from games.registry import GAMES
from ladders import live
from ladders.models import Apart, Division, Ladder, Rung, RungChange
from ladders.selectors.idle import IDLE_DAYS, SINK_DAYS, long_idle, made_room
from ladders.selectors.ladders import PENDING, left_last
from ladders.services.challenges import drop_challenges
from ladders.services.news import News, notify_club, notify_people
from ladders.services.organisers import (
    check_belongs,
    check_meets,
    check_noted_pair,
    check_off_ladder,
    check_organiser,
    checked_title,
    club_for,
    lock_club_of,
    stands_on,
)
from ladders.services.rungs import Why, add_rung, lock_ladder, remove_rung, set_rungs
from ladders.vacations import away_among
from matches.lobby.limits import game_offered
from matches.lobby.tables import check_confirmed

REJOIN_DAYS = 7
LONGEST_MOVE = 5
LONGEST_ADDRESS = 40
"""The longest slug the database stores."""


def check_game(slug: str, options: Any, sizes: range) -> dict[str, Any]:
    """The options as stored, if the game can be played with them at each of these sizes. Raises `Refused`."""
    game_offered(slug, sizes, options)
    if not sizes:
        raise Refused("sizes_reversed", gettext("The fewest players at a table cannot be more than the most."))
    kept: dict[str, Any] = msgspec.to_builtins(options)
    return kept


def open_ladder(
    *,
    by: User,
    title: str,
    slug: str,
    options: Any,
    seats: range,
    time_control: TimeControl,
    divisions: list[str],
    moves: int,
    now: datetime,
    club_id: int | None = None,
) -> Ladder:
    """Open a ladder of a game for tables of these sizes, for everyone or a club. Raises `Refused`."""
    check_organiser(by, club_id)
    kept, title = check_game(slug, options, seats), checked_title(title)
    with transaction.atomic():
        club = club_for(by, club_id, Ladder, now)
        if Ladder.objects.filter(title=title, club=club).exists():
            raise Refused("title_taken", gettext("Another ladder has this name. Choose one that tells them apart."))
        ladder = Ladder.objects.create(
            # The number of the club, so that no other address shows that a name is taken in it.
            slug=_free_address(title if club is None else f"c{club.pk} {title}"),
            club=club,
            title=title,
            game=slug,
            options=kept,
            seats_from=seats[0],
            seats_to=seats[-1],
            moves=min(moves, LONGEST_MOVE),
            **Ladder.columns_of(time_control),
            opened_by=by,
            opened_at=now,
        )
        names = [name for name in map(line_of, divisions) if name] or ["All"]
        Division.objects.bulk_create(
            Division(ladder=ladder, level=level, title=name) for level, name in enumerate(names, start=1)
        )
        notify_club(of=ladder, by=by, now=now)
    return ladder


def _free_address(title: str) -> str:
    """A free slug for a title, numbered if it is taken or has no usable characters."""
    stem = slugify(title)[:LONGEST_ADDRESS].strip("-")
    numbered = (f"-{number}" for number in count(2 if stem else 1))
    endings = chain([""], numbered) if stem else numbered
    wanted = ((stem or "ladder")[: LONGEST_ADDRESS - len(ending)] + ending for ending in endings)
    return next(address for address in wanted if not Ladder.objects.filter(slug=address).exists())


def close_ladder(*, ladder_id: int, by: User, now: datetime) -> None:
    """Close a ladder: its order stays, whatever is still played, and new challenges are refused.

    An organiser who stands on it may not close it.
    """
    with transaction.atomic():
        ladder = lock_ladder(ladder_id)
        check_organiser(by, ladder.club_id)
        check_off_ladder(
            ladder,
            by,
            gettext("You stand on this ladder. Ask an organiser who does not to close it, or leave the ladder first."),
        )
        drop_challenges(ladder=ladder, now=now)
        ladder.closed_at = ladder.closed_at or now
        ladder.save(update_fields=["closed_at"])
        live.push_page(ladder)
        users = [rung.user for rung in ladder.rungs.select_related("user")]
        notify_people(of=ladder, what=News.CLOSED, users=users, now=now)


def join_ladder(
    *,
    ladder_id: int,
    user: User,
    now: datetime,
    by: User | None = None,
    division_title: str = "",
    on_it: bool | None = None,
) -> Rung:
    """Add a player at the bottom; an organiser (`by`) may enter others, in any division. Raises `Refused`.

    `on_it` is True if the organiser stood on the ladder before a list that may include them.
    """
    if by is None and not user.enters_itself:
        raise Forbidden("house_player", gettext("Only an organiser can enter a player of the house or a bot account."))
    with transaction.atomic():
        lock_club_of(Ladder, ladder_id)
        ladder = lock_ladder(ladder_id)
        if by is not None:
            check_organiser(by, ladder.club_id)
        check_belongs(user, ladder.club_id)
        check_bot(user, ladder.game)
        if ladder.closed_at:
            raise Refused("ladder_closed", gettext("This ladder is closed. Choose another."))
        if ladder.rungs.filter(user=user).exists():
            raise Refused(
                "already_on_ladder", gettext("{name} stands on this ladder already.").format(name=user.display_name)
            )
        check_may_join(ladder, user, left_last(user.pk, ladder), now)
        if on_it is None:
            on_it = by is not None and stands_on(ladder, selves(by))
        division = _division_for(ladder, user, by, division_title, on_it)
        why = Why.ENTERED if by else Why.JOINED
        if by is not None and by != user:
            notify_people(of=ladder, what=News.ON_LADDER, users=[user], now=now)
        return add_rung(ladder=ladder, division=division, user=user, why=why, now=now, by=by)


def check_may_join(ladder: Ladder, user: User, left: RungChange | None, now: datetime) -> None:
    """Raise `Refused` if a player who is not on a ladder may not join it for a reason of their own.

    `left`: how they last left it.
    """
    if user.is_guest:
        raise Refused("guest", gettext("Guests cannot join a ladder. Keep your account first; it takes a minute."))
    check_confirmed(user)
    check_noted_pair(user, ladder.rungs.order_by().values("user"))
    if left and left.at > now - timedelta(days=REJOIN_DAYS):
        again = left.at + timedelta(days=REJOIN_DAYS)
        raise Refused(
            "left_lately",
            gettext("After leaving a ladder there is a pause. Join again from {day}.").format(day=day_of_year(again)),
        )


def _division_for(ladder: Ladder, user: User, by: User | None, title: str, on_it: bool) -> Division:
    """The lowest division, or the one an organiser names for another player. Raises `Refused`."""
    divisions = list(ladder.divisions.order_by("level"))
    wanted = next((division for division in divisions if division.title.lower() == title.strip().lower()), None)
    if title.strip() and wanted is None:
        names = ", ".join(division.title for division in divisions)
        raise Refused(
            "no_such_division",
            gettext("This ladder has no division “{title}”. Its divisions: {names}.").format(
                title=title.strip(), names=names
            ),
        )
    if wanted is not None and wanted != divisions[-1] and by is not None and user.pk in selves(by):
        raise Forbidden("own_division", gettext("Organisers begin in the lowest division like everyone else."))
    if len(divisions) > 1 and by is not None and on_it and user != by:
        # How many are promoted depends on how many players a division has, whichever it is.
        raise Forbidden(
            "plays_in_it",
            gettext(
                "You stand on this ladder of several divisions, so you enter nobody else. Ask an organiser "
                "who does not stand on it, or enter them before yourself."
            ),
        )
    return wanted or divisions[-1]


def check_bot(user: User, slug: str) -> None:
    """Raise `Refused` if a house player does not play this game."""
    if user.is_house and user.brain not in levels_of(GAMES[slug]):
        raise Refused(
            "bot_of_another_game",
            gettext("{name} does not play this game. Name another bot.").format(name=user.display_name),
        )


def leave_ladder(*, ladder_id: int, user: User, now: datetime) -> None:
    """Take a player off a ladder. Raises `Refused` while one of their challenges is not over."""
    with transaction.atomic():
        ladder = lock_ladder(ladder_id)
        rung = ladder.rungs.select_related("division").filter(user=user).first()
        if rung is None:
            raise Refused("not_on_ladder", gettext("You do not stand on this ladder."))
        if ladder.challenges.filter(seats__user=user, state__in=PENDING).exists():
            raise Refused(
                "challenge_pending", gettext("You are part of a challenge that is not over. Leave when it is.")
            )
        remove_rung(ladder=ladder, rung=rung, now=now)


def move_idle_down(*, ladder_id: int, now: datetime) -> int:
    """Move long-idle players one rung down; return how many moved.

    Each swaps with the player below, unless that one is idle too or moved up this way within the week.
    """
    with transaction.atomic():
        ladder = lock_ladder(ladder_id)
        swaps = [] if ladder.closed_at else _swaps(ladder, now)
        if not swaps:
            return 0
        places: dict[int, tuple[Division, int]] = {}
        whys: dict[int, str] = {}
        for rung, below in swaps:
            places[rung.user_id], whys[rung.user_id] = (rung.division, below.position), Why.INACTIVE
            places[below.user_id], whys[below.user_id] = (rung.division, rung.position), Why.MADE_ROOM
        sinking = Rung.objects.filter(pk__in=[rung.pk for rung, _ in swaps])
        sinking.update(active_at=now - timedelta(days=IDLE_DAYS - SINK_DAYS))
        set_rungs(ladder=ladder, places=places, whys=whys, now=now)
    return len(swaps)


def _swaps(ladder: Ladder, now: datetime) -> list[tuple[Rung, Rung]]:
    """Long-idle players who sink, each with the one below. No player is in two pairs: of each, one alone is idle."""
    rungs = list(ladder.rungs.select_related("division"))
    idle = dict(ladder.rungs.filter(long_idle(now)).values_list("pk", "user_id"))
    away = away_among(idle.values(), now)
    sinking = {pk for pk, user in idle.items() if user not in away}
    pairs = [
        (rung, below)
        for rung, below in pairwise(rungs)
        if rung.pk in sinking and below.pk not in sinking
        if (below.division_id, below.position) == (rung.division_id, rung.position + 1)
    ]
    users = [below.user_id for _, below in pairs]
    lately = set(made_room(now).filter(ladder=ladder, user__in=users).values_list("user_id", flat=True))
    return [(rung, below) for rung, below in pairs if below.user_id not in lately]


def set_apart(*, by: User, one: User, other: User, apart: bool, now: datetime) -> None:
    """Keep two players apart in ladders and tournaments, or stop doing so."""
    check_organiser(by, None)
    if selves(by) & {one.pk, other.pk}:
        raise Forbidden(
            "own_pair", gettext("Organisers do not choose whom they meet. Ask another organiser to note this pair.")
        )
    if one == other:
        raise Refused("same_player", gettext("Name two different players."))
    check_meets(by, [one, other])
    first, second = sorted([one, other], key=lambda user: user.pk)
    if apart:
        Apart.objects.get_or_create(one=first, other=second, defaults={"made_by": by, "made_at": now})
    else:
        Apart.objects.filter(one=first, other=second).delete()
