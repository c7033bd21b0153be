"""What the desk shows of hostile texts, and what its open forms still do for who may no longer send them."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.security.suspension import FOR_GOOD
from clubs.services.chat import write_club_message
from clubs.services.founding import found_club
from matches.chat.write import write_message
from matches.models import Match
from moderation.action import Target
from moderation.models import AuditRow, PlayerNote, Report, SavedAnswer, SealGrant
from moderation.services.reports import make_report
from moderation.services.seals import ask_for_seal
from tests.matches.tables import NOON, person, table_of
from tests.moderation.desk import done, moderator
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db
MARK = "\"'><img src=x onerror=alert(1)><script>alert(1)</script>"
UNSAFE = ("<img src=x", "<script>alert", "onerror=alert(1)>")


@pytest.fixture
def table() -> tuple[Match, list[User]]:
    return table_of("ana", "ben", "cleo")


def reported(match: Match, by: User, of: User) -> Report:
    message = write_message(match_id=match.pk, user=of, room="players", text=MARK, now=NOON)
    return make_report(reporter=by, target=Target(match=match, message=message), category="abuse", words=MARK, now=NOON)


def test_no_text_of_anyone_becomes_part_of_its_pages(table: tuple[Match, list[User]]) -> None:
    match, (ana, ben, _) = table
    mona, otto = moderator(senior=True), moderator("otto", senior=True)
    report = reported(match, ana, ben)
    club = found_club(user=ana, title=MARK[:60], about=MARK, joining="open", now=NOON)
    said = write_club_message(number=club.pk, user=ana, text=MARK, now=NOON)
    make_report(
        reporter=person("emil"), target=Target(club=club, club_message=said), category="abuse", words=MARK, now=NOON
    )
    SavedAnswer.objects.create(title=MARK[:60], text=MARK)
    PlayerNote.objects.create(user=ben, writer=mona, at=NOON, text=MARK)
    done(mona, "warn", Target(user=ben, report=report), words=MARK, reason=MARK)
    client = client_of(otto)
    row = AuditRow.objects.latest("number")
    paths = ["", "?show=closed", f"report/{report.pk}/", f"table/{match.pk}/", f"club/{club.pk}/", "player/ben/"]
    paths += ["player/ana/", "audit/", "answers/", "seals/", "signals/", f"act/hide-message/?report={report.pk}"]
    paths += [f"act/suspend/?player=ben&report={report.pk}", f"undo/{row.number}/"]
    shown = 0
    for path in paths:
        reply = client.get(f"/moderation/{path}")
        text = reply.content.decode()
        assert reply.status_code in (200, 404), path
        shown += "&lt;img src=x" in text
        assert not [part for part in UNSAFE if part in text], path
        assert "'unsafe-inline'" not in reply["Content-Security-Policy"]
    assert shown >= 7, "the texts are there"


def forms(match: Match, report: Report, grant: SealGrant, row: AuditRow) -> dict[str, dict[str, Any]]:
    """All that the desk sends."""
    why = {"category": "abuse", "reason": "Because."}
    return {
        "act/suspend/?player=ben": why | {"days": "7", "words": "Go."},
        f"act/pause/?table={match.pk}": why,
        f"act/seat-bot/?table={match.pk}&seat=0": why,
        f"undo/{row.number}/": {"reason": "Because."},
        f"report/{report.pk}/claim/": {},
        f"report/{report.pk}/hand-over/": {"to": ""},
        f"report/{report.pk}/close/": {"outcome": "nothing", "note": "Nothing."},
        f"table/{match.pk}/seal/": why,
        f"seals/{grant.pk}/judge/": {"agree": "1", "reason": "Yes."},
        "player/ben/": {"text": "A note."},
        "answers/": {"title": "One", "text": "Two"},
        "mine/name/": {"username": "Other"},
    }


def state() -> tuple[object, ...]:
    """All that these forms change."""
    return (
        AuditRow.objects.count(),
        list(Report.objects.values_list("claimed_by", "closed_at")),
        list(SealGrant.objects.values_list("consent_by", "refused_by", "audit_number").order_by("pk")),
        PlayerNote.objects.count(),
        SavedAnswer.objects.count(),
        User.objects.filter(suspended_until=None).count(),
    )


def take_the_right(mona: User, match: Match) -> None:
    mona.groups.clear()


def suspend(mona: User, match: Match) -> None:
    User.objects.filter(pk=mona.pk).update(suspended_until=FOR_GOOD, suspended_why="Abuse")


def seat_there(mona: User, match: Match) -> None:
    match.seats.filter(number=2).update(user=mona)


ELSEWHERE = ("act/suspend/", "player/", "answers/", "undo/", "mine/")
"""What is not about the table."""


@pytest.mark.parametrize("meanwhile", [take_the_right, suspend, seat_there])
def test_a_form_that_is_open_does_nothing_more_for_who_may_no_longer_send_it(
    meanwhile: Callable[[User, Match], None], table: tuple[Match, list[User]]
) -> None:
    match, (ana, ben, _) = table
    mona, otto = moderator(senior=True), moderator("otto", senior=True)
    report = reported(match, ana, ben)
    row = done(otto, "warn", Target(user=person("emil")), words="Mind your words.")
    grant = ask_for_seal(match=match, actor=otto, category="abuse", reason="It looks so.", now=timezone.now())
    client = client_of(mona)
    sent = forms(match, report, grant, row)
    for path in sent:
        assert client.get(f"/moderation/{path}").status_code in (200, 405), path
    meanwhile(mona, match)
    before = state()
    for path, fields in sent.items():
        if meanwhile is seat_there and path.startswith(ELSEWHERE):
            continue
        client.post(f"/moderation/{path}", fields)
        assert state() == before, path


def test_another_site_sends_none_of_its_forms(table: tuple[Match, list[User]]) -> None:
    match, (ana, ben, _) = table
    mona, otto = moderator(senior=True), moderator("otto", senior=True)
    row = done(otto, "warn", Target(user=person("emil")), words="Mind your words.")
    grant = ask_for_seal(match=match, actor=otto, category="abuse", reason="It looks so.", now=timezone.now())
    sent = forms(match, reported(match, ana, ben), grant, row)
    client = Client(enforce_csrf_checks=True)
    client.force_login(mona)
    before = state()
    for path, fields in sent.items():
        assert client.post(f"/moderation/{path}", fields).status_code == 403, path
        assert state() == before
    allowed = client_of(mona)
    for path, fields in sent.items():
        # Whom a report was handed over from does not close it, and mona's own name is not due.
        if not path.endswith(("hand-over/", "mine/name/")):
            allowed.post(f"/moderation/{path}", fields)
            assert state() != before, path
            before = state()


def test_of_two_moderators_who_press_the_same_one_acts(table: tuple[Match, list[User]]) -> None:
    match, (ana, ben, _) = table
    mona, otto = client_of(moderator(senior=True)), client_of(moderator("otto", senior=True))
    report = reported(match, ana, ben)
    why = {"category": "abuse", "reason": "Because."}
    mona.post(f"/moderation/report/{report.pk}/claim/")
    acts = {
        "act/suspend/?player=ben": why | {"days": "7", "words": "Go."},
        f"act/pause/?table={match.pk}": why,
        f"report/{report.pk}/close/": {"outcome": "nothing", "note": "Nothing."},
    }
    for path, fields in acts.items():
        rows = AuditRow.objects.count()
        mona.post(f"/moderation/{path}", fields)
        assert AuditRow.objects.count() > rows, path
        rows = AuditRow.objects.count()
        otto.post(f"/moderation/{path}", fields)
        assert AuditRow.objects.count() == rows, path
    row = AuditRow.objects.get(action="suspend")
    for client in (mona, otto):
        client.post(f"/moderation/undo/{row.number}/", {"reason": "Because."})
    assert AuditRow.objects.filter(undoes=row).count() == 1
