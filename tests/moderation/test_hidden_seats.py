"""What a moderator tries at a table without names tells them of nobody who sits there."""

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from accounts.models import User
from games.models import Match
from moderation.action import Target
from tests.games.tables import NOON, table_of
from tests.games.test_two_worlds import MASKED
from tests.moderation.desk import done, moderator

pytestmark = pytest.mark.django_db
SAID = {"category": "abuse", "reason": "It was seen.", "days": "7", "words": "Mind your words."}
NAMES = ("ana", "ben", "cleo")
Seen = dict[str, tuple[int, str, bytes]]


@pytest.fixture(autouse=True)
def _one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


@pytest.fixture
def match() -> Match:
    """A table without names."""
    return table_of(*NAMES, anonymous=True)[0]


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def answers(user: User, *paths: str) -> Seen:
    """How the desk answers each address, asked and sent; what was sent is taken back again."""
    seen = {}
    for path in paths:
        for verb, reply in (("asked", client_of(user).get(path)), ("sent", _sent(client_of(user), path))):
            seen[f"{path} {verb}"] = (reply.status_code, reply.get("Location", ""), MASKED.sub(b"-", reply.content))
    return seen


def _sent(client: Client, path: str) -> HttpResponse:
    with transaction.atomic():
        reply: HttpResponse = client.post(path, SAID)
        transaction.set_rollback(True)
    return reply


def test_a_muting_by_the_seat_shows_on_no_page_by_name(match: Match) -> None:
    mona = moderator()
    paths = [path for name in NAMES for path in (f"/moderation/player/{name}/", f"/moderation/act/mute/?player={name}")]
    before = answers(mona, *paths)
    done(mona, "mute", Target(match=match, seat=match.seats.get(number=1)), days=30, words="Mind your words.")
    assert answers(mona, *paths) == before
