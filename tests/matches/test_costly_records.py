"""Files that cost more than they are worth: counted before they are checked, checked apart, and never twice."""

import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import msgspec
import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import translation
from msgspec import inspect

from engine.game import AnyGame
from engine.positions import EVERY
from foundation import file_checks
from foundation.errors import Refused
from foundation.json_size import has_fractions
from foundation.niced import NicedProcess
from games.registry import GAMES
from matches.lobby.forks import LARGEST_ORIGIN
from matches.models import Match
from matches.models.social import Replay
from matches.play import replays
from matches.view.record_check import MOST_STEPS, Checked, check, read_record
from tests.api.bots import caller, problem
from tests.matches.tables import person
from tests.matches.test_replays import bring, refusal, sent
from tests.support.clients import client_of
from tests.support.jobs import ends_the_process, fails, waits_for, waits_for_end_of, waits_too
from tests.support.records import Writer
from tests.support.site import eventually

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    cache.clear()


def written(slug: str = "bid", seats: int = 3, **options: Any) -> Writer:
    return Writer(GAMES[slug], seats, **options).play(3000)


# --- Counted before they are checked ---


def test_steps_are_counted_however_their_keys_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    writer = Writer(GAMES["bid"], 3)
    for _ in range(MOST_STEPS):
        writer.note("paused")
    data = writer.file().replace(b'"step"', b'"ste\\u0070"').replace(b'"draws"', b'"draw\\u0073"')
    monkeypatch.setattr(GAMES["bid"], "initial_state", _unwanted)
    with pytest.raises(Refused) as refused:
        read_record(data)
    assert refused.value.code == "match_too_long"


def test_values_are_counted_before_they_take_up_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    record = written().file()
    data = record.replace(b'"options":{', b'"note":[' + b"[]," * 400_000 + b'0],"options":{', 1)
    assert len(data) < 2_000_000
    assert "more than a match can" in refusal(data)
    body = b'{"record": ' + data + b"}"
    problem(caller(person("ana")).post("replays", body), 413, "body_too_large", "/")


def test_texts_are_counted_too() -> None:
    """What has millions of them is no JSON, but it would be looked through before that shows."""
    body = b'""' * 500_000
    problem(caller(person("ana")).post("replays", body), 413, "body_too_large", "/")
    assert "more than a match can" in refusal(body)


def test_a_record_has_whole_numbers_only_so_that_slow_ones_are_not_read() -> None:
    ana = caller(person("ana"))
    for slow in (b"1.2345678901234567e-300", b"1.23456789012345e307", b"1E0", b"-0.5", b"2.0"):
        problem(ana.post("replays", b'{"record":[' + slow + b"]}"), 400, "number_not_whole", "/")
        assert "numbers that are not whole" in refusal(
            written().file().replace(b'"draws":[', b'"draws":[' + slow + b",", 1)
        )


def test_a_point_in_a_text_belongs_to_no_number() -> None:
    for text in (b'"1.5e7"', rb'"\"1.5"', rb'"\\\"2.5\\"', b'["2.5","3e1",true,false,1]', b'{"1.5":1,"a":"b1.5'):
        assert not has_fractions(text)
    for number in (b"1.5", rb'["\\",1.5]', rb'["\\\"",1e5,""]', b'{"a":-1E+5}', b'["a",0.1'):
        assert has_fractions(number)


@pytest.mark.parametrize("slug", GAMES)
def test_no_honest_record_has_a_number_that_is_not_whole(slug: str) -> None:
    game = GAMES[slug]
    assert not has_fractions(written(slug, game.players[-1]).file())
    kinds = [inspect.type_info(kind) for kind in (game.Options, game.Action)]
    assert "FloatType" not in repr(kinds)


def test_a_body_that_cannot_be_read_counts_as_a_record_that_is_brought(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"replay": "1/h/user"}
    ana = caller(person("ana"))
    assert [ana.post("replays", b'{"record":[').status_code for _ in range(2)] == [400, 429]
    assert ana.get("replays").status_code == 200


