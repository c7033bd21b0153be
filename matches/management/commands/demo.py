"""`manage.py demo`: three people, one of them an organiser, two bots and a match that waits for one of them."""

from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import Group
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from accounts.models import User
from games.rules.registry import GAMES
from games.services.bots import bots_play
from games.services.lobby import SeatWish, match_create
from games.services.rounds import round_resolve
from games.terms import Clock, Manners

PEOPLE = ("ana", "ben", "cleo")
PASSWORD = "piecepack"  # noqa: S105 - the log-in page of the embedded demo shows it
DAY = 24 * 3600


class Command(BaseCommand):
    """Makes the demo once; run again it changes nothing."""

    help = "Make the people, bots and first match of the embedded demo."

    def handle(self, *args: Any, **options: Any) -> None:
        """Make what is not there yet."""
        if not settings.DEMO:
            raise CommandError("The demo's passwords are public, so it is made on an embedded site only.")
        if User.objects.filter(username__in=PEOPLE).exists():
            return
        people = [_person(name) for name in PEOPLE]
        people[0].groups.add(Group.objects.get_or_create(name="organisers")[0])
        _first_match(people[0])


def _person(name: str) -> User:
    user = User.objects.create_user(username=name, email=f"{name}@example.org", password=PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def _first_match(host: User) -> None:
    """A match of Bid! against both bots, in which only the host is still to answer."""
    match = match_create(
        host=host,
        slug="bid",
        options=GAMES["bid"].Options(),
        seats=[SeatWish("bot", "steady"), SeatWish("bot", "random")],
        clock=Clock(DAY),
        manners=Manners(),
        contribution="",
        now=timezone.now(),
    )
    bots_play(match_id=match.pk, now=timezone.now())
    round_resolve(match_id=match.pk, now=timezone.now())
