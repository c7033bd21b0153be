"""Anybody reports a table, a player or a message, and learns whether moderators acted."""

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from foundation.errors import Refused
from matches.chat.write import write_message
from moderation import policy
from moderation.action import Target
from moderation.models import AuditRow, Report
from moderation.services.reports import claim_report, close_report, hand_over_report, make_report
from tests.clubs.founded import club_of
from tests.matches.tables import NOON, person, table_of
from tests.moderation.desk import done, moderator
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db
SAID = {"category": "stalling", "words": "Every answer comes in the last minute."}


def reported(by: User, about: User, **more: object) -> Report:
    return make_report(reporter=by, target=Target(user=about), category="abuse", words="Insults.", now=NOON)


def settled(report: Report, outcome: str, *, answer: str = "", actor: User | None = None) -> Report:
    mona = actor or moderator()
    claim_report(report_id=report.pk, actor=mona, now=NOON)
    return close_report(report_id=report.pk, actor=mona, outcome=outcome, answer=answer, note="Looked.", now=NOON)


def sent(user: User, path: str, **fields: str) -> int:
    client = Client()
    client.force_login(user)
    assert client.get(path).status_code == 200
    return client.post(path, {**SAID, **fields}).status_code


def test_a_table_a_seat_a_message_and_a_player_are_reported() -> None:
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    write_message(match_id=match.pk, user=ben, room="players", text="You fool", now=NOON)
    assert sent(ana, f"/report/?table={match.pk}") == 302
    assert sent(ana, f"/report/?table={match.pk}", seat="2") == 302
    assert sent(ana, f"/report/?table={match.pk}&message=players-1") == 302
    assert sent(ana, "/report/?player=cleo") == 302
    found = Report.objects.order_by("pk")
    assert [(report.match_id, report.seat, str(report.subject or "")) for report in found] == [
        (match.pk, None, ""),
        (match.pk, 2, "cleo"),
        (match.pk, None, "ben"),
        (None, None, "cleo"),
    ]
    assert found[2].message is not None


def test_the_links_are_where_somebody_looks_for_them() -> None:
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    write_message(match_id=match.pk, user=ben, room="players", text="You fool", now=NOON)
    client = Client()
    client.force_login(ana)
    assert f'href="/report/?table={match.pk}"' in client.get(f"/table/{match.pk}/").content.decode()
    assert f"/report/?table={match.pk}&amp;message=players-1" in client.get(f"/table/{match.pk}/chat/").content.decode()
    assert 'href="/report/?player=ben"' in client.get("/people/ben/").content.decode()


@pytest.mark.parametrize("path", ["?table=99999", "?player=nobody", "", "?table=x", "?table={}&message=players-1"])
def test_what_the_reporter_may_not_see_cannot_be_reported(path: str) -> None:
    match, (_, ben, _) = table_of("ana", "ben", "cleo")
    write_message(match_id=match.pk, user=ben, room="players", text="Among us", now=NOON)
    client = Client()
    client.force_login(person("dora"))
    assert client.get(f"/report/{path.format(match.pk)}").status_code == 404


def test_a_private_table_is_there_for_its_players_alone() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo", private=True)
    for user, status in ((person("dora"), 404), (ana, 200)):
        client = Client()
        client.force_login(user)
        assert client.get(f"/report/?table={match.pk}").status_code == status


def test_nobody_reports_themselves_or_the_same_twice() -> None:
    ana, ben = person("ana"), person("ben")
    with pytest.raises(Refused) as refused:
        reported(ana, ana)
    assert refused.value.code == "own_report"
    reported(ana, ben)
    with pytest.raises(Refused) as refused:
        reported(ana, ben)
    assert refused.value.code == "reported_already"


def test_who_reports_without_ground_is_limited_for_a_time() -> None:
    ana = person("ana")
    for name in ("ben", "cleo", "dora"):
        settled(reported(ana, person(name)), "unfounded")
    reported(ana, person("emil"))
    with pytest.raises(Refused) as refused:
        reported(ana, person("fred"))
    assert refused.value.code == "reports_limited"
    later = NOON + policy.UNFOUNDED_FOR + timedelta(seconds=1)
    target = Target(user=person("fred"))
    assert make_report(reporter=ana, target=target, category="abuse", words="Now really.", now=later).pk


