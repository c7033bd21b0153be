"""Tables before they start: created, joined, left and started."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from itertools import count
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.identity.blocks import has_blocked, may_not_meet
from accounts.identity.selectors import awaits_confirmation, selves, user_by_name
from accounts.models import User, UserKind
from accounts.values.lookalikes import look_of
from engine import Options
from engine.table_settings import TableSettings, TimeControl
from foundation.errors import Forbidden, Refused, Stale
from foundation.live import push_access
from games.levels import USUAL, levels_of
from games.registry import GAMES
from matches import live
from matches.audience import is_admitted
from matches.clocks.time_controls import is_offered
from matches.lobby.limits import check_limits, choose_bot_words, game_offered, refuse_unfit
from matches.log.seeds import root_for, seed_columns, words_of_seat
from matches.models import Match, Seat
from matches.notices import notify_invited, withdraw_invitations
from matches.rounds.beacon import begin_or_wait
from matches.rounds.locking import lock_match
from matches.signals import table_opened

OPEN_AT_ONCE = 10
"""The most open tables that one host may have."""

ALONE_AT_ONCE = 50
"""The most running matches of a host in which only bots play besides: bots agree to any number at once."""

INVITED_A_DAY = 10
"""How often a host may invite the same person by name in a day, if nothing comes of it: each sends notices."""

INVITED_IN_ALL_A_DAY = 60
"""How many seats a host may offer by name in a day of which nothing comes, to all people together."""

BY_THE_RULES: Mapping[str, Any] = {}

NO_SEAT = gettext_lazy("No seat at this table is free for you. Ask the host for an invitation.")
PEOPLE_ONLY = gettext_lazy(
    "Open seats of a rated match are for people. Ask the host to invite the bot account by name or by link."
)
OWN_ACCOUNT = gettext_lazy(
    "Where a match counts, nobody plays beside a bot account of their own. Play where nothing is rated."
)
UNCONFIRMED = gettext_lazy(
    "Confirm your mail address first: open the link in the mail. Until then, play where nothing is rated."
)


@dataclass(frozen=True)
class SeatSpec:
    """The host's choice for a seat other than their own: `open`, `link`, a `named` player or a `bot`."""

    kind: str
    name: str = ""
    """The name of the user or bot."""
    user: User | None = None
    """The player to keep the seat for, if known."""


def create_match(
    *,
    host: User,
    slug: str,
    options: Options,
    seats: Sequence[SeatSpec],
    time_control: TimeControl,
    table_settings: TableSettings,
    contribution: str,
    now: datetime,
    seed_token: str = "",
    host_seat: int = 0,
    fork: Mapping[str, Any] = BY_THE_RULES,
    members_only: bool = False,
) -> Match:
    """Create a table. The host takes one seat; the match starts at once if bots fill the rest.

    `fork` says where it is played on from, if it does not begin by the rules.

    `seed_token` is the offer that the host saw before choosing their words; without one a fresh
    seed is drawn. Either way it is fixed before anyone else adds words. Raises `Refused`.
    """
    game = game_offered(slug, [len(seats) + 1], options)
    with transaction.atomic():
        _check_host(host, time_control)
        check_limits(game, table_settings)
        check_confirmed(host, rated=table_settings.rated)
        root = root_for(host_id=host.pk, token=seed_token)
        match = Match.objects.create(
            game=slug,
            rules_version=game.rules_version,
            options=msgspec.to_builtins(options),
            players=len(seats) + 1,
            host=host,
            **asdict(time_control),
            **asdict(table_settings),
            invite_token=secrets.token_urlsafe(12),
            **seed_columns(root),
            **fork,
            members_only=members_only,
            created_at=now,
        )
        _seat(match, host_seat, host, contribution, now)
        numbers = [number for number in range(match.players) if number != host_seat]
        for number, spec in zip(numbers, seats, strict=True):
            _offer(match, number, spec, host, now)
        notify_invited(match=match, now=now)
        _begin_if_full(match, now)
        table_opened.send(sender=Match, match=match, now=now)
    return match


def _check_host(host: User, time_control: TimeControl) -> None:
    # Handle a host's simultaneous forms one after another, so that no form counts twice.
    User.objects.select_for_update(no_key=True).get(pk=host.pk)
    if not is_offered(time_control):
        raise Refused("no_such_time_control", _("Choose one of the clocks offered, and as many excuses as it allows."))
    if Match.objects.filter(host=host, status=Match.Status.OPEN).count() >= OPEN_AT_ONCE:
        raise Refused(
            "too_many_open",
            _("You have {count} tables waiting for players. Fill or close one first.").format(count=OPEN_AT_ONCE),
        )
    if _alone(host).count() >= ALONE_AT_ONCE:
        raise Refused(
            "too_many_alone",
            _("You play {count} matches with bots alone. Finish or resign one first.").format(count=ALONE_AT_ONCE),
        )


