"""Matches with public randomness: the round is fixed at the last seat, fetched by a worker, and checked by anyone."""

import json
import socket
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from engine.beacon import QUICKNET, round_after
from engine.log import MatchRecord
from engine.table_settings import TableSettings, TimeControl
from foundation.errors import Stale
from games.bid.rules import BID
from games.verify import check_file, main
from ladders.services.tournaments import withdraw_from_tournament
from matches.lobby.arranged import arrange_match
from matches.lobby.tables import SeatSpec, create_match, join_match, leave_match, start_match
from matches.models import Activity, Match
from matches.rounds import drand
from matches.rounds.beacon import ASKED, end_waiting
from matches.rounds.calling_off import call_off_match
from matches.sweep import sweep
from matches.timeouts.abandoned import call_off_unfilled
from matches.view.summaries import open_matches
from matches.view.verification import export_json, match_checks
from moderation.services.suspensions import suspend_account
from notifications import outgoing
from tests.ladders.play import people as people_of
from tests.ladders.play import tournament_of
from tests.matches.tables import DAY, person
from tests.matches.test_rewinding import go_on
from tests.support.beacon import FULL_AT, RANDOMNESS, ROUND, SIGNATURE, Drand, served
from tests.support.clients import client_of
from tests.test_independent_checker import faults

pytestmark = pytest.mark.django_db
LATE_BY = timedelta(minutes=10)
SOON, LATE = FULL_AT + timedelta(seconds=4), FULL_AT + LATE_BY


@pytest.fixture
def service(settings: Any) -> Iterator[Drand]:
    cache.delete(ASKED)
    with served() as found:
        settings.BEACON, settings.BEACON_URLS = "drand", [found.url]
        settings.OUTGOING_TO_PRIVATE = True
        yield found


def full_table(full_at: datetime = FULL_AT) -> tuple[Match, list[User]]:
    """A table whose last seat was taken then."""
    people = [person(name) for name in ("ana", "ben", "cleo")]
    match = create_match(
        host=people[0],
        slug="bid",
        options=BID.Options(target=25),
        seats=[SeatSpec("open"), SeatSpec("open")],
        time_control=TimeControl(DAY, excuses=0),
        table_settings=TableSettings(),
        contribution="words of ana",
        now=full_at - timedelta(days=2),
    )
    for number, user in enumerate(people[1:]):
        at = full_at - timedelta(hours=1 - number)
        join_match(match_id=match.pk, user=user, token="", contribution=f"words of {user.username}", now=at)
    match.refresh_from_db()
    return match, people


def test_a_full_table_waits_for_the_first_round_after_its_last_seat(service: Drand) -> None:
    match, people = full_table()
    assert (match.status, match.awaits_beacon, match.beacon_round, match.full_at) == ("open", True, ROUND, FULL_AT)
    page = client_of(people[0]).get(f"/table/{match.pk}/").content.decode()
    assert f"when round {ROUND} of the public randomness" in " ".join(page.split())
    assert not end_waiting(match_id=match.pk, now=FULL_AT)
    assert service.asked == [], "nobody asks for a round that is not signed yet"
    assert end_waiting(match_id=match.pk, now=SOON)
    match.refresh_from_db()
    assert (match.status, match.awaits_beacon, match.beacon_signature) == ("running", False, SIGNATURE)
    assert service.asked == [f"/{QUICKNET.hash}/public/{ROUND}"]
    assert SIGNATURE in Client().get(f"/table/{match.pk}/check/").content.decode()
    assert not end_waiting(match_id=match.pk, now=SOON)
    assert [check.detail for check in match_checks(match) if not check.ok] == []


