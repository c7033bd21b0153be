"""The small world of the permission matrix: tables in each state, a ladder, a cup, and a user of every role."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from accounts.identity.blocks import block_user
from accounts.identity.bot_accounts import create_bot_account
from accounts.identity.services import create_guest
from accounts.models import User
from accounts.security.suspension import FOR_GOOD
from accounts.security.tokens import create_token
from api.scopes import Scope
from clubs.models import Club
from clubs.services.chat import write_club_message
from clubs.services.founding import found_club, make_link
from clubs.services.joining import join_club
from engine.table_settings import TableSettings, TimeControl
from foundation.language import read_by
from ladders.models import Challenge, ChallengeSeat, Season, Tournament
from ladders.services.tournaments import Plan, make_tournament
from matches.chat.write import write_message
from matches.lobby.tables import SeatSpec, create_match
from matches.models import FormerHolder, Match, Seat
from matches.play.replays import import_replay
from moderation.action import Target
from moderation.models import SavedAnswer, Signal
from moderation.services.reports import make_report
from moderation.services.seals import ask_for_seal
from notifications.enums import Channel
from notifications.models import KeptMail
from notifications.services.devices import renew_feed
from notifications.stopping import stop_token
from rights.services.archives import ask_for_archive, make_archive
from tests.accounts.factors import key_given, safely_in
from tests.accounts.people import person
from tests.ladders.play import CLOCK, ladder_of, organiser, play_to_the_end
from tests.matches.tables import DAY, NOON, SOME_GAME, table_of
from tests.moderation.desk import done

SAFE = {
    "SECOND_FACTOR_AREAS": ("admin", "moderation"),
    "ACCOUNT_RATE_LIMITS": {},
    "OUTGOING_TO_PRIVATE": True,
}
"""The gate is in place, nothing is refused for being asked often, and webhooks may lead to this machine."""
STATES = ("running", "private", "waiting", "over")
"""The table of each state is ana's and ben's; ana is its host."""


class World:
    """Who and what there is, and the log-in of every role."""

    def __init__(self, elsewhere: str) -> None:
        self.elsewhere = elsewhere
        """The URL of a machine that accepts posts."""
        self.handler = Client(raise_request_exception=False).handler
        self.ana, self.ben = person("ana"), person("ben")
        self.tables = {state: self._table(state) for state in STATES}
        self.pieces = {
            state: table_of("ana", "ben", "ivo", slug="bid", private=state == "private")[0] for state in STATES[:2]
        }
        """Tables of a game that is played with the piecepack."""
        self.elsa = table_of("elsa", "erik", "emma")[1][0].pk
        self.ladder = ladder_of([self.ben, self.ana, User.objects.get(pk=self.elsa)])
        self.challenge, self.season, self.cup = self._challenge(), self._season(), self._cup()
        self.club = self._club()
        self.token = create_token(user=self.ana, name="mine", scopes=tuple(Scope), days=30, now=NOON)[0]
        self.robot = create_bot_account(owner=self.ana, name="Robo", about="", link="", now=NOON).user
        self.mail = KeptMail.objects.create(sender="a@example.org", subject="Hello", made_at=NOON)
        self.key = key_given(self.ben)
        self.keys = self._keys()
        self.cookies = {role: self._cookies(role) for role in BROWSERS}
        make_archive(archive_id=ask_for_archive(user=self.ana, now=NOON).pk, now=NOON)
        self.log_in = UserSession.objects.get(user=self.ana)
        self.desk = self._desk()
        self.tokens = {role: self._token(role) for role in BOT_ACCOUNTS}

    def client(self) -> Client:
        """A browser. All share one handler, as making another one reads every static file."""
        client = Client(raise_request_exception=False)
        client.handler = self.handler
        return client

    def _table(self, state: str) -> Match:
        if state == "waiting":
            seats = [SeatSpec("open"), SeatSpec("open")]
            settings: dict[str, Any] = {
                "time_control": TimeControl(DAY),
                "table_settings": TableSettings(),
                "contribution": "",
                "now": NOON,
            }
            return create_match(
                host=self.ana, slug=SOME_GAME.slug, options=SOME_GAME.Options(), seats=seats, **settings
            )
        match, _ = table_of("ana", "ben", slug="plaque-auction", private=state == "private")
        if state == "over":
            play_to_the_end(match.pk, NOON)
        return match

    def _keys(self) -> dict[str, str]:
        """The secret parts of addresses that open by them: of a replay and of feeds and mails, all of ana's."""
        self.record = Client().get(f"/table/{self.tables['over'].pk}/match.json").content
        with read_by(self.ana):
            replay = import_replay(owner=self.ana, data=self.record, now=NOON).token
        feed = renew_feed(user=self.ana, now=NOON)
        shown = dict.fromkeys(
            (f"matches:replay_{name}" for name in ("shown", "step", "svg", "remove", "play_on")), replay
        )
        return (
            shown
            | dict.fromkeys(("matches:feed_deadlines", "matches:feed_turns", "clubs:feed"), feed)
            | {"notifications:stop": stop_token(user=self.ana, kind="turn", channel=Channel.MAIL)}
            | {"clubs:invited": self.club.link_token}
            | dict.fromkeys(("api:replay", "api:replay_play_on"), replay)
        )

    def _challenge(self) -> Challenge:
        division = self.ladder.divisions.get()
        times = {"made_at": NOON, "expires_at": NOON + timedelta(days=3)}
        made = Challenge.objects.create(ladder=self.ladder, division=division, challenger=self.ben, **times)
        ChallengeSeat.objects.create(challenge=made, user=self.ben, accepted_at=NOON)
        ChallengeSeat.objects.create(challenge=made, user=self.ana)
        return made

    def _season(self) -> Season:
        return Season.objects.create(ladder=self.ladder, title="Spring", starts_at=NOON, ends_at=NOON)

    def _cup(self) -> Tournament:
        later = NOON + timedelta(days=2)
        plan = Plan(
            title="The cup",
            slug=SOME_GAME.slug,
            options=SOME_GAME.Options(),
            kind="swiss",
            seats=4,
            time_control=CLOCK,
            starts_at=later,
        )
        return make_tournament(by=organiser(), plan=plan, now=NOON)

    def _club(self) -> Club:
        """A club that ana owns and ben belongs to. Elsa asks to join it."""
        made = found_club(user=self.ana, title="The den", about="We play.", joining="open", now=NOON)
        join_club(number=made.pk, user=self.ben, token="", now=NOON)
        Club.objects.filter(pk=made.pk).update(joining="request")
        join_club(number=made.pk, user=User.objects.get(pk=self.elsa), token="", now=NOON)
        make_link(number=made.pk, user=self.ana, days=30, now=timezone.now())
        write_club_message(number=made.pk, user=self.ana, text="Hello", now=timezone.now())
        return Club.objects.get(pk=made.pk)

    def _desk(self) -> dict[str, int]:
        """What moderators have on their desk, by the word with which its addresses begin."""
        elsa, mo, sena, wim = (User.objects.get(username=name) for name in ("elsa", "mo", "sena", "wim"))
        table = Target(match=self.tables["running"])
        for state in ("running", "private"):
            write_message(match_id=self.tables[state].pk, user=self.ana, room="players", text="You fool", now=NOON)
        report = make_report(reporter=elsa, target=table, category="abuse", words="Look at this.", now=NOON).pk
        grant = ask_for_seal(
            match=self.tables["running"], actor=sena, category="collusion", reason="Odd bids.", now=NOON
        ).pk
        answer = SavedAnswer.objects.create(title="Thanks", text="We have looked.").pk
        done(mo, "rename", Target(user=wim))
        erik = User.objects.get(username="erik")
        signal = Signal.objects.create(kind="shared", one=elsa, other=erik, strength=1, words="So.", at=NOON)
        on_report = dict.fromkeys(("report", "claim", "hand", "close"), report)
        return {**on_report, "seal": grant, "answer": answer, "signal": signal.pk}

    def _cookies(self, role: str) -> dict[str, str]:
        client = BROWSERS[role]()
        client.get("/muted/")  # its first page notes where it is logged in
        return {name: morsel.value for name, morsel in client.cookies.items()}

    def _token(self, role: str) -> str:
        if role == "nobody":
            return ""
        name, scopes = BOT_ACCOUNTS[role]
        user = organiser() if name == "olga" else User.objects.get(username=name)
        return create_token(user=user, name=role, scopes=scopes, days=30, now=NOON)[1]


