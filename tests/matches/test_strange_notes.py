"""Records with strange notes of moderators: nothing unknown is kept, shown, or stands in the way of an erasure."""

import json
import logging
import zlib
from datetime import datetime
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.cache import cache
from django.test import Client

from engine.beacon import QUICKNET, Beacon, later_round
from engine.log import statement_of
from engine.notes import NOTES
from engine.proof import Signed, message
from foundation.json_size import DEEPEST, is_deeper
from games.registry import GAMES
from games.verify import check_file, main
from matches.activity.intervention_sentences import SENTENCES
from matches.models.social import Replay
from matches.play.replays import import_replay, unname_replays
from matches.view.replays import unpack_record
from tests.matches.tables import NOON, person
from tests.matches.test_replays import bring, is_refused, refusal
from tests.support.beacon import FULL_AT, ROUND, SIGNATURE
from tests.support.records import AT, Writer

pytestmark = pytest.mark.django_db

BEACON = Beacon(QUICKNET.hash, ROUND, FULL_AT.isoformat(), SIGNATURE)
COMMON = {"action": "lock-chat", "by": "a moderator", "category": "bug", "audit": 7, "step_then": -1}
OWN: dict[str, dict[str, Any]] = {
    "rewound": {"to": 0},
    "rewinding": {"to": 0, "round": later_round(datetime.fromisoformat(AT))},
    "extended": {"seat": 0, "hours": 336},
    "deadline_set": {"seat": 2, "deadline": "2026-02-28T12:00+00:00"},
    "adjusted": {"places": [1, 2, 2]},
    **{kind: {"seat": 1} for kind in ("bot_seated", "handed_back", "reseated", "resigned", "unresigned")},
}
STRANGE: list[tuple[str, dict[str, Any]]] = [
    ("paused", {"x": 1}),
    ("paused", {"seat": 1}),
    ("paused", {"by": "mallory"}),
    ("paused", {"category": "b" * 1000}),
    ("paused", {"category": None}),
    ("paused", {"action": "pause\n"}),
    ("paused", {"audit": "7"}),
    ("paused", {"audit": 7.0}),
    ("paused", {"audit": -1}),
    ("paused", {"step_then": -2}),
    ("extended", {"seat": 0}),
    ("extended", {"seat": 0, "hours": "9"}),
    ("extended", {"seat": -1, "hours": 9}),
    ("extended", {"seat": 3, "hours": 9}),
    ("extended", {"seat": 0, "hours": 10**30}),
    ("deadline_set", {"seat": 0, "deadline": "soon"}),
    ("deadline_set", {"seat": 0, "deadline": "2026-02-30T12:00+00:00"}),
    ("deadline_set", {"seat": 0, "deadline": "2026-02-28T12:00+00:00\n"}),
    ("adjusted", {"places": [1, 2]}),
    ("adjusted", {"places": [1, 2, [3]]}),
    ("paused again", {}),
]


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    cache.clear()


def whole() -> Writer:
    return Writer(GAMES["bid"], 3, beacon=BEACON).play(3000)


