"""The desk: for moderators alone, and blind."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import BotAccount, User
from clubs.models import Club, Membership
from clubs.services.chat import write_club_message
from matches.chat.write import take_back_message, write_message
from matches.models import Match
from moderation.action import Target
from moderation.models import PlayerNote, Report, SavedAnswer
from moderation.services.reports import make_report
from moderation.services.seals import ask_for_seal, judge_seal
from tests.clubs.founded import club_of
from tests.matches.tables import NOON, person, table_of
from tests.moderation.desk import done, moderator
from tests.support.clients import client_of
from tests.support.html import squeezed

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


def a_report() -> tuple[Report, Match]:
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    message = write_message(match_id=match.pk, user=ben, room="players", text="You fool", now=NOON)
    target = Target(match=match, message=message)
    return make_report(reporter=ana, target=target, category="abuse", words="He insults.", now=NOON), match


def desk_paths(report: Report) -> list[str]:
    return [
        "/moderation/",
        "/moderation/?show=mine",
        "/moderation/?show=closed",
        f"/moderation/report/{report.pk}/",
        f"/moderation/table/{report.match_id}/",
        f"/moderation/table/{report.match_id}/board/",
        "/moderation/player/ben/",
        "/moderation/audit/",
        "/moderation/answers/",
        "/moderation/act/warn/?player=ben",
    ]


def test_the_desk_is_for_moderators_alone() -> None:
    report, _ = a_report()
    mona = client_of(moderator())
    for path in desk_paths(report):
        assert mona.get(path).status_code == 200, path
        assert client_of(person("dora")).get(path).status_code == 403, path
        assert Client().get(path).status_code == 302, path


def test_a_report_goes_through_the_desk() -> None:
    report, _ = a_report()
    mona = client_of(moderator())
    assert "One report waits" in mona.get("/moderation/").content.decode()
    page = mona.get(f"/moderation/report/{report.pk}/").content.decode()
    assert "You fool" in page and "He insults." in page
    mona.post(f"/moderation/report/{report.pk}/claim/")
    act = f"/moderation/act/warn/?player=ben&report={report.pk}"
    given = {"category": "abuse", "reason": "Seen.", "words": "Mind your words."}
    assert mona.post(act, given)["Location"] == f"/moderation/report/{report.pk}/"
    assert "warned" in mona.get(f"/moderation/report/{report.pk}/").content.decode()
    close = f"/moderation/report/{report.pk}/close/"
    assert mona.post(close, {"outcome": "acted", "note": ""}).status_code == 400
    assert mona.post(close, {"outcome": "acted", "note": "Warned."}).status_code == 302
    assert "No report waits" in mona.get("/moderation/").content.decode()
    assert "No report waits" not in mona.get("/moderation/?show=closed").content.decode()


def test_a_reported_message_stands_between_what_was_said_around_it() -> None:
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    for count in range(1, 13):
        write_message(match_id=match.pk, user=ben, room="players", text=f"Message {count}.", now=NOON)
    target = Target(match=match, message=match.messages.get(number=7))
    report = make_report(reporter=ana, target=target, category="abuse", words="Look.", now=NOON)
    page = client_of(moderator()).get(f"/moderation/report/{report.pk}/").content.decode()
    assert re.findall(r"Message (\d+)\.", page) == [str(number) for number in range(1, 11)]
    assert page.count('<li class="stack-tight notice">') == 1
    other = make_report(reporter=ana, target=Target(club=_club_that_talks()), category="abuse", words="Hm.", now=NOON)
    assert "Club words" not in client_of(moderator()).get(f"/moderation/report/{other.pk}/").content.decode()


def _club_that_talks() -> Club:
    club = club_of("ben", "dora")
    write_club_message(number=club.pk, user=person("ben"), text="Club words", now=NOON)
    return club


def test_every_message_at_the_desk_can_be_hidden_by_who_reads_it() -> None:
    report, match = a_report()
    mona, club = client_of(moderator()), _club_that_talks()
    at_table = f"/moderation/act/hide-message/?message=players-1&table={match.pk}"
    in_club = f"/moderation/act/hide-club-message/?message=1&club={club.pk}"
    pages = {
        f"/moderation/table/{match.pk}/": at_table,
        f"/moderation/report/{report.pk}/": f"{at_table}&report={report.pk}",
        f"/moderation/club/{club.pk}/": in_club,
    }
    for path, link in pages.items():
        assert link.replace("&", "&amp;") in mona.get(path).content.decode(), path
    assert "You fool" in mona.get(at_table).content.decode()
    assert "Club words" in mona.get(in_club).content.decode()
    given = {"category": "abuse", "reason": "An insult."}
    assert mona.post(at_table, given).status_code == mona.post(in_club, given).status_code == 302
    for path in pages:
        assert "/act/hide-" not in mona.get(path).content.decode(), path


def test_a_report_shows_others_about_the_same_unless_names_are_hidden() -> None:
    first, match = a_report()
    dora, ben = person("dora"), person("ben")
    hidden, _ = table_of("ben", "emil", "fred", anonymous=True)
    club = club_of("ben", "dora")
    targets = [
        ("Again.", Target(user=ben)),
        ("Slow.", Target(match=match)),
        ("Unnamed.", Target(match=hidden, seat=hidden.seats.get(user=ben))),
        ("Elsewhere.", Target(user=person("emil"))),
        ("Noisy.", Target(club=club)),
    ]
    made = {
        words: make_report(reporter=dora, target=target, category="other", words=words, now=NOON)
        for words, target in targets
    }
    mona = client_of(moderator())

    def beside(report: Report) -> set[str]:
        page = mona.get(f"/moderation/report/{report.pk}/").content.decode()
        return {words for words in (*made, "He insults.") if words in page} - {report.words}

    assert beside(first) == {"Again.", "Slow."}
    assert beside(made["Again."]) == {"He insults."}
    assert beside(made["Unnamed."]) == beside(made["Elsewhere."]) == beside(made["Noisy."]) == set()


def test_who_acts_on_a_report_has_it_and_need_not_say_twice_what_was_found() -> None:
    report, _ = a_report()
    mona = client_of(moderator())
    given = {"category": "abuse", "reason": "Called ana a fool.", "words": "Mind your words."}
    mona.post(f"/moderation/act/warn/?player=ben&report={report.pk}", given)
    report.refresh_from_db()
    assert report.claimed_by == person("mona")
    assert _settling(mona, report) == ("acted", "Called ana a fool.")
    mona.post("/moderation/undo/1/", {"reason": "It was a joke."})
    assert _settling(mona, report) == ("", "")


def _settling(client: Client, report: Report) -> tuple[str, str]:
    """The outcome and the note in the form that settles a report."""
    page = squeezed(client.get(f"/moderation/report/{report.pk}/").content.decode())
    chosen = re.search(r'name="outcome" value="(\w+)"[^>]* checked', page)
    return chosen.group(1) if chosen else "", re.findall(r'name="note"[^>]*>\s*([^<]*?)\s*<', page)[0]


def test_acting_on_the_report_of_another_moderator_leaves_it_to_them() -> None:
    report, _ = a_report()
    otto = client_of(moderator("otto"))
    otto.post(f"/moderation/report/{report.pk}/claim/")
    given = {"category": "abuse", "reason": "Seen.", "words": "Mind your words."}
    assert client_of(moderator()).post(f"/moderation/act/warn/?player=ben&report={report.pk}", given).status_code == 302
    report.refresh_from_db()
    assert report.claimed_by == person("otto")


def test_the_link_to_the_desk_says_how_many_reports_wait_for_its_reader() -> None:
    report, match = a_report()
    make_report(reporter=person("dora"), target=Target(match=match), category="other", words="Hm.", now=NOON)
    otto = client_of(moderator("otto"))
    otto.post(f"/moderation/report/{report.pk}/claim/")
    waiting = {
        name: set(re.findall(r"<span>Desk(?: <b>(\d+)</b>)?</span>", client_of(user).get("/tables/").content.decode()))
        for name, user in (("mona", moderator()), ("otto", moderator("otto")), ("cleo", moderator("cleo")))
    }
    assert waiting == {"mona": {"1"}, "otto": {"2"}, "cleo": {""}}, "cleo plays at that table"
    assert "<span>Desk</span>" in otto.get("/moderation/").content.decode(), "its own pages say it, and at once"


def test_an_undone_action_is_undone_at_the_desk() -> None:
    mona = moderator()
    row = done(mona, "warn", Target(user=person("ben")), words="Mind your words.")
    client = client_of(mona)
    assert client.post(f"/moderation/undo/{row.number}/", {"reason": ""}).status_code == 400
    assert client.post(f"/moderation/undo/{row.number}/", {"reason": "Wrong person."}).status_code == 302
    page = client.get("/moderation/player/ben/").content.decode()
    assert "undid row 1" in page and "undone by row 2" in page


def test_a_report_is_handed_over_at_the_desk() -> None:
    report, _ = a_report()
    mona, otto = client_of(moderator()), moderator("otto")
    mona.post(f"/moderation/report/{report.pk}/claim/")
    mona.post(f"/moderation/report/{report.pk}/hand-over/", {"to": str(otto.pk)})
    report.refresh_from_db()
    assert report.claimed_by == otto


def test_who_plays_finds_neither_report_nor_table_nor_row() -> None:
    report, match = a_report()
    cleo = moderator("cleo")
    done(moderator(), "warn", Target(user=person("ben"), match=match), words="Mind your words.")
    client = client_of(cleo)
    assert "No report waits" in client.get("/moderation/").content.decode()
    assert client.get(f"/moderation/report/{report.pk}/").status_code == 404
    assert client.get(f"/moderation/table/{match.pk}/").status_code == 403
    assert client.get(f"/moderation/table/{match.pk}/board/").status_code == 403
    assert "Row 1" not in client.get("/moderation/audit/").content.decode()
    assert client.get("/moderation/player/cleo/").status_code == 403


def test_a_private_table_is_inspected_like_any_other() -> None:
    match, _ = table_of("ana", "ben", "cleo", private=True, spectators=False)
    client = client_of(moderator())
    assert client.get(f"/table/{match.pk}/").status_code == 404
    assert client.get(f"/moderation/table/{match.pk}/").status_code == 200
    assert client.get(f"/moderation/table/{match.pk}/board/?step=0").status_code == 200
    assert client.get(f"/moderation/table/{match.pk}/board/?step=99").status_code == 404


def test_what_was_taken_back_is_read_at_the_desk() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    write_message(match_id=match.pk, user=ana, room="players", text="You fool", now=NOON)
    take_back_message(match_id=match.pk, user=ana, room="players", number=1, now=NOON)
    page = client_of(moderator()).get(f"/moderation/table/{match.pk}/").content.decode()
    assert "You fool" in page and "taken back" in page


def test_notes_and_saved_answers_are_kept() -> None:
    client = client_of(moderator())
    person("ben")
    client.post("/moderation/player/ben/", {"text": "Has a brother here."})
    assert PlayerNote.objects.get().writer == person("mona")
    client.post("/moderation/answers/", {"title": "Dice", "text": "Look at Check the dice."})
    answer = SavedAnswer.objects.get()
    client.post(f"/moderation/answers/{answer.pk}/", {"title": "Dice", "text": "See Check the dice."})
    answer.refresh_from_db()
    assert answer.text == "See Check the dice."
    client.post(f"/moderation/answers/{answer.pk}/remove/")
    assert not SavedAnswer.objects.exists()


def test_one_box_finds_players_and_tables() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    client = client_of(moderator())
    assert client.get("/moderation/find/?for=ana")["Location"] == "/moderation/player/ana/"
    assert client.get(f"/moderation/find/?for={match.pk}")["Location"] == f"/moderation/table/{match.pk}/"
    for nobody in ("", "a/b", "nobody", "../admin"):
        assert client.get("/moderation/find/", {"for": nobody})["Location"] == "/moderation/"


def test_nothing_at_the_desk_tells_a_moderator_what_others_did_about_them() -> None:
    mona, otto = moderator(), moderator("otto", senior=True)
    report = make_report(
        reporter=person("ana"), target=Target(user=mona), category="abuse", words="She shouts.", now=NOON
    )
    row = done(otto, "warn", Target(user=mona, report=report), words="Mind your words.", reason="A loud one.")
    person("ben")
    mine, others = client_of(mona), client_of(otto)
    assert "A loud one." in others.get("/moderation/audit/").content.decode()
    assert "A loud one." not in mine.get("/moderation/audit/").content.decode()
    for path in (f"undo/{row.number}/", f"undo/{row.number + 50}/", f"report/{report.pk}/"):
        assert mine.get(f"/moderation/{path}").status_code == 404
    # A report's number does not reveal whether there is one.
    there, nowhere = (mine.get(f"/moderation/act/warn/?player=ben&report={pk}") for pk in (report.pk, 999))
    assert (there.status_code, nowhere.status_code) == (404, 404)
    assert others.get(f"/moderation/act/warn/?player=ben&report={report.pk}").status_code == 200


def test_what_is_done_already_has_no_button() -> None:
    report, match = a_report()
    mona = moderator()
    path = f"/moderation/report/{report.pk}/"
    assert {"/act/mute/", "/act/hide-message/"} == _offered(mona, path)
    done(mona, "mute", Target(user=person("ben")), days=7, words="Mind your words.")
    done(mona, "hide-message", Target(match=match, message=report.message))
    assert _offered(mona, path) == {"/act/mute/"}, "a second muting counts until its own end"


def _offered(user: User, path: str) -> set[str]:
    page = client_of(user).get(path).content.decode()
    return {address for address in ("/act/mute/", "/act/hide-message/") if address in page}


def test_a_request_to_break_a_seal_waits_on_the_first_page_for_who_can_answer() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    mona, otto, nora = moderator(senior=True), moderator("otto", senior=True), moderator("nora")
    request: dict[str, Any] = {"actor": mona, "category": "collusion", "now": NOON}
    first = ask_for_seal(match=match, reason="They share hands.", **request)
    ask_for_seal(match=match, reason="They still do.", **request)
    sentence = "mona asks you to agree to breaking the seal"
    for user, waits in ((otto, True), (mona, False), (nora, False)):
        assert (sentence in client_of(user).get("/moderation/").content.decode()) is waits, user
    judge_seal(grant_id=first.pk, actor=otto, agree=True, reason="I see it.", now=NOON)
    assert "You may look once" in client_of(mona).get("/moderation/").content.decode()
    page = client_of(mona).get("/moderation/seals/").content.decode()
    assert page.index("They share hands.") < page.index("They still do."), "what waits for the reader comes first"


def test_a_form_of_no_action_is_not_found() -> None:
    client = client_of(moderator())
    person("ben")
    for path in ("nothing/?player=ben", "warn/?table=1", "warn/", "warn/?player=nobody"):
        assert client.get(f"/moderation/act/{path}").status_code == 404


def test_a_link_leads_moderators_to_the_desk() -> None:
    link = 'href="/moderation/"'
    assert link in client_of(moderator()).get("/tables/").content.decode()
    assert link not in client_of(person("dora")).get("/tables/").content.decode()
    assert link not in Client().get("/tables/").content.decode()


def test_a_match_takes_few_queries_however_many_sit_there(django_assert_max_num_queries: Any) -> None:
    mona = client_of(moderator())
    for players in (("ana", "ben", "cleo"), ("dora", "emil", "fina", "gita")):
        match, _ = table_of(*players)
        mona.get(f"/moderation/table/{match.pk}/")
        with django_assert_max_num_queries(15):
            assert mona.get(f"/moderation/table/{match.pk}/").status_code == 200


@pytest.mark.parametrize("anonymous", [False, True])
def test_a_longer_list_asks_no_more_questions(anonymous: bool) -> None:
    mona = moderator()
    client, asked = client_of(mona), []
    client.get("/moderation/")
    for number in range(3):
        report, match = a_report()
        Match.objects.filter(pk=match.pk).update(anonymous=anonymous)
        done(mona, "hide-message", Target(match=match, message=report.message), reason=f"Ben wrote it at {number}.")
        with CaptureQueriesContext(connection) as queries:
            for path in ("/moderation/", "/moderation/audit/"):
                assert client.get(path).status_code == 200
        asked.append(len(queries))
    assert asked == [asked[0]] * 3


def test_a_bot_account_counts_at_the_next_page() -> None:
    report, _ = a_report()
    mona = moderator()
    client, path = client_of(mona), f"/moderation/report/{report.pk}/"
    before = client.get(path).status_code
    BotAccount.objects.create(user=User.objects.get(username="cleo"), owner=mona)
    assert (before, client.get(path).status_code) == (200, 404)


@pytest.mark.parametrize("anonymous", [False, True])
def test_words_of_people_say_their_language_and_have_their_own_direction(anonymous: bool) -> None:
    """But no language where it would help to tell who wrote at a table without names."""
    report, match = a_report()
    Match.objects.filter(pk=match.pk).update(anonymous=anonymous)
    User.objects.filter(username="ben").update(language="fr")
    language = "" if anonymous else "fr"
    mona, path = client_of(moderator()), f"/moderation/report/{report.pk}/"
    pages = [mona.get(path), mona.get(f"/moderation/table/{match.pk}/")]
    assert report.reporter is not None
    pages.append(client_of(report.reporter).get(f"/report/?table={match.pk}&message=players-1"))
    for page in pages:
        assert f'<div lang="{language}" dir="auto"><p>You fool</p>' in squeezed(page.content.decode())
    for page in [pages[0], mona.get("/moderation/"), client_of(report.reporter).get("/moderation/mine/")]:
        assert re.search(r'dir="auto">\s*He insults\.', page.content.decode())


def test_words_in_a_club_say_their_language_at_the_desk() -> None:
    club, dora = club_of("dora"), person("dora")
    User.objects.filter(pk=dora.pk).update(language="fr")
    write_club_message(number=club.pk, user=dora, text="Bonjour", now=NOON)
    page = client_of(moderator()).get(f"/moderation/club/{club.pk}/").content.decode()
    assert '<div lang="fr" dir="auto"><p>Bonjour</p>' in squeezed(page)


def test_a_club_without_members_is_inspected_and_an_unknown_number_is_not_found() -> None:
    club, mona = club_of("dora", "emil"), client_of(moderator())
    page = mona.get(f"/moderation/club/{club.pk}/").content.decode()
    assert page.index("dora") < page.index("emil") and "No members." not in page
    Membership.objects.all().delete()
    assert "No members." in mona.get(f"/moderation/club/{club.pk}/").content.decode()
    for path in ("club/999999/", "table/999999/", f"club/{2**70}/", f"table/{2**70}/"):
        assert mona.get(f"/moderation/{path}").status_code == 404
