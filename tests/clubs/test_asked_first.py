"""Nobody leaves a club, is removed from one or closes it by a single tap."""

import re

import pytest

from tests.clubs.founded import club_of, words_of
from tests.matches.tables import person
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db


def closed_forms(name: str, path: str) -> list[str]:
    """The buttons that are closed at first, each below what it does."""
    found = re.findall(r'<details class="disclosure">.*?</details>', words_of(client_of(person(name)), path))
    return [re.sub(r"<[^>]+>", "", part.split("<button")[-1].split(">", 1)[1]).strip() for part in found]


def test_leaving_removing_and_closing_are_asked_first() -> None:
    club = club_of("ana", "ben")
    path = f"/club/{club.pk}/"
    assert closed_forms("ana", path) == closed_forms("ben", path) == ["Leave it"]
    assert closed_forms("ana", f"{path}manage/") == ["Remove from the club: ben", "Close the club for good"]
