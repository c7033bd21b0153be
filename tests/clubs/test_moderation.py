"""Reports on clubs and their messages reach the desk, where moderators close a club and hide a message."""

import pytest

from clubs.models import Club
from clubs.services.chat import write_club_message
from clubs.services.joining import join_club, leave_all_clubs, leave_club
from foundation.errors import Forbidden
from moderation.action import Target
from moderation.models import Report
from moderation.selectors.chain import chain_faults
from moderation.services.acting import undo
from moderation.services.reports import claim_report, close_report
from notifications.models import Notice
from tests.accounts.factors import safely_in
from tests.api.bots import caller, problem
from tests.clubs.founded import club_of, words_of
from tests.clubs.test_tables_for_members import opened
from tests.matches.tables import NOON, person
from tests.moderation.desk import done, moderator
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db
REPORT = {"category": "abuse", "words": "Look at this."}


@pytest.fixture
def club() -> Club:
    """A club of ana and ben in which ana has said something."""
    made = club_of("ana", "ben", joining="open")
    write_club_message(number=made.pk, user=person("ana"), text="You fools", now=NOON)
    return made


def test_a_member_reports_a_message_and_a_moderator_hides_it(club: Club) -> None:
    ben, mona = client_of(person("ben")), moderator()
    path = f"/report/?club={club.pk}&message=1"
    assert "You fools" in words_of(ben, path)
    assert ben.post(path, REPORT).headers["Location"] == f"/club/{club.pk}/"
    assert ben.post(path, REPORT).status_code == 400, "reported already"
    report = Report.objects.get()
    assert (report.club, report.subject) == (club, person("ana"))
    desk = safely_in(mona)
    page = words_of(desk, f"/moderation/report/{report.pk}/")
    assert "You fools" in page and f"/moderation/act/hide-club-message/?club={club.pk}&amp;message=1" in page
    assert "You fools" in words_of(desk, f"/moderation/club/{club.pk}/")
    row = done(mona, "hide-club-message", Target(club=club, club_message=report.club_message, report=report))
    assert "You fools" not in words_of(ben, f"/club/{club.pk}/chat/")
    assert f"/moderation/club/{club.pk}/" in words_of(desk, f"/moderation/report/{report.pk}/")
    undo(actor=mona, row=row, reason="A mistake.", now=NOON)
    assert "You fools" in words_of(ben, f"/club/{club.pk}/chat/")
    assert not list(chain_faults())


def test_the_desk_leads_from_a_club_to_its_tables_and_back(club: Club) -> None:
    """They are private, and the moderator belongs to neither; a player's page leads to the clubs of the player."""
    match, desk = opened(club), safely_in(moderator())
    assert desk.get(f"/table/{match.pk}/").status_code == 404
    assert f'"/moderation/table/{match.pk}/"' in words_of(desk, f"/moderation/club/{club.pk}/")
    for path in (f"/moderation/table/{match.pk}/", "/moderation/player/ben/"):
        assert f'"/moderation/club/{club.pk}/"' in words_of(desk, path), path


def test_a_moderator_closes_a_club_and_opens_it_again(club: Club) -> None:
    mona = moderator()
    row = done(mona, "close-club", Target(club=club))
    assert client_of(person("ben")).get(f"/club/{club.pk}/").status_code == 404
    assert "closed the club The den" in Notice.objects.filter(user=person("ben"), channel="page").get().context["text"]
    undo(actor=mona, row=row, reason="A mistake.", now=NOON)
    assert client_of(person("ben")).get(f"/club/{club.pk}/").status_code == 200


def test_a_club_whose_members_have_left_meanwhile_stays_closed(club: Club) -> None:
    row = done(moderator(), "close-club", Target(club=club))
    for name in ("ana", "ben"):
        leave_all_clubs(user=person(name), now=NOON)
    undo(actor=moderator(), row=row, reason="A mistake.", now=NOON)
    club.refresh_from_db()
    assert club.closed_at is not None


def test_outsiders_report_a_club_they_see_and_no_message(club: Club) -> None:
    cleo = client_of(person("cleo"))
    assert cleo.get(f"/report/?club={club.pk}").status_code == 200
    for query in (f"club={club.pk}&message=1", "club=x", "club=999", f"club={club.pk}&message=x"):
        assert cleo.get(f"/report/?{query}").status_code == 404, query
    Club.objects.update(joining="invitation")
    assert cleo.get(f"/report/?club={club.pk}").status_code == 404


def test_a_moderator_who_belongs_to_the_club_leaves_it_to_others(club: Club) -> None:
    mona = moderator()
    join_club(number=club.pk, user=mona, token="", now=NOON)
    client_of(person("ben")).post(f"/report/?club={club.pk}", REPORT)
    report = Report.objects.get()
    desk = safely_in(mona)
    assert desk.get(f"/moderation/report/{report.pk}/").status_code == 404
    assert desk.get(f"/moderation/club/{club.pk}/").status_code == 403
    with pytest.raises(Forbidden):
        done(mona, "close-club", Target(club=club))
    with pytest.raises(Forbidden):
        claim_report(report_id=report.pk, actor=mona, now=NOON)
    leave_club(number=club.pk, user=mona, now=NOON)
    claim_report(report_id=report.pk, actor=mona, now=NOON)
    close_report(report_id=report.pk, actor=mona, outcome="nothing", answer="", note="Seen.", now=NOON)


def test_a_program_reports_a_club_and_a_message(club: Club) -> None:
    ben, cleo = caller(person("ben")), caller(person("cleo"))
    made = ben.post("reports", {"club": club.pk, "club_message": 1, **REPORT}).json()
    assert (made["club"], made["player"]) == (club.pk, None)
    problem(cleo.post("reports", {"club": club.pk, "club_message": 1, **REPORT}), 404, "not_found")
    problem(ben.post("reports", {"club": club.pk, "match": 1, **REPORT}), 400, "one_target", "/match")
    problem(
        ben.post("reports", {"club": club.pk, "club_message": 1, **REPORT}), 400, "reported_already", "/club_message"
    )
    assert cleo.post("reports", {"club": club.pk, **REPORT}).status_code == 201