def test_a_contribution_is_no_longer_than_the_site_takes() -> None:
    """It is hashed again for every later seed."""
    assert "contribution" in refusal(Writer(GAMES["bid"], 3, word="w" * 101).play(100).file())


def test_a_moderators_note_is_no_longer_than_one_of_this_site() -> None:
    assert "does not know what it says" in refusal(written().note("extended", hours="9" * 1000).file())


def test_a_refusal_repeats_no_text_of_any_length() -> None:
    raw = msgspec.json.decode(written().file())
    for changed in ({"game": "g" * 100_000}, {"options": {"o" * 100_000: 1}}):
        assert len(refusal(msgspec.json.encode(raw | changed))) < 1000


def _unwanted(*arguments: object, **more: object) -> NoReturn:
    raise AssertionError("This was not to be called.")


# --- Checked apart ---


@pytest.fixture
def too_costly(monkeypatch: pytest.MonkeyPatch) -> Iterator[bytes]:
    """A file that was given up once. Another check of it would fail the test."""
    hasty = NicedProcess(patience=120, seconds=0.001, memory=file_checks.MEMORY)
    monkeypatch.setattr(file_checks, "PROCESS", hasty)
    data = written("tp5", 12).file()
    try:
        assert "takes too long to check here" in refusal(data)
        monkeypatch.setattr(file_checks, "PROCESS", None)
        yield data
    finally:
        hasty.close()


def test_a_file_that_takes_too_long_is_refused_and_not_checked_again(too_costly: bytes) -> None:
    assert "takes too long to check here" in refusal(too_costly)


def test_nor_in_another_language(too_costly: bytes) -> None:
    with translation.override("de"), pytest.raises(Refused) as refused:
        replays.checked_file(too_costly)
    assert refused.value.code == "file_too_costly"


def begins(key: str, work: Any, *given: object) -> str:
    """Ask for a result without waiting, and return the code of the refusal."""
    with pytest.raises(Refused) as refused:
        file_checks.result_apart(key, Checked, work, *given)
    return refused.value.code


def all_ended() -> None:
    eventually(lambda: not file_checks._jobs, 120)


def test_a_crash_of_the_process_refuses_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    data = written().file()
    with monkeypatch.context() as patch:
        patch.setattr(replays, "check", ends_the_process)
        assert "takes too long to check here" in refusal(data)
    assert "takes too long to check here" in refusal(data), "kept"
    cache.clear()
    assert bring(data).status_code == 302, "the next job is done"