def _of(name: str, *groups: str) -> Client:
    """A browser in which a person is logged in."""
    user = person(name) if not User.objects.filter(username=name).exists() else User.objects.get(username=name)
    user.groups.add(*(Group.objects.get_or_create(name=group)[0] for group in groups))
    client = Client()
    client.force_login(user)
    return client


def _guest() -> Client:
    client = Client()
    client.force_login(create_guest(zone="", now=NOON))
    return client


def _of_office(name: str, *groups: str, **powers: bool) -> Client:
    """A browser of a privileged user with a second factor."""
    user = person(name, **powers)
    user.groups.add(*(Group.objects.get_or_create(name=group)[0] for group in groups))
    return safely_in(user)


BROWSERS = {
    "visitor": Client,
    "guest": _guest,
    "host": lambda: _of("ana"),
    "player": lambda: _of("ben"),
    "elsewhere": lambda: _of("elsa"),
    "watcher": lambda: _of("wim"),
    "organiser": lambda: _of("olga", "organisers"),
    "moderator": lambda: _of_office("mo", "moderators"),
    "senior": lambda: _of_office("sena", "moderators", "senior moderators"),
    "careless": lambda: _of("cara", "senior moderators"),
    "staff": lambda: _of_office("stan", is_staff=True, is_superuser=True),
}
"""Every role that pages may tell apart. The careless one has power, but no second factor."""


