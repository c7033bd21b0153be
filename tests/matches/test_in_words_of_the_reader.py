"""What is said about a table is in the language of the one who reads it."""

from datetime import UTC, datetime

import pytest
from django.core.cache import cache
from django.test import Client, override_settings
from django.utils import timezone, translation

from accounts.models import User
from engine.language import say
from foundation.templatetags.post import long_time, short_time, time_left, utc_time
from matches.lobby.resigning import resign_seat
from matches.lobby.votes import answer_vote, open_vote
from matches.models import Match
from matches.templatetags import table
from matches.view.fork_words import fork_place, kept_words
from matches.view.match_view import match_view, matches
from matches.view.summaries import lists, result_words, summary
from notifications.models import Notice
from tests.matches.tables import NOON, table_of
from tests.matches.test_vault import finished

pytestmark = pytest.mark.django_db
OFFERED = [("en-gb", "English"), ("de", "Deutsch")]
IN_BOTH = override_settings(LANGUAGES=OFFERED)


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    cache.clear()


def reading_german(user: User) -> User:
    user.language = "de"
    user.save(update_fields=["language"])
    return user


def test_each_player_gets_a_notice_in_their_language():
    with IN_BOTH:
        match, (ana, ben, cleo) = table_of("ana", "ben", "cleo")
        reading_german(ben)
        open_vote(match_id=match.pk, user_id=ana.pk, kind="pause", now=NOON)
        for user in (ben, cleo):
            answer_vote(match_id=match.pk, user_id=user.pk, kind="pause", agree=True, now=NOON)
    paused = Notice.objects.filter(kind="paused", channel="mail").order_by("user__username")
    assert [(notice.context["says"], notice.context["text"]) for notice in paused] == [
        ("Match paused", "All clocks stand still."),
        ("Partie angehalten", "Alle Uhren stehen."),
        ("Match paused", "All clocks stand still."),
    ]
    titles = set(Notice.objects.filter(kind="paused").values_list("context__title", flat=True))
    assert titles == {f"Bid!, table {match.pk}", f"Bid!, Tisch {match.pk}"}


def test_the_log_speaks_to_the_one_who_reads_it():
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    resign_seat(match_id=match.pk, user_id=ana.pk, now=NOON)
    match = matches().get(pk=match.pk)

    def said(reader: int | None) -> str:
        return match_view(match, reader).activity[0].sentence

    assert (said(0), said(1)) == ("You resigned.", "Ana resigned.")
    with IN_BOTH, translation.override("de"):
        assert (said(0), said(1)) == ("Du hast aufgegeben.", "Ana hat aufgegeben.")


def test_how_a_match_stands_is_stored_for_operators_and_said_for_its_reader():
    with IN_BOTH, translation.override("de"):
        match = lists().get(pk=finished().pk)
        line, result = summary(match, None), result_words(match)
    assert " Punkte" in result and line.result == result
    assert " points" in match.result and match.result == result_words(match)


def test_a_check_apart_speaks_and_is_kept_by_language():
    match: Match = finished()
    address = f"/table/{match.pk}/check/"
    with IN_BOTH:
        for _ in range(2):
            english = Client().get(address).content.decode()
            german = Client().get(address, headers={"accept-language": "de"}).content.decode()
            assert "draws follow from the seed." in english and "Ziehungen folgen aus dem Startwert." in german
            assert "Ziehungen folgen" not in english and "draws follow" not in german


def test_days_are_written_as_in_the_language():
    at = datetime(2027, 3, 4, 20, 0, tzinfo=UTC)
    this_year = timezone.now().replace(month=5, day=4, hour=8, minute=0)
    assert long_time(at).endswith("Thursday 4 March 2027, 20:00") and utc_time(at) == "4 March 2027, 20:00 UTC"
    with IN_BOTH, translation.override("de"):
        assert (long_time(at), short_time(at)) == ("Donnerstag, 4. März 2027, 20:00", "4. März 2027, 20:00")
        assert utc_time(at) == "4. März 2027, 20:00 UTC"
        assert long_time(this_year).endswith(", 4. Mai, 08:00")
        assert time_left(timezone.now()) == "weniger als eine Minute"
    with IN_BOTH, translation.override("fr"):
        assert long_time(at.replace(day=1)) == "lundi 1er mars 2027, 20:00"
        assert utc_time(at.replace(day=1)) == "1er mars 2027, 20:00 UTC"
        assert short_time(at.replace(day=1)) == "1er mars 2027, 20:00"
        assert short_time(at.replace(day=11)) == "11 mars 2027, 20:00"


def test_a_piece_is_drawn_once_in_each_language(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(table, "drawing_of", lambda text: say("Suns"))
    assert table.piece("d of a test") == "Suns"
    with IN_BOTH, translation.override("de"):
        assert table.piece("d of a test") == "Sonnen"
    assert table.piece("d of a test") == "Suns"


@pytest.mark.parametrize(
    ("is_round", "table_number", "english", "german"),
    [
        (True, 12, "round 7 of table 12", "Runde 7 von Tisch 12"),
        (False, 12, "step 7 of table 12", "Schritt 7 von Tisch 12"),
        (False, None, "step 7 of an uploaded match", "Schritt 7 einer hochgeladenen Partie"),
    ],
)
def test_where_a_match_was_played_on_from_is_kept_for_every_reader(
    is_round: bool, table_number: int | None, english: str, german: str
):
    kept = kept_words(7, is_round=is_round, table=table_number)
    assert kept == fork_place(kept, "bid") == english
    with IN_BOTH, translation.override("de"):
        assert fork_place(kept, "bid") == german


def test_answers_of_a_vote_are_names_for_programs_and_mean_the_reader_on_the_page():
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    open_vote(match_id=match.pk, user_id=ana.pk, kind="pause", now=NOON)
    client = Client()
    client.force_login(reading_german(ana))
    with IN_BOTH:
        page = " ".join(client.get(f"/table/{match.pk}/").content.decode().split())
    assert "Diese Partie anhalten?" in page and "Du stimmst zu" in page