def test_a_crash_of_the_process_ends_no_other_check(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(file_checks, "WAIT", 0)
    (tmp_path / "there").touch()
    assert begins("crashes", ends_the_process, b"") == "check_running"
    assert begins("waits", waits_for, str(tmp_path / "there")) == "check_running"
    all_ended()
    monkeypatch.setattr(file_checks, "PROCESS", None)
    assert file_checks.result_apart("waits", Checked, waits_for).title == str(tmp_path / "there")
    assert begins("crashes", ends_the_process) == "file_too_costly"


def test_work_that_stands_still_is_ended_and_holds_up_nobody(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "there").touch()
    monkeypatch.setattr(file_checks, "WAIT", 120)
    assert file_checks.result_apart("starts", Checked, waits_for, str(tmp_path / "there")).title, (
        "the process has begun"
    )
    monkeypatch.setattr(file_checks, "LONGEST", 0.2)
    assert begins("waits", waits_for, str(tmp_path / "never")) == "check_running"
    monkeypatch.setattr(file_checks, "LONGEST", 120)
    assert file_checks.result_apart("next", Checked, waits_for, str(tmp_path / "there")).title
    (tmp_path / "never").touch()
    assert file_checks.result_apart("waits", Checked, waits_for, str(tmp_path / "never")).title, (
        "it was not called too costly"
    )


def test_work_that_fails_makes_room_and_refuses_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    data = written().file()
    with monkeypatch.context() as patch:
        patch.setattr(replays, "check", fails)
        for number in range(file_checks.MOST_AT_ONCE + 1):
            assert "cannot be checked" in refusal(data + b" " * number)
        reply = caller(person("ana")).post("replays", b'{"record": ' + data + b"}")
        problem(reply, 400, "file_breaks_check", "/record")
    all_ended()
    assert bring(data).status_code == 302


def test_a_cache_that_fails_makes_room_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(*arguments: object) -> NoReturn:
        raise ConnectionError("Redis starts again.")

    with monkeypatch.context() as patch:
        patch.setattr(file_checks, "SMALL", file_checks.LARGEST_KEPT)
        patch.setattr(file_checks, "cache", SimpleNamespace(get=lambda key: None, set=lost))
        for number in range(file_checks.MOST_AT_ONCE + 1):
            assert bring(written().file() + b" " * number).status_code == 302
    all_ended()


def test_a_place_is_free_again_before_its_result_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    keeps_slowly = SimpleNamespace(get=lambda key: None, set=lambda *arguments: time.sleep(0.1))
    monkeypatch.setattr(file_checks, "SMALL", file_checks.LARGEST_KEPT)
    monkeypatch.setattr(file_checks, "WAIT", 60)
    monkeypatch.setattr(file_checks, "cache", keeps_slowly)
    for number in range(2):
        assert bring(written().file() + b" " * number).status_code == 302


def test_a_long_check_goes_on_without_its_request_and_what_it_finds_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_checks, "WAIT", 0)
    data, ana = written("tp5", 12).file(), caller(person("ana"))
    reply = ana.post("replays", b'{"record": ' + data + b"}")
    problem(reply, 503, "check_running")
    assert reply.headers["Retry-After"] == "2"
    assert not Replay.objects.exists()
    eventually(lambda: not file_checks._jobs, 120)
    monkeypatch.setattr(file_checks, "PROCESS", None)
    assert ana.post("replays", b'{"record": ' + data + b"}").status_code == 201