def _alone(host: User) -> QuerySet[Match]:
    """The running matches that a host plays with bots of the site and nobody else."""
    with_others = Seat.objects.filter(match=OuterRef("pk")).exclude(Q(user=host) | Q(user__kind=UserKind.HOUSE))
    running = Match.objects.filter(host=host, status__in=Match.GOING_ON)
    return running.exclude(Exists(with_others))


def _seat(match: Match, number: int, user: User, contribution: str, now: datetime) -> None:
    Seat.objects.create(
        match=match,
        number=number,
        user=user,
        **words_of_seat(contribution),
        joined_at=now,
        excuses_left=match.excuses,
    )


def _offer(match: Match, number: int, spec: SeatSpec, host: User, now: datetime) -> None:
    """Create a seat as the host chose it."""
    if spec.kind == "bot":
        taken = match.seats.filter(user__isnull=False).values_list("user_id", flat=True)
        player = get_or_create_house_player(brain=spec.name, slug=match.game, without=list(taken))
        _seat(match, number, player, "", now)
    elif spec.kind == "named":
        invited = _met(spec.user, host, spec.user.username) if spec.user else _invited(spec.name.strip(), host)
        refuse_beside_oneself(match, invited)
        _refuse_often(invited, host, now)
        Seat.objects.create(
            match=match,
            number=number,
            offer=Seat.Offer.NAMED,
            invited=invited,
            excuses_left=match.excuses,
        )
    elif spec.kind in (Seat.Offer.OPEN, Seat.Offer.LINK):
        Seat.objects.create(match=match, number=number, offer=spec.kind, excuses_left=match.excuses)
    else:
        raise Refused(
            "no_such_kind_of_seat", _("A seat is open, for the invitation link, for a player by name, or for a bot.")
        )


def _invited(name: str, host: User) -> User:
    user = user_by_name(name=name)
    if user is None or user.kind not in (UserKind.PERSON, UserKind.BOT):
        raise _nobody(name)
    if user == host:
        raise Refused("own_name", _("You already have a seat. Name another player."))
    return _met(user, host, name)


def _met(user: User, host: User, called: str) -> User:
    """Return the user if the host may invite them. Raises `Refused`, hiding that the user blocked the host."""
    if has_blocked(user=host, other=user):
        words = _("You have blocked {name}. Lift the block, or name another.")
        raise Refused("blocked_by_you", words.format(name=user.display_name))
    if has_blocked(user=user, other=host):
        raise _nobody(called)
    return user


def _refuse_often(user: User, host: User, now: datetime) -> None:
    """Raise `Refused` if the host offered this user, or people in all, many seats today that they did not take.

    It does not matter whether a bot or somebody else has taken the seat since.
    """
    offered = Seat.objects.filter(
        match__host=host, match__created_at__gt=now - timedelta(days=1), invited__isnull=False
    )
    vain = offered.exclude(user=F("invited"))
    if vain.filter(invited=user).count() >= INVITED_A_DAY:
        raise Refused(
            "invited_often",
            _("You invited {name} often enough today. Name another, or wait a day.").format(name=user.display_name),
        )
    if vain.count() >= INVITED_IN_ALL_A_DAY:
        raise Refused(
            "many_invited", _("You invited many people today who did not come. Open the table to all instead.")
        )


def _nobody(name: str) -> Refused:
    words = _("Nobody called “{name}” can be invited. Check the spelling, or name another.")
    return Refused("no_such_player", words.format(name=name))


def get_or_create_house_player(*, brain: str, slug: str, without: Sequence[int]) -> User:
    """Return a bot with this brain that is not at the table yet, creating one if needed."""
    if brain not in levels_of(GAMES[slug]):
        raise Refused("no_such_bot", choose_bot_words(GAMES[slug]))
    players = User.objects.filter(kind=UserKind.HOUSE, brain=brain).exclude(pk__in=without).order_by("pk")
    if free := players.first():
        return free
    # Lock the site's first user, so that one table at a time creates bots: tables that start at the same
    # moment need the same names, and could deadlock if they took several names in different orders.
    User.objects.select_for_update(no_key=True).order_by("pk").first()
    if free := players.first():
        return free
    names = (f"{brain.capitalize()}-{number}" for number in count(1))
    # A closed account keeps its name.
    name = next(name for name in names if not User.objects.filter(name_look=look_of(name)).exists())
    user = User(username=name, kind=UserKind.HOUSE, brain=brain)
    user.set_unusable_password()
    user.save()
    return user


def join_match(*, match_id: int, user: User, token: str, contribution: str, now: datetime) -> Match:
    """Take a free seat; the match starts when the table is full. Raises `Match.DoesNotExist` and `Refused`."""
    with transaction.atomic():
        match = lock_match(match_id)
        _refuse_unless_open(match)
        if match.seats.filter(user=user).exists():
            raise Refused("already_seated", _("You already have a seat at this table."))
        check_confirmed(user, rated=match.rated)
        refuse_beside_oneself(match, user)
        seat = _free_seat(match, user, token, now)
        _sit_down(seat, user, contribution, now)
        withdraw_invitations(match=match, user=user, now=now)
        _begin_if_full(match, now)
        live.push_table(match.pk, _user_ids(match))
    return match


