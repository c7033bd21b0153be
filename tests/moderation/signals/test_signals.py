"""Signals kept in the database and shown at the desk: of matches that have ended alone, and never as a verdict."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from accounts.identity.selectors import selves
from accounts.models import User
from accounts.security.traces import keep_trace
from engine.quick_chance import RandomChance
from foundation.errors import Forbidden
from foundation.rows import run_together
from matches.models import AnswerHour, Match
from matches.play.answer_hours import KEPT, answer_hour, remove_old_answer_hours
from matches.play.answers import submit_answer
from matches.rounds.resolve import resolve_round
from matches.timeouts.stand_ins import begin_stand_in
from moderation.models import Report, Signal, Weighed
from moderation.selectors.desk import reports_for
from moderation.services.reports import claim_report
from moderation.services.signals import MOST_TRIES, _unweighed, recompute_signals, weigh_match
from moderation.signals.gains import Gain, outlook
from moderation.weighing import Load, weigh
from rights.retention import COOLING_OFF
from rights.services.erasure import ask_for_erasure, erase_account
from tests.matches.tables import NOON, answer_all, person, table_of
from tests.moderation.desk import moderator
from tests.support.html import squeezed

pytestmark = pytest.mark.django_db
ROUNDS = 8


@pytest.fixture(autouse=True)
def _one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


def ended_match() -> tuple[Match, list[User]]:
    match, people = table_of("ana", "ben", "cleo", slug="bid")
    chance = RandomChance(1)
    for _ in range(ROUNDS):
        answer_all(match, people, chance)
        resolve_round(match_id=match.pk, now=NOON)
        match.refresh_from_db()
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED, outcome=1, ended_at=NOON)
    match.refresh_from_db()
    return match, people


def desk() -> Client:
    client = Client()
    client.force_login(moderator())
    return client


def fed_in(match: Match, people: list[User], times: int) -> None:
    """Favours of this and more matches that ended, in which the first always helped the second."""
    one, other, third = [user.pk for user in people]
    for number in range(times):
        more = match
        if number:
            more = Match.objects.get(pk=match.pk)
            more.pk, more.invite_token, more.seed_hash = None, f"token {number}", f"{number:064x}"
            more.save()
        luck = (-1) ** number / 10
        rows = [[one, other, 3.0 + luck, [4]], [one, third, -3.0 - luck, []]]
        rows += [[other, one, luck, []], [other, third, -luck, []], [third, one, luck, []], [third, other, -luck, []]]
        Weighed.objects.update_or_create(match=more, defaults={"head": more.head, "favours": rows})


def shared_by(people: list[User]) -> None:
    for user in people[:2]:
        keep_trace(user=user, address="", device="one browser", now=NOON)


def test_an_ended_match_is_weighed_once_and_a_running_one_never() -> None:
    match, people = ended_match()
    table_of("ana", "ben", "cleo", slug="bid")
    assert weigh_match(weigh_it=weigh)
    assert not weigh_match(weigh_it=weigh)
    weighed = Weighed.objects.get()
    accounts = {user.pk for user in people}
    assert weighed.match == match
    assert {giver for giver, *_ in weighed.favours} == accounts
    assert any(steps for *_, steps in weighed.favours)


def test_no_answer_is_tried_twice_in_the_same_position(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[tuple[Any, ...]] = []

    def note(game: Any, state: Any, joint: dict[int, Any], seed: int) -> Any:
        tried.append((state, *joint.items(), seed))
        return outlook(game, state, joint, seed)

    monkeypatch.setattr("moderation.signals.gains.outlook", note)
    ended_match()
    assert weigh_match(weigh_it=weigh)
    assert len(set(tried)) == len(tried) > 0


def test_a_match_with_nobody_to_favour_is_done_without_weighing() -> None:
    """Ben and Cleo gave their seats to others: nobody but Ana played from the first to the last answer."""
    match, people = ended_match()
    match.seats.exclude(user=people[0]).update(first_user=people[0])

    def refuse(load: Load) -> list[Gain]:
        raise AssertionError(load)

    assert weigh_match(weigh_it=refuse)
    assert not weigh_match(weigh_it=refuse)
    assert (Weighed.objects.get().head, Weighed.objects.get().favours) == (match.head, [])


def test_a_match_that_went_on_after_all_is_weighed_again() -> None:
    match, _ = ended_match()
    weigh_match(weigh_it=weigh)
    # Each end raises the outcome.
    Match.objects.filter(pk=match.pk).update(head="ab", outcome=F("outcome") + 1)
    assert weigh_match(weigh_it=weigh)
    assert not weigh_match(weigh_it=weigh)


@pytest.mark.both_databases
def test_what_is_left_to_weigh_is_found_as_by_comparing_all() -> None:
    match, _ = ended_match()
    ended_match()
    weigh_match(weigh_it=weigh)
    ended = Match.objects.filter(status=Match.Status.FINISHED, players__gte=3, fork_words="")
    plainly = ended.exclude(weighed__head=F("head"))
    assert list(_unweighed()) == list(plainly) != []
    assert match not in plainly
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # A table of a few rows is read whole where that is allowed.
            cursor.execute("SET LOCAL enable_seqscan = off")
            sql, values = _unweighed().order_by("pk")[:1].query.sql_with_params()
            cursor.execute(f"EXPLAIN {sql}", values)
            assert "match_to_weigh" in str(cursor.fetchall())


def test_a_match_that_cannot_be_weighed_does_not_keep_the_others_waiting() -> None:
    stuck, _ = ended_match()
    other, _ = ended_match()

    def patient(load: Load) -> list[Gain]:
        if load.seed == stuck.pk:
            raise TimeoutError
        return weigh(load)

    for _ in range(MOST_TRIES):
        with pytest.raises(TimeoutError):
            weigh_match(weigh_it=patient)
    assert weigh_match(weigh_it=patient)
    assert not weigh_match(weigh_it=patient)
    assert dict(Weighed.objects.values_list("match", "head")) == {stuck.pk: "", other.pk: other.head}


def test_a_process_of_its_own_weighs_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    ended_match()
    weigh_match(weigh_it=weigh)
    here = Weighed.objects.get().favours
    Weighed.objects.all().delete()
    Match.objects.update(weighed_outcome=0)
    weigh_match()
    assert Weighed.objects.get().favours == here


def test_who_feeds_and_who_shares_a_browser_is_a_signal_until_it_is_none() -> None:
    match, people = ended_match()
    fed_in(match, people, 8)
    shared_by(people)
    assert recompute_signals(now=NOON) == 2
    before = list(Signal.objects.order_by("kind").values_list("pk", "kind", "one", "other"))
    assert [row[1:] for row in before] == [
        ("feeding", people[0].pk, people[1].pk),
        ("shared", people[0].pk, people[1].pk),
    ]
    recompute_signals(now=NOON)
    assert list(Signal.objects.order_by("kind").values_list("pk", "kind", "one", "other")) == before
    Weighed.objects.all().delete()
    assert recompute_signals(now=NOON) == 1
    assert Signal.objects.get().kind == "shared"


def test_nothing_is_signalled_about_who_has_been_erased() -> None:
    match, people = ended_match()
    fed_in(match, people, 8)
    assert recompute_signals(now=NOON) == 1
    ask_for_erasure(user=people[1], now=NOON)
    assert erase_account(user_id=people[1].pk, now=NOON + COOLING_OFF)
    assert not Signal.objects.exists()
    assert recompute_signals(now=NOON + COOLING_OFF) == 0 == Signal.objects.count()


def test_accounts_that_always_answer_together_and_have_met_are_a_signal() -> None:
    match, (ana, ben, cleo) = ended_match()
    others = {user.pk: table_of(user.username, "dora", "emil", slug="bid")[0] for user in (ana, ben, cleo)}
    for week in range(12):
        for number, user in enumerate((ana, ben, cleo)):
            # Ana and Ben come on the same day of each week, another each time; Cleo when she likes.
            day = 7 * week + (week * week % 7 if number < 2 else week % 5)
            run_together([answer_hour(match_id=others[user.pk].pk, user_id=user.pk, now=NOON - timedelta(days=day))])
    assert recompute_signals(now=NOON) == 1
    signal = Signal.objects.get()
    assert (signal.kind, signal.one, signal.other) == ("timing", ana, ben)
    apart, met = [{"table": others[ana.pk].pk, "steps": []}], [{"table": match.pk, "steps": [], "both": True}]
    assert signal.evidence == met, "no table that is being played"
    page = squeezed(desk().get("/moderation/signals/").content.decode())
    assert "They answer at the same hours" in page and f"/moderation/table/{match.pk}/" in page
    assert not any(f"/moderation/table/{other.pk}/" in page for other in others.values()), "where they play now"
    Match.objects.filter(pk=others[ana.pk].pk).update(status=Match.Status.FINISHED)
    recompute_signals(now=NOON)
    assert Signal.objects.get().evidence == apart + met, "where it shows, before where they met"


def test_an_answer_of_a_person_leaves_its_hour_for_a_time() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo", slug="bid")
    begin_stand_in(match=match, seat=match.seats.get(user__username="ben"), now=NOON)
    for minute in (5, 50):
        move: dict[str, Any] = {"match_id": match.pk, "step": 1, "actions": [{"act": "let_stand"}]}
        submit_answer(user_id=ana.pk, now=NOON + timedelta(minutes=minute), **move)
    submit_answer(user_id=person("ben").pk, now=NOON, by="stand_in", **move)
    assert list(AnswerHour.objects.values_list("user", "hour")) == [(ana.pk, NOON)]
    assert remove_old_answer_hours(now=NOON + KEPT) == 0
    assert remove_old_answer_hours(now=NOON + KEPT + timedelta(hours=1)) == 1


def test_accounts_that_share_a_browser_but_never_met_are_no_signal() -> None:
    shared_by([person("ana"), person("ben")])
    table_of("ana", "ben", "cleo")
    assert recompute_signals(now=NOON) == 0


def test_all_finished_seats_are_read_once_for_signals_of_every_kind() -> None:
    match, people = ended_match()
    fed_in(match, people, 8)
    shared_by(people)
    run_together([answer_hour(match_id=match.pk, user_id=user.pk, now=NOON) for user in people[:2]])
    with CaptureQueriesContext(connection) as asked:
        assert recompute_signals(now=NOON) == 2
    (feeding, shared) = Signal.objects.order_by("kind")
    assert [row["steps"] for row in feeding.evidence] == [[4]] * 5
    assert [row["table"] for row in shared.evidence] == [match.pk], "copies of the match have no seats"
    assert sum(' FROM "matches_seat" ' in one["sql"] for one in asked.captured_queries) == 1


def test_the_page_shows_signals_with_evidence_and_opens_reports() -> None:
    match, people = ended_match()
    fed_in(match, people, 8)
    recompute_signals(now=NOON)
    client = desk()
    page = squeezed(client.get("/moderation/signals/").content.decode())
    signal = Signal.objects.get()
    assert "It is not a verdict" in page
    assert f'/moderation/table/{match.pk}/board/?step=4"' in page
    assert client.post(f"/moderation/signals/{signal.pk}/report/").status_code == 302
    report = Report.objects.get()
    assert (report.category, report.subject) == ("collusion", people[0])
    assert "not a verdict" in report.words
    second = moderator(people[1].username)
    assert not reports_for(selves(second)).exists(), "the second of the pair is kept away too"
    with pytest.raises(Forbidden):
        claim_report(report_id=report.pk, actor=second, now=NOON)
    client.post(f"/moderation/signals/{signal.pk}/report/")
    assert Report.objects.count() == 1


@override_settings(LANGUAGES=[("en-gb", "English"), ("de", "Deutsch")])
def test_a_report_from_a_signal_is_in_the_language_of_its_reader() -> None:
    fed_in(*ended_match(), 8)
    recompute_signals(now=NOON)
    client = desk()
    client.post(f"/moderation/signals/{Signal.objects.get().pk}/report/")
    other = Client()
    other.force_login(moderator("otto"))
    report = Report.objects.get()
    pages = {report.get_absolute_url(): other, "/moderation/": other, "/moderation/mine/": client}
    read = [squeezed(by.get(page, headers={"accept-language": "de"}).content.decode()) for page, by in pages.items()]
    assert ["Ein Signal, kein Urteil. Einer spielt für den anderen: ana und" in page for page in read] == [True] * 3
    assert "Standardfehler" in read[0] and "standard errors" not in read[0]
    assert "A signal, not a verdict. One plays for the other: ana and" in report.words


def test_a_moderator_does_not_read_signals_about_themselves() -> None:
    match, people = ended_match()
    fed_in(match, people, 8)
    recompute_signals(now=NOON)
    client = Client()
    client.force_login(moderator("ben"))
    assert "standard errors" not in squeezed(client.get("/moderation/signals/").content.decode())
    assert client.post(f"/moderation/signals/{Signal.objects.get().pk}/report/").status_code == 404


def test_players_do_not_read_signals() -> None:
    client = Client()
    client.force_login(person("ana"))
    assert client.get("/moderation/signals/").status_code == 403


def test_evidence_of_a_match_that_runs_again_is_not_shown() -> None:
    match, people = ended_match()
    fed_in(match, people, 8)
    recompute_signals(now=NOON)
    Match.objects.update(status=Match.Status.RUNNING)
    page = squeezed(desk().get("/moderation/signals/").content.decode())
    assert "standard errors" in page
    assert "/moderation/table/" not in page
    assert recompute_signals(now=NOON) == 0


def test_of_a_long_match_a_fair_part_is_weighed_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow a game is, its match is weighed; only the time limits how much of it."""
    match, _ = ended_match()
    weigh_match(weigh_it=weigh)
    whole = Weighed.objects.get().favours
    looks = iter(range(100))
    monkeypatch.setattr("moderation.weighing.monotonic", lambda: 10.0 * next(looks))
    Weighed.objects.all().delete()
    Match.objects.update(weighed_outcome=0)
    assert weigh_match(weigh_it=weigh)
    part = Weighed.objects.get()
    assert part.head == Match.objects.get(pk=match.pk).head
    steps = [{step for *_, found in rows for step in found} for rows in (whole, part.favours)]
    assert 0 < len(steps[1]) < len(steps[0])