def test_reports_that_found_nothing_limit_nobody() -> None:
    ana = person("ana")
    for name in ("ben", "cleo", "dora"):
        settled(reported(ana, person(name)), "nothing")
    reported(ana, person("emil"))
    assert reported(ana, person("fred")).pk


def test_nobody_has_more_than_so_many_open() -> None:
    ana = person("ana")
    for number in range(policy.OPEN_MOST):
        reported(ana, person(f"player{number}"))
    with pytest.raises(Refused) as refused:
        reported(ana, person("fred"))
    assert refused.value.code == "too_many_reports"


@pytest.mark.parametrize(
    ("outcome", "outcome_words"), [("acted", "acted"), ("nothing", "found nothing"), ("unfounded", "found nothing")]
)
def test_the_reporter_learns_the_outcome_and_no_sanction(outcome: str, outcome_words: str) -> None:
    ana, ben, mona = person("ana"), person("ben"), moderator()
    report = reported(ana, ben)
    done(mona, "warn", Target(user=ben, report=report), words="Mind your words.")
    settled(report, outcome, answer="Thank you for telling us.")
    text = ana.notices.get(channel="page").context["text"]
    assert outcome_words in text and "Thank you for telling us." in text
    client = Client()
    client.force_login(ana)
    page = client.get("/moderation/mine/").content.decode()
    for secret in ("Mind your words", "mona", "Looked.", "unfounded", "Unfounded"):
        assert secret not in text + page


def test_the_reporter_reads_what_each_report_was_about() -> None:
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    hidden, _ = table_of("ana", "dora", "ben", anonymous=True)
    message = write_message(match_id=match.pk, user=ben, room="players", text="You fool", now=NOON)
    seat = hidden.seats.get(user__username="ben")
    targets = {
        "a message of ben": Target(match=match, message=message),
        "The den": Target(club=club_of("ben", "dora")),
        f'href="{ben.get_absolute_url()}"': Target(user=ben),
        f"Table {hidden.pk}, Player {seat.number + 1}": Target(match=hidden, seat=seat),
    }
    for target in targets.values():
        make_report(reporter=ana, target=target, category="abuse", words="Look.", now=NOON)
    page = client_of(ana).get("/moderation/mine/").content.decode()
    assert all(words in page for words in targets), page
    settled(Report.objects.get(message=message), "acted")
    assert "a message of ben" in ana.notices.get(channel="page", kind="report").context["title"]


def test_a_settled_report_stands_in_the_audit() -> None:
    report = settled(reported(person("ana"), person("ben")), "nothing")
    row = AuditRow.objects.get()
    assert (row.action, row.report, row.done, row.reason) == ("close-report", report, {"outcome": "nothing"}, "Looked.")


def test_a_report_is_claimed_by_one_and_handed_over() -> None:
    mona, otto = moderator(), moderator("otto")
    report = reported(person("ana"), person("ben"))
    claim_report(report_id=report.pk, actor=mona, now=NOON)
    for attempt in (
        lambda: claim_report(report_id=report.pk, actor=otto, now=NOON),
        lambda: close_report(report_id=report.pk, actor=otto, outcome="acted", answer="", note="Mine.", now=NOON),
        lambda: hand_over_report(report_id=report.pk, actor=otto, to=otto, now=NOON),
        lambda: hand_over_report(report_id=report.pk, actor=mona, to=person("ana"), now=NOON),
    ):
        with pytest.raises(Refused):
            attempt()
    hand_over_report(report_id=report.pk, actor=mona, to=otto, now=NOON)
    assert settled(report, "acted", actor=otto).closed_by == otto


def test_a_moderator_with_an_interest_takes_no_report() -> None:
    mona, otto = moderator(), moderator("otto")
    match, (ana, *_) = table_of("ana", "mona", "cleo")
    report = make_report(reporter=ana, target=Target(match=match), category="bug", words="Odd.", now=NOON)
    with pytest.raises(Refused) as refused:
        claim_report(report_id=report.pk, actor=mona, now=NOON)
    assert refused.value.code == "interest"
    claim_report(report_id=report.pk, actor=otto, now=NOON)
    with pytest.raises(Refused) as refused:
        hand_over_report(report_id=report.pk, actor=otto, to=mona, now=NOON)
    assert refused.value.code == "moderator_has_interest"
