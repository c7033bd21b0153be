"""Clubs for tests, by the real services."""

from datetime import datetime

from django.test import Client
from django.utils import timezone

from clubs.models import Club, ClubMessage, Membership, Role
from clubs.services.founding import found_club
from clubs.services.joining import join_club
from tests.matches.tables import NOON, person


def club_of(*names: str, joining: str = "request", title: str = "The den", now: datetime = NOON) -> Club:
    """A club of these people, of whom the first is the owner."""
    club = found_club(user=person(names[0]), title=title, about="We play.", joining="open", now=now)
    for name in names[1:]:
        join_club(number=club.pk, user=person(name), token="", now=now)
    Club.objects.filter(pk=club.pk).update(joining=joining)
    return Club.objects.get(pk=club.pk)


def words_of(client: Client, path: str) -> str:
    """The text of a page, with its spaces made single."""
    return " ".join(client.get(path).content.decode().split())


def roles(club: Club) -> dict[str, str]:
    """The members of a club by name, with their roles."""
    return dict(club.memberships.values_list("user__username", "role"))


def club_beside(number: int) -> None:
    """A club of this number, which ana owns and ben belongs to."""
    made = Club.objects.create(pk=number, title="The den", founded_at=NOON)
    Membership.objects.create(club=made, user=person("ana"), role=Role.OWNER, joined_at=NOON)
    Membership.objects.create(club=made, user=person("ben"), joined_at=NOON)
    ClubMessage.objects.create(club=made, number=1, author=person("ana"), text="Hello", at=timezone.now())