def _mute(world: World) -> None:
    User.objects.filter(pk=world.ben.pk).update(silenced_until=FOR_GOOD)


def _suspend(world: World) -> None:
    User.objects.filter(pk=world.ben.pk).update(suspended_until=FOR_GOOD, suspended_why="Abuse")


def _block(world: World) -> None:
    block_user(user=world.ana, other=User.objects.get(username="elsa"), now=NOON)


def _has_played(world: World) -> None:
    """At every table, and plays with elsa now."""
    sena = User.objects.get(username="sena")
    for match in world.tables.values():
        seat = match.seats.get(number=0)
        FormerHolder.objects.create(match=match, seat=seat, user=sena, left_at=NOON)
    Seat.objects.filter(user__username="emma").update(user=sena)


Fate = tuple[str, Callable[[World], None]]
FATES: dict[str, Fate] = {
    "muted": ("player", _mute),
    "suspended": ("player", _suspend),
    "blocked": ("elsewhere", _block),
    "partial": ("senior", _has_played),
}
"""Roles that another becomes: muted, suspended, blocked by the host, a moderator with an interest."""
FATES_OF_PROGRAMS = {role: fate for role, fate in FATES.items() if role != "partial"}
OFFICE = ("moderator", "senior", "staff", "partial")
"""Who works at the moderators' desk, or would."""

ALL: Sequence[Scope] = tuple(Scope)
BOT_ACCOUNTS: dict[str, tuple[str, Sequence[Scope]]] = {
    "nobody": ("", ()),
    "host": ("ana", ALL),
    "player": ("ben", ALL),
    "reads": ("ben", (Scope.READ,)),
    "plays": ("ben", (Scope.PLAY,)),
    "chats": ("ben", (Scope.CHAT,)),
    "elsewhere": ("elsa", ALL),
    "bot": ("Robo", ALL),
    "organiser": ("olga", ALL),
    "staff": ("stan", ALL),
}
"""Every kind of token: its owner and its purpose."""
