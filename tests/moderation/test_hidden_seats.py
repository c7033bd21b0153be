"""Nothing a moderator tries at an anonymous table reveals who sits there."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from accounts.identity.selectors import selves
from accounts.models import User, UserKind
from accounts.security.suspension import FOR_GOOD
from foundation.errors import Refused
from matches.models import Match
from moderation.action import On, Target, actions_on
from moderation.models import AuditRow, Report
from moderation.selectors.seals import seal_lines
from moderation.services.reports import claim_report, make_report
from moderation.services.seals import ask_for_seal
from tests.matches.tables import NOON, person, table_of
from tests.matches.test_two_worlds import MASKED
from tests.moderation.desk import done, moderator
from tests.support.clients import client_of

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


def answers(user: User, *paths: str) -> Seen:
    """The desk's reply to each URL, by GET and POST; every change is rolled back."""
    seen = {}
    for path in paths:
        for verb, reply in (("asked", client_of(user).get(path)), ("sent", _sent(client_of(user), path))):
            seen[f"{path} {verb}"] = (reply.status_code, reply.get("Location", ""), MASKED.sub(b"-", reply.content))
    return seen


def _sent(client: Client, path: str) -> Any:
    with transaction.atomic():
        reply = client.post(path, SAID)
        transaction.set_rollback(True)
    return reply


def test_a_muting_by_the_seat_shows_on_no_page_by_name(match: Match) -> None:
    mona = moderator()
    paths = [path for name in NAMES for path in (f"/moderation/player/{name}/", f"/moderation/act/mute/?player={name}")]
    before = answers(mona, *paths)
    done(mona, "mute", Target(match=match, seat=match.seats.get(number=1)), days=30, words="Mind your words.")
    assert answers(mona, *paths) == before


def _muted(ben: User) -> None:
    done(person("mona"), "mute", Target(user=ben), days=7, words="Mind your words.")


def _suspended(ben: User) -> None:
    done(person("mona"), "suspend", Target(user=ben), days=7, words="Mind your words.")


def _administrator(ben: User) -> None:
    User.objects.filter(pk=ben.pk).update(is_superuser=True)


def _guest(ben: User) -> None:
    User.objects.filter(pk=ben.pk).update(kind=UserKind.GUEST)


@pytest.mark.parametrize("happens", [_muted, _suspended, _administrator, _guest])
def test_no_form_by_the_seat_tells_what_is_known_of_its_player(match: Match, happens: Callable[[User], None]) -> None:
    mona = moderator("mona", senior=True)
    seat = match.seats.get(user=person("ben")).number
    paths = [f"/moderation/act/{each.slug}/?table={match.pk}&seat={seat}" for each in actions_on(On.PLAYER)]
    before = answers(mona, *paths)
    happens(person("ben"))
    assert answers(mona, *paths) == before


@pytest.mark.parametrize("slug", ["suspend", "suspend-for-good", "rename"])
def test_what_everyone_would_see_is_not_done_by_a_hidden_seat(match: Match, slug: str) -> None:
    """A bot at once at the player's other tables, or another name there, would say who it is."""
    other, _ = table_of(*NAMES)
    mona = moderator("mona", senior=True)
    make_report(
        reporter=person("dora"),
        target=Target(match=match, seat=match.seats.get(number=1)),
        category="abuse",
        words="So.",
        now=NOON,
    )
    path = f"/moderation/act/{slug}/?table={match.pk}&seat=1"
    for reply in (client_of(mona).get(path), client_of(mona).post(path, SAID)):
        assert "Names are hidden at this table, and everyone would see" in reply.content.decode()
    for page in (f"/moderation/table/{match.pk}/", f"/moderation/report/{Report.objects.get().pk}/"):
        offered = client_of(mona).get(page).content.decode()
        assert "/act/mute/" in offered and f"/act/{slug}/" not in offered
    assert not AuditRow.objects.exists() and not other.seats.exclude(stand_in="").exists()
    Match.objects.filter(pk=match.pk).update(ended_at=NOON)
    assert client_of(mona).post(path, SAID).status_code == 302, "names are shown by now"


def test_whether_a_senior_moderator_plays_shows_to_nobody_who_asks_for_a_seal(match: Match) -> None:
    """With two of them, a notice about the second would reveal the first."""
    mona, dora = moderator("mona", senior=True), person("dora")
    seen = [_answer_without_a_second(mona, other, match) for other in (dora, person("ben"))]
    assert seen[0] == seen[1]
    assert seen[0]["stands"] == "Waits for a second moderator." and seen[0]["suspended"] == "no_second"


def _answer_without_a_second(mona: User, other: User, match: Match) -> dict[str, Any]:
    """What a moderator learns by asking for a seal that only one other could grant, even if that one is suspended."""
    path = f"/moderation/table/{match.pk}/seal/"
    with transaction.atomic():
        moderator(other.username, senior=True)
        seen = answers(mona, path)
        ask_for_seal(match=match, actor=mona, category="abuse", reason="They share hands.", now=NOON)
        stands = seal_lines(mona, selves(mona), may=True, now=NOON)[0].stands
        User.objects.filter(pk=other.pk).update(suspended_until=FOR_GOOD)
        with pytest.raises(Refused) as refused:
            ask_for_seal(match=match, actor=mona, category="abuse", reason="They share hands.", now=NOON)
        transaction.set_rollback(True)
    return {**seen, "stands": stands, "suspended": refused.value.code}


@pytest.mark.usefixtures("watched_templates")
def test_whether_a_moderator_plays_shows_to_nobody_who_hands_a_report_over() -> None:
    mona, otto = moderator(), moderator("otto")
    seen = []
    for names in (("ana", "otto", "cleo"), NAMES):
        match, _ = table_of(*names, anonymous=True)
        report = make_report(reporter=person("ana"), target=Target(match=match), category="bug", words="Odd.", now=NOON)
        claim_report(report_id=report.pk, actor=mona, now=NOON)
        assert ">otto<" not in client_of(mona).get(f"/moderation/report/{report.pk}/").content.decode()
        path = f"/moderation/report/{report.pk}/hand-over/"
        reply = client_of(mona).post(path, {"to": str(otto.pk)}, follow=True)
        seen.append([str(message) for message in reply.context["messages"]])
        report.refresh_from_db()
        assert report.claimed_by == mona
        client_of(mona).post(path, {"to": ""})
        report.refresh_from_db()
        assert report.claimed_by is None
    assert seen == [["Names are hidden at this table. Hand the report back to all."]] * 2


def test_the_form_for_a_seal_is_for_who_may_ask() -> None:
    match, _ = table_of("ana", "mona", "cleo")
    assert client_of(moderator("nora")).get(f"/moderation/table/{match.pk}/seal/").status_code == 403
    assert client_of(moderator("mona", senior=True)).get(f"/moderation/table/{match.pk}/seal/").status_code == 403
    assert client_of(moderator("otto", senior=True)).get(f"/moderation/table/{match.pk}/seal/").status_code == 200