def _sit_down(seat: Seat, user: User | None, contribution: str, now: datetime | None) -> None:
    """Give a free seat to a user, or free it again. Everyone who sits down makes a new commitment."""
    seat.user, seat.joined_at = user, now
    for name, value in words_of_seat(contribution).items():
        setattr(seat, name, value)
    seat.save()


def _refuse_unless_open(match: Match) -> None:
    if match.status != Match.Status.OPEN:
        raise Stale("match_started", _("This table has started already or was closed. Find another in the list."))
    if match.awaits_beacon:
        # A player who could leave now would know the dice.
        raise Stale("match_starting", _("All seats are taken and the match starts in a moment. Load the table again."))


def _free_seat(match: Match, user: User, token: str, now: datetime) -> Seat:
    """Return the best seat for a newcomer: one kept for them, then one for the link, then any open one."""
    outside = match.members_only and not is_admitted(match.pk, user.pk)
    if outside or is_kept_out(match, user):
        raise Forbidden("no_seat_for_you", NO_SEAT)
    free = match.seats.filter(user__isnull=True).order_by("number")
    by_link = match.is_invitation(token)
    found = free.filter(invited=user).first()
    if found is None and by_link:
        found = free.filter(offer=Seat.Offer.LINK).first()
    if found is None and is_for_people(match, user) and not by_link:
        raise Forbidden("people_only", PEOPLE_ONLY)
    if found is None and (by_link or not match.private or is_admitted(match.pk, user.pk)):
        found = free.filter(offer=Seat.Offer.OPEN).first()
    if found is None:
        raise Forbidden("no_seat_for_you", NO_SEAT)
    if found.invited_id != user.pk and not by_link:
        refuse_unfit(match, user, now)
    return found


def is_kept_out(match: Match, user: User, *, besides: Seat | None = None) -> bool:
    """True if a block exists between a user and someone at a table; `besides` is the seat being given up.

    Blocks do not count while names are hidden: a user could otherwise find out who sits there by blocking
    players one by one and trying to join.
    """
    if match.names_hidden:
        return False
    seats = match.seats.exclude(pk=besides.pk) if besides else match.seats.all()
    hosts = [] if besides else [match.host_id]
    return may_not_meet(user=user, others=[*hosts, *seats.values_list("user_id", flat=True)])


def is_for_people(match: Match, user: User) -> bool:
    """True if the table's open seats are closed to this user: bot accounts join rated matches by invitation only."""
    return match.rated and user.kind == UserKind.BOT


def refuse_beside_oneself(match: Match, user: User) -> None:
    """Raise `Forbidden` if a match counts and another account of the same person sits at its table."""
    if match.rated and match.seats.filter(user__in=selves(user) - {user.pk}).exists():
        raise Forbidden("own_account", OWN_ACCOUNT)


def check_confirmed(user: User, *, rated: bool = True) -> None:
    """Raise `Forbidden` if a user with an unconfirmed address wants a seat whose result counts."""
    if rated and awaits_confirmation(user):
        raise Forbidden("address_not_confirmed", UNCONFIRMED)


def _begin_if_full(match: Match, now: datetime) -> None:
    if not match.seats.filter(user__isnull=True).exists():
        withdraw_invitations(match=match, now=now)
        begin_or_wait(match=match, now=now)


def leave_match(*, match_id: int, user: User, now: datetime) -> Match:
    """Leave a table before the start; a host who leaves closes it."""
    with transaction.atomic():
        match = lock_match(match_id)
        _refuse_unless_open(match)
        seat = match.seats.filter(user=user).first()
        if seat is None:
            raise Forbidden("not_your_seat", _("You have no seat at this table."))
        user_ids = _user_ids(match)
        if match.host_id == user.pk:
            match.status, match.ended_at = Match.Status.CALLED_OFF, now
            match.save()
            withdraw_invitations(match=match, now=now)
        else:
            _sit_down(seat, None, "", None)
        live.push_table(match.pk, user_ids)
        push_access([user.pk])
    return match


def start_match(*, match_id: int, user: User, now: datetime, level: str = USUAL) -> Match:
    """Let the host start at once; bots of a level take the free seats."""
    with transaction.atomic():
        match = lock_match(match_id)
        _refuse_unless_open(match)
        if match.host_id != user.pk:
            raise Forbidden("not_the_host", _("Only the host can begin with bots. Wait until the table is full."))
        for seat in match.seats.filter(user__isnull=True):
            _fill_with_bot(match, seat, level, now)
        _begin_if_full(match, now)
    return match


def _fill_with_bot(match: Match, seat: Seat, level: str, now: datetime) -> None:
    taken = list(match.seats.filter(user__isnull=False).values_list("user_id", flat=True))
    player = get_or_create_house_player(brain=level, slug=match.game, without=taken)
    _sit_down(seat, player, "", now)


def _user_ids(match: Match) -> list[int]:
    return [user_id for user_id in match.seats.values_list("user_id", flat=True) if user_id]
