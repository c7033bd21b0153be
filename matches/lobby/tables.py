"""Tables before they start: made, joined, left, begun."""

import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import count
from typing import Any

import msgspec
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.blocks import has_blocked, may_not_meet
from accounts.models import Kind, User
from accounts.names import name_key
from accounts.selectors import user_by_name
from games import push
from games.bots import best_brain, bots_of
from games.models import Match, Seat
from games.paces import is_offered
from games.rules.core import Game, IllegalOptions, Options
from games.rules.core.log import seed_hash
from games.rules.registry import GAMES
from games.services.errors import Forbidden, Refused, Stale
from games.services.notices import invitations_over, invited
from games.services.rounds import match_begin, match_locked
from games.services.seeds import house_words, site_seed_for
from games.terms import Clock, Manners
from games.vault import seal

OPEN_AT_ONCE = 10
"""Tables waiting for players that one host may have."""

LONGEST_CONTRIBUTION = 100

NO_SEAT = "No seat at this table is free for you. Ask the host for an invitation."
PEOPLE_ONLY = "Open seats of a rated match are for people. Ask the host to invite the program by name or by link."


@dataclass(frozen=True)
class SeatWish:
    """What the host wants for a seat besides their own: `open`, `link`, a `named` player or a `bot`."""

    kind: str
    name: str = ""
    """The user's name, or the bot's."""
    user: User | None = None
    """The player to keep the seat for, where the site knows who it is."""


def match_create(
    *,
    host: User,
    slug: str,
    options: Options,
    seats: Sequence[SeatWish],
    clock: Clock,
    manners: Manners,
    contribution: str,
    now: datetime,
    seed_token: str = "",
    host_seat: int = 0,
) -> Match:
    """Announce a table. The host takes one seat; it starts by itself if bots fill the rest.

    `seed_token` is the offer that the host was shown before choosing their words; without one a fresh
    seed is drawn. Either way it is fixed before anybody else's words. Raises `Refused`.
    """
    game = _game_offered(slug, len(seats) + 1, options)
    with transaction.atomic():
        _check_wish(host, clock)
        site_seed = site_seed_for(host_id=host.pk, token=seed_token)
        match = Match.objects.create(
            game=slug,
            rules_version=game.rules_version,
            options=msgspec.to_builtins(options),
            players=len(seats) + 1,
            host=host,
            **asdict(clock),
            **asdict(manners),
            invite_token=secrets.token_urlsafe(12),
            seed_hash=seed_hash(site_seed),
            sealed_seed=seal(site_seed.hex()),
            created_at=now,
        )
        _seat(match, host_seat, host, contribution, now)
        _offer_all(match, seats, host_seat, host, now)
        invited(match=match, now=now)
        _begin_if_full(match, now)
    return match


def _offer_all(match: Match, wishes: Sequence[SeatWish], host_seat: int, host: User, now: datetime) -> None:
    numbers = [number for number in range(match.players) if number != host_seat]
    for number, wish in zip(numbers, wishes, strict=True):
        _offer(match, number, wish, host, now)


def _game_offered(slug: str, players: int, options: Options) -> Game[Any, Any, Any, Any]:
    """The game of this slug, if it can be played so."""
    game = GAMES.get(slug)
    if game is None:
        raise Refused("no_such_game", "There is no such game. Choose one of the list.")
    try:
        game.check_options(players, options)
    except IllegalOptions as error:
        raise Refused(error.code, error.message) from error
    return game


def _check_wish(host: User, clock: Clock) -> None:
    # What a host sends at the same moment is taken one after the other, so that no form counts twice.
    User.objects.select_for_update(no_key=True).get(pk=host.pk)
    if not is_offered(clock):
        raise Refused("no_such_clock", "Choose one of the clocks offered, and as many excuses as it allows.")
    if Match.objects.filter(host=host, status=Match.Status.OPEN).count() >= OPEN_AT_ONCE:
        raise Refused("too_many_open", f"You have {OPEN_AT_ONCE} tables waiting for players. Fill or close one first.")