def test_only_a_few_checks_wait_for_their_turn(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(file_checks, "WAIT", 0)
    file, end = written().file(), tmp_path / "end"
    try:
        for number in range(file_checks.MOST_AT_ONCE):
            work = waits_too if number % 2 else waits_for
            assert begins(f"waits-{number}", work, str(end)) == "check_running"
        reply = bring(file)
        assert reply.status_code == 503
        assert "Other matches are being checked" in reply.content.decode()
    finally:
        end.touch()
    all_ended()
    monkeypatch.setattr(file_checks, "WAIT", 120.0)
    assert bring(file).status_code == 302


def test_an_account_or_an_address_has_one_place_at_a_time(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(file_checks, "WAIT", 0)
    file, end = written().file(), tmp_path / "end"
    body = b'{"record": ' + file + b"}"
    try:
        with monkeypatch.context() as patch:
            patch.setattr(replays, "check", waits_for_end_of(end))
            assert "is not done yet" in bring(file + b" ").content.decode()
            assert "is not done yet" in bring(file + b" ").content.decode(), "the same file goes on"
        same_account = client_of(person("ana")).post("/replays/", {"file": sent(file)}, REMOTE_ADDR="192.0.2.1")
        assert same_account.status_code == 503
        assert "before from here is still being checked" in same_account.content.decode()
        same_address = caller(person("ben")).post("replays", body)
        problem(same_address, 503, "your_check_running")
        assert same_address.headers["Retry-After"] == "2"
        another = client_of(person("cleo")).post("/replays/", {"file": sent(file)}, REMOTE_ADDR="192.0.2.1")
        assert "is not done yet" in another.content.decode()
    finally:
        end.touch()
    all_ended()
    monkeypatch.setattr(file_checks, "WAIT", 120.0)
    assert bring(file).status_code == 302


def test_visitors_who_check_matches_leave_room_for_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(file_checks, "WAIT", 0)
    end = tmp_path / "end"
    try:
        codes = [begins(f"waits-{number}", waits_for, str(end)) for number in range(5)]
        assert codes == ["check_running"] * 2 + ["checks_running"] * 3
        reply = caller(person("ana")).post("replays", b'{"record": ' + written().file() + b"}")
        problem(reply, 503, "check_running")
    finally:
        end.touch()
    all_ended()


# --- Never twice ---


def counted_rounds(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count how many rounds are played from now on."""
    rounds, apply = Counter[str](), game.apply

    def counted(*arguments: Any) -> Any:
        rounds["rounds"] += 1
        return apply(*arguments)

    monkeypatch.setattr(game, "apply", counted)
    return rounds


def test_a_page_of_a_replay_plays_a_few_rounds_only(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["tp5"]
    writer = written("tp5", 12)
    address = bring(writer.file())["Location"]
    rounds = counted_rounds(game, monkeypatch)
    last = len(writer.steps) - 1
    for step in (0, EVERY, 2 * EVERY - 1, last):
        for end in (f"step/{step}/", f"step/{step}/?seat=2", f"step/{step}.svg"):
            rounds.clear()
            assert Client().get(address + end).status_code == 200
            assert rounds["rounds"] < EVERY


@pytest.mark.parametrize("slug", ["tp5", "concealed-draw"])
def test_playing_on_from_a_replay_plays_a_few_rounds_only(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES[slug]
    seats = game.players[-1]
    writer = Writer(game, seats).play(3000)
    ana = person("ana")
    address, step = bring(writer.file(), ana)["Location"], writer.number - 1
    assert writer.number > EVERY
    rounds = counted_rounds(game, monkeypatch)
    path, body = f"{address}step/{step}/play-on/", {"seat": "0", "company": "bots", "level": "random", "pace": "86400"}
    for reply in (lambda: client_of(ana).get(path), lambda: client_of(ana).post(path, body)):
        rounds.clear()
        assert reply().status_code in (200, 302)
        # The page shows the position too.
        assert rounds["rounds"] < 2 * EVERY
    assert Match.objects.get().fork_words.startswith(f"step {step} of")


def test_what_is_too_long_to_be_kept_in_every_match_is_not_played_on_from() -> None:
    writer = Writer(GAMES["tp5"], 3).play(20)
    while len(writer.file()) <= LARGEST_ORIGIN:
        writer.rewind(2)
        writer.play(50)
    ana = person("ana")
    address = bring(writer.play(3000).file(), ana)["Location"]
    body = {"seat": "0", "company": "bots", "level": "random", "pace": "86400"}
    late = client_of(ana).post(f"{address}step/{writer.number - 1}/play-on/", body)
    assert late.status_code == 400 and "too long by this step" in late.content.decode()
    assert Match.objects.count() == 0
    assert client_of(ana).post(f"{address}step/5/play-on/", body).status_code == 302


def test_a_user_plays_on_so_often_and_no_more(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"play_on": "1/h/user"}
    ana = person("ana")
    address = bring(written().file(), ana)["Location"]
    path, body = f"{address}step/3/play-on/", {"seat": "0", "company": "bots", "level": "random", "pace": "86400"}
    assert [client_of(ana).post(path, body).status_code for _ in range(2)] == [302, 429]
    token = Replay.objects.get().token
    assert caller(ana).post(f"replays/{token}/play-on", {"seat": 0, "step": 3}).status_code == 429


def test_a_check_gives_the_same_here_and_apart() -> None:
    data = written().file()
    bring(data)
    kept = Replay.objects.get()
    found = check(data)
    assert (kept.title, kept.digest, bytes(kept.record)) == (found.title, found.digest, found.record)
    assert bytes(kept.positions) == found.positions
