"""Tables with bots in all other seats, which begin at once."""

from datetime import datetime

from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from engine.table_settings import TableSettings, TimeControl
from games.levels import USUAL
from games.registry import GAMES
from matches.lobby.tables import SeatSpec, create_match
from matches.models import Match
from matches.policy import DAY

PACE = TimeControl(14 * DAY)
"""The slowest pace there is: nobody waits."""


def open_bot_table(*, host: User, slug: str, now: datetime) -> Match:
    """Seat the host with as few bots as the game allows. Raises `KeyError` if there is no such game."""
    game = GAMES[slug]
    return create_match(
        host=host,
        slug=slug,
        options=game.Options(),
        seats=[SeatSpec("bot", USUAL)] * (game.players[0] - 1),
        time_control=PACE,
        table_settings=TableSettings(rated=False),
        contribution="",
        now=now,
    )


def guest_welcome(user: User, choice: str) -> str:
    """Open a table of the game that a new guest chose, or else of the first, and return its address."""
    slug = choice if choice in GAMES else next(iter(GAMES))
    match = open_bot_table(host=user, slug=slug, now=timezone.now())
    return reverse("matches:table", args=[match.pk])
