"""`manage.py demo`: three people, one of them an organiser, two bots and a match that waits for one player."""

from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import Group
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from accounts.models import User
from engine.table_settings import TableSettings, TimeControl
from games.levels import USUAL
from games.registry import GAMES
from matches.bots.play import play_bots
from matches.lobby.tables import SeatSpec, create_match
from matches.rounds.resolve import resolve_round

PEOPLE = ("ana", "ben", "cleo")
PASSWORD = "piecepack"  # noqa: S105 - the log-in page of the embedded demo shows it
DAY = 24 * 3600


class Command(BaseCommand):
    """Create the demo. Running it again changes nothing."""

    help = "Create the people, bots and first match of the embedded demo."

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the demo unless it exists."""
        if not settings.DEMO:
            raise CommandError("The demo's passwords are public, so it can be created on an embedded site only.")
        if User.objects.filter(username__in=PEOPLE).exists():
            return
        people = [_get_or_create_person(name) for name in PEOPLE]
        people[0].groups.add(Group.objects.get_or_create(name="organisers")[0])
        _first_match(people[0])


def demo_address(name: str) -> str:
    """Return the mail address of one of the demo's people, which nobody else can have."""
    return f"{name}@example.org"


def _get_or_create_person(name: str) -> User:
    user = User.objects.create_user(username=name, email=demo_address(name), password=PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def _first_match(host: User) -> None:
    """Create a match of the first game against two bots that waits only for the host."""
    game = next(iter(GAMES.values()))
    match = create_match(
        host=host,
        slug=game.slug,
        options=game.Options(),
        seats=[SeatSpec("bot", USUAL), SeatSpec("bot", "random")],
        time_control=TimeControl(DAY),
        table_settings=TableSettings(),
        contribution="",
        now=timezone.now(),
    )
    play_bots(match_id=match.pk, now=timezone.now())
    resolve_round(match_id=match.pk, now=timezone.now())