def _seat(match: Match, number: int, user: User, contribution: str, now: datetime) -> None:
    Seat.objects.create(
        match=match,
        number=number,
        user=user,
        contribution=_words(contribution),
        joined_at=now,
        excuses_left=match.excuses,
    )


def _words(contribution: str) -> str:
    """A player's own words for the seed; without any, random ones."""
    return contribution.strip()[:LONGEST_CONTRIBUTION] or secrets.token_hex(16)


def _offer(match: Match, number: int, wish: SeatWish, host: User, now: datetime) -> None:
    """Make a seat as the host wishes it."""
    if wish.kind == "bot":
        taken = match.seats.filter(user__isnull=False).values_list("user_id", flat=True)
        player = house_player(brain=wish.name, slug=match.game, without=list(taken))
        _seat(match, number, player, house_words(player.username), now)
    elif wish.kind == "named":
        Seat.objects.create(
            match=match,
            number=number,
            offer=Seat.Offer.NAMED,
            invited=_met(wish.user, host, wish.user.username) if wish.user else _invited(wish.name.strip(), host),
            excuses_left=match.excuses,
        )
    elif wish.kind in (Seat.Offer.OPEN, Seat.Offer.LINK):
        Seat.objects.create(match=match, number=number, offer=wish.kind, excuses_left=match.excuses)
    else:
        raise Refused("no_such_seat", "A seat is open, for the invitation link, for a player by name, or for a bot.")


def _invited(name: str, host: User) -> User:
    user = user_by_name(name=name)
    if user is None or user.kind not in (Kind.PERSON, Kind.PROGRAM):
        raise _nobody(name)
    if user == host:
        raise Refused("own_name", "You already have a seat. Name another player.")
    return _met(user, host, name)


def _met(user: User, host: User, called: str) -> User:
    """Whom the host may invite. One whom they have blocked is named; who has blocked them is as good as not there."""
    if has_blocked(user=host, other=user):
        raise Refused("blocked_by_you", f"You have blocked {user.display_name}. Lift the block, or name another.")
    if has_blocked(user=user, other=host):
        raise _nobody(called)
    return user


def _nobody(name: str) -> Refused:
    return Refused("no_such_player", f"Nobody called “{name}” can be invited. Check the spelling, or name another.")


def house_player(*, brain: str, slug: str, without: Sequence[int]) -> User:
    """An AI player of this brain that does not sit at the table yet, made if there is none."""
    if brain not in bots_of(GAMES[slug]):
        raise Refused("no_such_bot", "There is no such bot for this game. Choose one of the list.")
    players = User.objects.filter(kind=Kind.HOUSE, brain=brain).exclude(pk__in=without).order_by("pk")
    if free := players.first():
        return free
    # New players are made one table at a time, by whoever holds the row of the site's first user: several tables
    # that begin in one moment want the same names, and two that take some in another order would wait for each other.
    User.objects.select_for_update(no_key=True).order_by("pk").first()
    return players.first() or _new_house_player(brain)


def _new_house_player(brain: str) -> User:
    names = (f"{brain.capitalize()}-{number}" for number in count(1))
    # A closed account keeps its name.
    free = next(name for name in names if not User.objects.filter(name_key=name_key(name)).exists())
    user = User(username=free, kind=Kind.HOUSE, brain=brain)
    user.set_unusable_password()
    user.save()
    return user


def match_join(*, match_id: int, user: User, token: str, contribution: str, now: datetime) -> Match:
    """Take a free seat; the table starts when it is full. Raises `Match.DoesNotExist` and `Refused`."""
    with transaction.atomic():
        match = match_locked(match_id)
        _refuse_unless_open(match)
        if match.seats.filter(user=user).exists():
            raise Refused("already_seated", "You already have a seat at this table.")
        seat = _free_seat(match, user, token)
        seat.user, seat.contribution, seat.joined_at = user, _words(contribution), now
        seat.save()
        invitations_over(match=match, user=user, now=now)
        _begin_if_full(match, now)
        push.table_moved(match.pk, _user_ids(match))
    return match


def _refuse_unless_open(match: Match) -> None:
    if match.status != Match.Status.OPEN:
        raise Stale("match_started", "This table has started already or was closed. Find another in the list.")