def test_the_record_shows_it_to_anyone(service: Drand, tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    match, people = full_table()
    (tmp_path / "receipt").write_bytes(client_of(people[0]).get(f"/table/{match.pk}/receipt.json").content)
    end_waiting(match_id=match.pk, now=SOON)
    data = export_json(go_on(match, people, now=SOON))
    record = json.loads(data)
    assert record["beacon"] == {
        "chain": QUICKNET.hash,
        "round": ROUND,
        "full_at": FULL_AT.isoformat(),
        "signature": SIGNATURE,
    }
    assert msgspec.json.decode(data, type=MatchRecord).beacon.randomness == RANDOMNESS  # type: ignore[union-attr]
    assert faults(record) == set(), "by the program that is written from the page alone"
    (tmp_path / "file").write_bytes(data)
    assert main([str(tmp_path / "file"), "--receipt", str(tmp_path / "receipt")]) == 0
    assert "sealed after yours" not in capsys.readouterr().out, "words of others cannot matter"


def test_a_site_that_leaves_it_out_breaks_the_receipt(
    service: Drand, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    match, people = full_table()
    (tmp_path / "receipt").write_bytes(client_of(people[0]).get(f"/table/{match.pk}/receipt.json").content)
    Match.objects.filter(pk=match.pk).update(beacon="", beacon_round=None, full_at=None)
    start_match(match_id=match.pk, user=people[0], now=SOON)
    (tmp_path / "file").write_bytes(export_json(go_on(match, people, now=SOON)))
    assert main([str(tmp_path / "file")]) == 0
    assert main([str(tmp_path / "file"), "--receipt", str(tmp_path / "receipt")]) == 1
    assert "another match: the public randomness" in capsys.readouterr().out


def test_a_receipt_from_before_the_start_holds_the_round(
    service: Drand, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """A site that states another time for the last seat chooses another round."""
    match, people = full_table()
    (tmp_path / "receipt").write_bytes(client_of(people[0]).get(f"/table/{match.pk}/receipt.json").content)
    assert json.loads((tmp_path / "receipt").read_bytes())["statement"]["beacon_round"] == ROUND
    later = FULL_AT + timedelta(minutes=2)
    Match.objects.filter(pk=match.pk).update(full_at=later, beacon_round=round_after(later))
    service.status = 503
    assert end_waiting(match_id=match.pk, now=later + LATE_BY)
    match.refresh_from_db()
    (tmp_path / "file").write_bytes(export_json(go_on(match, people, now=later + LATE_BY)))
    assert main([str(tmp_path / "file")]) == 0
    assert main([str(tmp_path / "file"), "--receipt", str(tmp_path / "receipt")]) == 1
    assert "another match: the round of the public randomness" in capsys.readouterr().out


def test_a_table_that_is_called_off_while_it_waits_never_began(service: Drand) -> None:
    match, _ = full_table()
    call_off_match(match=match, reason="moderator", now=SOON)
    assert not end_waiting(match_id=match.pk, now=SOON)
    page = Client().get(f"/table/{match.pk}/check/").content.decode()
    assert "began without it" not in page and "Not known yet" not in page and "The seed opens when" not in page
    assert "This match was called off: it has no record" in page
    assert service.asked == []


def test_nobody_leaves_while_a_match_waits(service: Drand) -> None:
    match, people = full_table()
    for leave in (
        lambda: leave_match(match_id=match.pk, user=people[1], now=SOON),
        lambda: leave_match(match_id=match.pk, user=people[0], now=SOON),
        lambda: start_match(match_id=match.pk, user=people[0], now=SOON),
        lambda: join_match(match_id=match.pk, user=person("dora"), token="", contribution="", now=SOON),
    ):
        with pytest.raises(Stale) as refused:
            leave()
        assert refused.value.code == "match_starting"
    suspend_account(user=people[1], until=LATE, why="", now=SOON)
    sweep(now=SOON + timedelta(days=400))
    assert not call_off_unfilled(match_id=match.pk, now=SOON), "the last seat may be taken during a sweep"
    match.refresh_from_db()
    assert (match.awaits_beacon, match.seats.filter(user=None).exists()) == (True, False)


def refuse(service: Drand, settings: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        settings.BEACON_URLS = [f"http://127.0.0.1:{free.getsockname()[1]}"]


def fail(service: Drand, settings: Any) -> None:
    service.status = 503


def redirect(service: Drand, settings: Any) -> None:
    service.status = 302


def flood(service: Drand, settings: Any) -> None:
    service.body = b" " * 100_000


def babble(service: Drand, settings: Any) -> None:
    service.body = b"<html>"


def lie(service: Drand, settings: Any) -> None:
    other = f"{SIGNATURE[:-1]}{'0' if SIGNATURE[-1] != '0' else '1'}"
    service.body = json.dumps({"round": ROUND, "signature": other}).encode()


def serve_another_round(service: Drand, settings: Any) -> None:
    service.body = json.dumps({"round": ROUND + 1, "signature": SIGNATURE}).encode()


def stay_silent(service: Drand, settings: Any) -> None:
    service.silent = True


def drip(service: Drand, settings: Any) -> None:
    service.drips = True


@pytest.mark.parametrize("way", [refuse, fail, redirect, flood, babble, lie, serve_another_round, stay_silent, drip])
def test_a_broken_or_hostile_service_decides_nothing(
    way: Callable[[Drand, Any], None], service: Drand, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outgoing, "SECONDS_TO_READ", 0.1)
    monkeypatch.setattr(outgoing, "SECONDS_IN_ALL", 0.5)
    way(service, settings)
    match, _ = full_table()
    assert not end_waiting(match_id=match.pk, now=SOON)
    match.refresh_from_db()
    assert match.awaits_beacon


def test_private_machines_are_asked_only_where_webhooks_may_reach_them(service: Drand, settings: Any) -> None:
    settings.OUTGOING_TO_PRIVATE = False
    assert (drand.fetch(ROUND), service.asked) == ("", [])


def test_one_worker_asks_at_a_time_and_rests_when_nobody_answers(service: Drand) -> None:
    match, _ = full_table()
    service.status = 503
    for _ in range(3):
        assert not end_waiting(match_id=match.pk, now=SOON)
    assert len(service.asked) == 1, "services that are down stop no other work"
    service.status = 200
    cache.set(ASKED, "busy")
    assert not end_waiting(match_id=match.pk, now=LATE), "another worker may have it in a moment"
    cache.delete(ASKED)
    assert end_waiting(match_id=match.pk, now=LATE)
    match.refresh_from_db()
    assert match.beacon_signature == SIGNATURE, "late, but not too late"


def test_the_second_service_is_asked_if_the_first_fails(service: Drand, settings: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        nobody = f"http://127.0.0.1:{free.getsockname()[1]}"
    settings.BEACON_URLS = [nobody, f"{service.url}/"]
    assert drand.fetch(ROUND) == SIGNATURE


def test_a_match_that_waited_too_long_begins_without_and_says_so(service: Drand) -> None:
    service.status = 503
    match, people = full_table()
    assert not end_waiting(match_id=match.pk, now=LATE - timedelta(seconds=1))
    assert end_waiting(match_id=match.pk, now=LATE)
    match.refresh_from_db()
    assert (match.status, match.beacon_signature) == ("running", "")
    assert Activity.objects.get(match=match, kind="without_beacon").data == {"round": ROUND}
    assert "began without it" in client_of(people[0]).get(f"/table/{match.pk}/").content.decode()
    assert "the match began without it" in Client().get(f"/table/{match.pk}/check/").content.decode()
    found = {check.name: check for check in check_file(export_json(go_on(match, people, now=LATE)))}
    assert all(check.ok for check in found.values())
    assert "began the match without" in found["beacon"].detail


def test_the_sweep_finds_matches_that_wait(service: Drand, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr("matches.queue.enqueue_begin", asked.append)
    match, _ = full_table()
    sweep(now=SOON)
    assert asked == [match.pk]


def test_tables_of_ladders_wait_too(service: Drand) -> None:
    people = [person(name) for name in ("ana", "ben", "cleo")]
    plan: dict[str, Any] = {"time_control": TimeControl(DAY), "table_settings": TableSettings(), "now": FULL_AT}
    match = arrange_match(slug="bid", options=BID.Options(), players=people, **plan)
    assert match.awaits_beacon
    assert client_of(people[0]).get(f"/table/{match.pk}/").status_code == 200, "it has no host"
    assert end_waiting(match_id=match.pk, now=SOON)


def test_who_withdraws_from_a_tournament_leaves_its_waiting_table_afterwards(service: Drand) -> None:
    """Otherwise a seat would belong to somebody who is not there any more."""
    users = people_of(4)
    tournament = tournament_of(users, now=FULL_AT, seats=4, rounds=1)
    match = Match.objects.get()
    assert match.awaits_beacon
    with pytest.raises(Stale) as refused:
        withdraw_from_tournament(tournament_id=tournament.pk, user=users[0], now=SOON)
    assert refused.value.code == "round_opened"
    assert end_waiting(match_id=match.pk, now=SOON)
    withdraw_from_tournament(tournament_id=tournament.pk, user=users[0], now=SOON)
    assert match.seats.get(user=users[0]).resigned_at == SOON


def test_a_table_that_waits_is_in_no_list_of_tables_to_join(service: Drand) -> None:
    match, people = full_table()
    others, own = open_matches(None), open_matches(people[0].pk)
    assert (match in others, match in own) == (False, True)


def test_unless_switched_on_nobody_is_asked(service: Drand, settings: Any) -> None:
    settings.BEACON = ""
    match, _ = full_table()
    assert (match.status, match.beacon, match.beacon_round, service.asked) == ("running", "", None, [])
