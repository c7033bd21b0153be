"""What people write reaches others without characters that a terminal acts on or that turn other text round."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.identity.bot_accounts import create_bot_account
from clubs.services.chat import write_club_message
from clubs.services.founding import found_club
from foundation.errors import Refused
from foundation.sanitise import UNSEEN, sanitised
from foundation.vault import unseal
from ladders.services.seasons import open_season
from matches.chat.write import write_message, write_note
from matches.log.seeds import words_of_seat
from matches.models.social import Note
from moderation.action import Target
from moderation.services.reports import make_report
from tests.accounts.people import person
from tests.clubs.founded import club_of
from tests.ladders.play import ladder_of, organiser, people, tournament_of
from tests.matches.tables import NOON, table_of

pytestmark = pytest.mark.django_db
WRITTEN = " \x1b[2JTea\u202e at\x00 \u2067five\x9b\x7f\r\nor six 👩\u200d🚀\t! "
KEPT = "[2JTea at five\nor six 👩\u200d🚀\t!"


def in_a_chat() -> str:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    return write_message(match_id=match.pk, user=ana, room="players", text=WRITTEN, now=NOON).text


def in_a_note() -> str:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    write_note(match=match, user=ana, text=WRITTEN, now=NOON)
    return unseal(bytes(Note.objects.get().sealed), str)


def in_the_chat_of_a_club() -> str:
    club = club_of("ana")
    return write_club_message(number=club.pk, user=club.memberships.get().user, text=WRITTEN, now=NOON).text


def of_a_club() -> str:
    return found_club(user=person("ana"), title="The den", about=WRITTEN, joining="open", now=NOON).about


def in_a_report() -> str:
    target = Target(user=person("ben"))
    return make_report(reporter=person("ana"), target=target, category="abuse", words=WRITTEN, now=NOON).words


def in_words_for_the_shuffle() -> str:
    return words_of_seat(WRITTEN)["contribution"]


def of_a_bot_account() -> str:
    return create_bot_account(owner=person("ana"), name="robo", about=WRITTEN, link="", now=NOON).about


@pytest.mark.parametrize(
    "written",
    [in_a_chat, in_a_note, in_the_chat_of_a_club, of_a_club, in_a_report, of_a_bot_account, in_words_for_the_shuffle],
)
def test_nobody_writes_what_moves_the_text_of_others(written: Callable[[], str]) -> None:
    assert written() == KEPT


NAMED = "The\x1b]0; quiet\u202e\r\n den\u2069"


def of_a_season(title: str) -> str:
    until = NOON + timedelta(days=40)
    number, by = ladder_of([], title=f"For {len(title)} letters").pk, organiser()
    return open_season(ladder_id=number, by=by, title=title, starts_at=NOON, ends_at=until, now=NOON).title


@pytest.mark.parametrize(
    "named",
    [
        lambda title: club_of("ana", title=title).title,
        lambda title: ladder_of([], title=title).title,
        lambda title: tournament_of(people(4), title=title).title,
        of_a_season,
    ],
)
def test_the_name_of_what_people_found_is_one_line_without_them(named: Callable[[str], str]) -> None:
    assert named(NAMED) == "The]0; quiet den"
    for unseen in ("\u202e \u2066", "\u200b\u2060 \ufeff"):
        with pytest.raises(Refused) as refused:
            named(unseen)
        assert refused.value.code == "title_missing"


def test_so_are_those_of_divisions() -> None:
    made = ladder_of([], divisions=[NAMED, "\u202e"])
    assert [one.title for one in made.divisions.all()] == ["The]0; quiet den"]


@pytest.mark.parametrize(
    "letters", ["שלום \u200f(1)", "مرحبا", "ก\u200bข", "a\u0301", "🏴\U000e0067\U000e007f", "a\n\tb"]
)
def test_what_languages_need_stays(letters: str) -> None:
    assert sanitised(letters) == letters
    assert not UNSEEN.search(letters)