def nested(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


def noted(kind: str, note: dict[str, Any]) -> bytes:
    if kind != "rewound":
        return whole().note(kind, **note).file()
    return Writer(GAMES["bid"], 3).play(3).rewind(**note).play(3000).file()


# --- What a note may say ---


@pytest.mark.parametrize("kind", NOTES)
def test_a_note_of_every_kind_is_taken_with_all_that_it_may_say(kind: str) -> None:
    for note in (OWN.get(kind, {}), COMMON | OWN.get(kind, {})):
        assert not is_refused(noted(kind, note))
        assert all(check.ok for check in check_file(noted(kind, note)))


@pytest.mark.parametrize(("kind", "note"), STRANGE)
def test_a_note_with_anything_else_is_refused(kind: str, note: dict[str, Any]) -> None:
    data = noted(kind, note)
    assert is_refused(data)
    assert [check.name for check in check_file(data)] == ["note"]


def test_every_kind_that_a_record_may_have_has_its_sentence() -> None:
    assert set(NOTES) == set(SENTENCES)


@pytest.mark.parametrize("at", ["soon", "x" * 100_000, "2026-01-01", "2026-01-01T12:00:00+00:00\n", ""])
def test_the_time_of_a_step_is_written_as_one(at: str) -> None:
    assert "no time" in refusal(Writer(GAMES["bid"], 3, at=at).play(3000).file())


# --- How deep ---


@pytest.mark.parametrize("slug", GAMES)
def test_no_honest_record_is_nearly_as_deep_as_may_be(slug: str) -> None:
    for seats in (GAMES[slug].players[0], GAMES[slug].players[-1]):
        assert not is_deeper(Writer(GAMES[slug], seats).play(3000).file(), DEEPEST - 6)


def test_depth_is_counted_outside_of_texts() -> None:
    for data, depth in ((b"1", 0), (b"[]", 1), (b'{"a":[{}],"b":[]}', 3), (b'["[[[\\"[[", "\\\\", [1]]', 2)):
        assert is_deeper(data, depth - 1) or not depth
        assert not is_deeper(data, depth)


@pytest.mark.parametrize("levels", [10, 16, 900])
def test_a_note_that_is_nested_deep_is_refused_or_can_be_shown_and_erased(levels: int) -> None:
    """The check begins higher on the stack than a page does."""
    reply = bring(whole().note("paused", x=nested(levels)).file())
    if reply.status_code == 302:
        assert Client().get(reply["Location"]).status_code == 200
        unname_replays(word="player 1", called="erased")
    assert not Replay.objects.exists()


def test_a_record_that_is_too_deep_is_not_even_decoded() -> None:
    data = whole().file().replace(b'"action":', b'"action":' + b"[" * 900 + b"]" * 900 + b',"was":', 1)
    assert "nested deeper than a match" in refusal(data)


# --- Replays that cannot be read ---


@pytest.mark.parametrize("kept", [b"no zip", zlib.compress(b"no json"), zlib.compress(b"[" * 5000), b""])
def test_a_replay_that_cannot_be_read_stops_no_erasure(kept: bytes, caplog: pytest.LogCaptureFixture) -> None:
    good, broken = (
        import_replay(owner=person(name), data=Writer(GAMES["bid"], 3, seed=name).play(3000).file(), now=NOON)
        for name in ("ana", "ben")
    )
    Replay.objects.filter(pk=broken.pk).update(record=kept)
    with caplog.at_level(logging.WARNING):
        unname_replays(word="player 1", called="someone")
    [left] = Replay.objects.all()
    assert left.pk == good.pk
    assert unpack_record(bytes(left.record)).seats[0].name == "someone"
    assert f"replay {broken.pk}" in caplog.text.lower()
    assert "player 1" not in caplog.text


# --- What a file makes the checker print ---

BREAKS = ["\n", "\r", "\x1b[2J", "\u2028", "\u202e", "\x85"]
LIE = "Consistent, and signed by https://piecepack.example with a key that you gave."


def printed(data: bytes, tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> str:
    (tmp_path / "match.json").write_bytes(data)
    main([str(tmp_path / "match.json")])
    return capsys.readouterr().out


def test_a_kind_cannot_write_a_verdict(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(noted(f"paused.\n{LIE}\x1b[8m", {}), tmp_path, capsys)
    assert LIE not in out and out.startswith("FAIL note")


@pytest.mark.parametrize("between", [*BREAKS, " " * 300, "x" * 300])
def test_a_signed_site_cannot_write_a_verdict(between: str, tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    record, private = whole().record(), Ed25519PrivateKey.generate()
    statement = statement_of(record, site=f"https://a.example{between}{LIE}\x1b[8m", number=1)
    public = private.public_key().public_bytes_raw().hex()
    proof = Signed(statement, public, private.sign(message(statement)).hex())
    out = printed(msgspec.json.encode(msgspec.structs.replace(record, proof=proof)), tmp_path, capsys)
    assert LIE not in out
    assert all(line.isprintable() for line in out.split("\n"))


@pytest.mark.parametrize("between", BREAKS)
def test_a_game_cannot_write_a_verdict(between: str, tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    raw = json.loads(whole().file()) | {"game": f"bid{between}{LIE}{between}\x1b[8m"}
    out = printed(json.dumps(raw).encode(), tmp_path, capsys)
    assert LIE in out and LIE not in out.splitlines()
    assert all(line.isprintable() for line in out.split("\n"))