def _free_seat(match: Match, user: User, token: str) -> Seat:
    """The best seat for a newcomer: one kept for them, then the link's, then anyone's."""
    if is_kept_out(match, user):
        raise Forbidden("no_seat_for_you", NO_SEAT)
    free = match.seats.filter(user__isnull=True).order_by("number")
    invited = secrets.compare_digest(token.encode(), match.invite_token.encode())
    found = free.filter(invited=user).first()
    if found is None and invited:
        found = free.filter(offer=Seat.Offer.LINK).first()
    if found is None and is_for_people(match, user) and not invited:
        raise Forbidden("people_only", PEOPLE_ONLY)
    if found is None and (invited or not match.private):
        found = free.filter(offer=Seat.Offer.OPEN).first()
    if found is None:
        raise Forbidden("no_seat_for_you", NO_SEAT)
    return found


def is_kept_out(match: Match, user: User, *, besides: Seat | None = None) -> bool:
    """Whether a block stands between a user and somebody at a table; `besides` is a seat that is given up.

    Where names are hidden no block counts: who blocks one player after the other and tries the door would learn who
    sits behind it.
    """
    if match.names_hidden:
        return False
    seats = match.seats.exclude(pk=besides.pk) if besides else match.seats.all()
    hosts = [] if besides else [match.host_id]
    return may_not_meet(user=user, others=[*hosts, *seats.values_list("user_id", flat=True)])


def is_for_people(match: Match, user: User) -> bool:
    """Whether the open seats of a table are not for this user: in rated matches a program waits to be asked."""
    return match.rated and user.kind == Kind.PROGRAM


def _begin_if_full(match: Match, now: datetime) -> None:
    if not match.seats.filter(user__isnull=True).exists():
        invitations_over(match=match, now=now)
        match_begin(match=match, now=now)


def match_leave(*, match_id: int, user: User, now: datetime) -> Match:
    """Give a seat back before the start; a host who leaves closes the table."""
    with transaction.atomic():
        match = match_locked(match_id)
        _refuse_unless_open(match)
        seat = match.seats.filter(user=user).first()
        if seat is None:
            raise Forbidden("not_your_seat", "You have no seat at this table.")
        told = _user_ids(match)
        if match.host_id == user.pk:
            match.status, match.ended_at = Match.Status.CALLED_OFF, now
            match.save()
            invitations_over(match=match, now=now)
        else:
            seat.user, seat.contribution, seat.joined_at = None, "", None
            seat.save()
        push.table_moved(match.pk, told)
    return match


def match_start(*, match_id: int, user: User, now: datetime) -> Match:
    """Let the host begin at once: seats still free are given to bots."""
    with transaction.atomic():
        match = match_locked(match_id)
        _refuse_unless_open(match)
        if match.host_id != user.pk:
            raise Forbidden("not_the_host", "Only the host can begin with bots. Wait until the table is full.")
        for seat in match.seats.filter(user__isnull=True):
            _fill_with_bot(match, seat, now)
        _begin_if_full(match, now)
    return match


def _fill_with_bot(match: Match, seat: Seat, now: datetime) -> None:
    taken = list(match.seats.filter(user__isnull=False).values_list("user_id", flat=True))
    player = house_player(brain=best_brain(GAMES[match.game]), slug=match.game, without=taken)
    seat.user, seat.contribution, seat.joined_at = player, house_words(player.username), now
    seat.save()


def _user_ids(match: Match) -> list[int]:
    return [user_id for user_id in match.seats.values_list("user_id", flat=True) if user_id]


def guest_welcome(user: User) -> str:
    """Seat a new guest at a table with bots; return the table's address."""
    slug = next(iter(GAMES))
    game = GAMES[slug]
    wishes = [SeatWish("bot", best_brain(game))] * (game.players[0] - 1)
    options: Any = game.Options()
    match = match_create(
        host=user,
        slug=slug,
        options=options,
        seats=wishes,
        clock=Clock(3 * 24 * 3600),
        manners=Manners(rated=False),
        contribution="",
        now=timezone.now(),
    )
    return reverse("games:table", args=[match.pk])
