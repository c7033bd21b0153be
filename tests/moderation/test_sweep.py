"""What the sweep finds is done row by row: a bad one does not stop the others."""

import logging
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import BotAccount, User
from accounts.security.suspension import FOR_GOOD
from matches.models import Match, Seat
from moderation.action import Target
from moderation.models import AuditRow
from moderation.services import suspensions
from moderation.services.reports import claim_report, make_report, sweep_claims
from moderation.services.seals import ask_for_seal, break_seal, tell_of_seals
from moderation.services.suspensions import sweep_suspensions
from moderation.tasks import sweep
from tests.matches.tables import NOON, person, table_of
from tests.moderation.desk import done, moderator

pytestmark = pytest.mark.django_db


class Broken(Exception):
    """What a bad row does."""


def test_one_bad_account_does_not_keep_the_seats_of_others(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    _, (ana, ben, _) = table_of("ana", "ben", "cleo")
    for user in (ana, ben):
        done(moderator(), "suspend", Target(user=user), days=7, words="So.")
    Seat.objects.update(stand_in="")
    accounts_of = suspensions.accounts_of

    def all_but_the_first(user: User) -> list[User]:
        if user == ana:
            raise Broken("of ana's hand")
        return accounts_of(user)

    monkeypatch.setattr(suspensions, "accounts_of", all_but_the_first)
    with caplog.at_level(logging.ERROR):
        assert sweep_suspensions(now=NOON) == 1
    assert f"user {ana.pk} could not be swept: Broken" in caplog.text
    assert "hand" not in caplog.text


def queries_of_a_sweep() -> int:
    """The number of queries of a sweep that finds no seat to hold."""
    with CaptureQueriesContext(connection) as asked:
        assert sweep_suspensions(now=NOON) == 0
    return len(asked)


def test_the_suspended_cost_nothing_once_their_seats_are_held() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    done(moderator(senior=True), "suspend-for-good", Target(user=ana), words="So.")
    assert match.seats.get(user=ana).stand_in
    few = queries_of_a_sweep()
    for number in range(50):
        done(moderator(senior=True), "suspend-for-good", Target(user=person(f"ex-{number}")), words="So.")
    assert User.objects.filter(suspended_until=FOR_GOOD).count() == 51
    assert queries_of_a_sweep() == few == 1


def test_the_seats_of_a_suspended_users_bots_are_held_too() -> None:
    ana, robot = person("ana"), person("robot")
    BotAccount.objects.create(user=robot, owner=ana)
    done(moderator(senior=True), "suspend-for-good", Target(user=ana), words="So.")
    match, _ = table_of("robot", "ben", "cleo")
    assert sweep_suspensions(now=NOON) == 1
    assert match.seats.get(user=robot).stand_in


def test_one_bad_grant_does_not_keep_news_from_the_others(caplog: pytest.LogCaptureFixture) -> None:
    mona = moderator(senior=True)
    grants = []
    for names in (("ana", "ben"), ("cleo", "dora")):
        match, _ = table_of(*names, "emil")
        grant = ask_for_seal(match=match, actor=mona, category="abuse", reason="So.", now=NOON)
        break_seal(grant_id=grant.pk, actor=mona, now=NOON)
        grants.append(grant)
    grants[0].refresh_from_db()
    type(grants[0]).objects.filter(pk=grants[0].pk).update(audit_number=AuditRow.objects.count() + 9)
    Match.objects.update(status=Match.Status.FINISHED, ended_at=NOON)
    assert tell_of_seals(now=NOON) == 1
    assert person("cleo").notices.filter(topic__startswith="moderation:").exists()
    assert f"Seal grant {grants[0].pk} could not be swept" in caplog.text


def _leaves(user: User) -> None:
    user.groups.clear()


def _is_suspended(user: User) -> None:
    User.objects.filter(pk=user.pk).update(suspended_until=FOR_GOOD)


def _is_shut(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


def _sits_down(user: User) -> None:
    match = Match.objects.get()
    match.seats.filter(number=0).update(user=user)


@pytest.mark.parametrize("becomes", [_leaves, _is_suspended, _is_shut, _sits_down])
def test_a_report_whose_moderator_can_settle_it_no_more_goes_back_to_all(becomes: Callable[[User], None]) -> None:
    match, _ = table_of("ana", "ben", "cleo")
    mona, nora = moderator(), moderator("nora")
    report = make_report(reporter=person("dora"), target=Target(match=match), category="abuse", words="Look.", now=NOON)
    claim_report(report_id=report.pk, actor=mona, now=NOON)
    assert sweep_claims(now=NOON) == 0
    becomes(mona)
    sweep()
    report.refresh_from_db()
    assert (report.claimed_by, report.claimed_at) == (None, None)
    assert claim_report(report_id=report.pk, actor=nora, now=NOON).claimed_by == nora
