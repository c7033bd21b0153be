"""What a club refuses, on its pages too, and that nothing is changed then."""

from datetime import timedelta

import pytest

from accounts.models import User
from clubs import policy
from clubs.models import Club, ClubMessage
from clubs.services.chat import hide_club_message, show_club_message, take_back_club_message, write_club_message
from clubs.services.founding import change_club, found_club
from clubs.services.members import set_role
from foundation.errors import Refused
from tests.clubs.founded import club_of, roles, words_of
from tests.matches.tables import NOON, person
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db
WORDS = {"title": "The den", "about": "We play.", "joining": "open"}


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"title": " \n "}, "title_missing"),
        ({"title": "x" * (policy.LONGEST_TITLE + 1)}, "title_too_long"),
        ({"about": "x" * (policy.LONGEST_ABOUT + 1)}, "about_too_long"),
        ({"joining": "by magic"}, "no_such_joining"),
    ],
)
def test_a_club_needs_a_name_that_fits_and_a_way_in(changed: dict[str, str], code: str) -> None:
    with pytest.raises(Refused) as refused:
        found_club(user=person("ana"), now=NOON, **(WORDS | changed))
    assert refused.value.code == code and not Club.objects.exists()
    club = club_of("ana")
    with pytest.raises(Refused) as refused:
        change_club(number=club.pk, user=person("ana"), now=NOON, **(WORDS | changed))
    assert refused.value.code == code
    kept = Club.objects.get()
    assert (kept.title, kept.about, kept.joining) == (club.title, club.about, club.joining)


def test_the_longest_name_and_text_are_taken() -> None:
    longest = {"title": "x" * policy.LONGEST_TITLE, "about": "y" * policy.LONGEST_ABOUT}
    found_club(user=person("ana"), now=NOON, **(WORDS | longest))
    assert Club.objects.filter(**longest).exists()


@pytest.mark.parametrize(
    ("name", "role", "code"),
    [
        ("ben", "emperor", "no_such_role"),
        ("cleo", "organiser", "no_such_member"),
        ("ana", "member", "own_role"),
    ],
)
def test_roles_that_nobody_can_have(name: str, role: str, code: str) -> None:
    club = club_of("ana", "ben")
    with pytest.raises(Refused) as refused:
        set_role(number=club.pk, by=person("ana"), user=person(name), role=role, now=NOON)
    assert refused.value.code == code
    assert roles(club) == {"ana": "owner", "ben": "member"}


def test_a_role_that_one_has_already_stays() -> None:
    club = club_of("ana", "ben")
    for name, role in (("ana", "owner"), ("ben", "member")):
        set_role(number=club.pk, by=person("ana"), user=person(name), role=role, now=NOON)
    assert roles(club) == {"ana": "owner", "ben": "member"}


@pytest.mark.parametrize(
    ("text", "code"), [("  \n", "message_empty"), ("x" * (policy.LONGEST_MESSAGE + 1), "text_too_long")]
)
def test_a_message_has_words_and_not_too_many(text: str, code: str) -> None:
    club = club_of("ana")
    with pytest.raises(Refused) as refused:
        write_club_message(number=club.pk, user=person("ana"), text=text, now=NOON)
    assert refused.value.code == code and not ClubMessage.objects.exists()


def take_back(club: Club, user: User, *, minutes: float = 0) -> None:
    take_back_club_message(number=club.pk, user=user, message=1, now=NOON + timedelta(minutes=minutes))


def test_only_its_writer_takes_a_message_back_once_and_soon() -> None:
    club = club_of("ana", "ben")
    write_club_message(number=club.pk, user=person("ben"), text="Hello", now=NOON)
    for user, minutes, code in ((person("ana"), 0, "not_your_message"), (person("ben"), 10, "too_late")):
        with pytest.raises(Refused) as refused:
            take_back(club, user, minutes=minutes)
        assert refused.value.code == code
    take_back(club, person("ben"), minutes=9.9)
    with pytest.raises(ClubMessage.DoesNotExist):
        take_back(club, person("ben"))


def test_a_message_is_hidden_once_and_can_be_shown_again() -> None:
    club = club_of("ana")
    message = write_club_message(number=club.pk, user=person("ana"), text="Hello", now=NOON)
    hide_club_message(message=message, by=person("mod"), now=NOON)
    with pytest.raises(Refused) as refused:
        hide_club_message(message=message, by=person("mod"), now=NOON)
    assert refused.value.code == "hidden_already"
    show_club_message(message=message)
    assert not ClubMessage.objects.exclude(hidden_at=None).exists()


@pytest.mark.parametrize(
    ("path", "fields"),
    [("/clubs/new/", {"title": "", "joining": "open"}), ("/club/1/open-table/", {"game": "no such game"})],
)
def test_a_form_with_a_mistake_is_shown_again_with_it(path: str, fields: dict[str, str]) -> None:
    club = club_of("ana")
    reply = client_of(person("ana")).post(path.replace("/1/", f"/{club.pk}/"), fields)
    assert reply.status_code == 400 and b'aria-invalid="true"' in reply.content
    assert Club.objects.count() == 1


@pytest.mark.parametrize(
    ("joining", "words"), [("open", "You are a member of The den."), ("request", "You have asked to join.")]
)
def test_the_page_says_who_is_in_and_who_has_asked(joining: str, words: str) -> None:
    club, client = club_of("ana", joining=joining), client_of(person("ben"))
    assert client.post(f"/club/{club.pk}/join/").status_code == 302
    assert words in words_of(client, f"/club/{club.pk}/")


def test_a_club_that_is_not_there_cannot_be_joined_or_left() -> None:
    client = client_of(person("ana"))
    assert [client.post(f"/club/999/{act}/").status_code for act in ("join", "leave")] == [404, 404]
