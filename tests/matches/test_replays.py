"""Bringing a match as a file: what holds is shown, what does not is refused in one sentence, and nothing counts."""

import functools
import json
import random
import re
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings

from accounts.models import User
from engine.log import MatchRecord
from foundation.errors import Refused
from games.registry import GAMES
from ladders.models import Rating
from matches.models import Match
from matches.models.social import Replay
from matches.play import replays as services
from matches.view.record_check import LARGEST_FILE, read_record, title_of
from matches.view.verification import export_json
from tests.matches.tables import NOON, person
from tests.matches.test_exports import played
from tests.support.clients import client_of
from tests.support.html import squeezed
from tests.support.processes import ROOT

pytestmark = pytest.mark.django_db
FLIPS = 120


@pytest.fixture(autouse=True)
def _nobody_is_in_a_hurry() -> None:
    """Files of other tests count for no limit."""
    cache.clear()


@functools.cache
def record_of(slug: str = "bid") -> bytes:
    """The record of a whole match; its rows are gone after the first test that asked for it."""
    match, _ = played(slug)
    return export_json(match)


def bring(data: bytes, user: User | None = None) -> Any:
    return client_of(user or person("ana")).post("/replays/", {"file": sent(data)})


def sent(data: bytes) -> SimpleUploadedFile:
    """A file as a browser sends it."""
    return SimpleUploadedFile("match.json", data, "application/json")


def refusal(data: bytes) -> str:
    """Why a file is refused; nothing was kept."""
    reply = bring(data)
    assert (reply.status_code, Replay.objects.count()) == (400, 0)
    text = squeezed(reply.content.decode())
    sentence = text.split('role="alert"', 1)[1].split("</svg>", 1)[1].split("</p>", 1)[0].strip()
    assert sentence.endswith(".")
    return sentence


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.sampled(2, "every game, not two")
def test_a_match_that_was_taken_away_is_shown_as_it_went(slug: str) -> None:
    data = record_of(slug)
    reply = bring(data)
    assert reply.status_code == 302
    last = len(json.loads(data)["steps"]) - 1
    for address in (reply["Location"], f"{reply['Location']}step/0/", f"{reply['Location']}step/{last // 2}/?seat=2"):
        page = Client().get(address)
        assert page.status_code == 200
        assert "ben" in page.content.decode()
    drawn = Client().get(f"{reply['Location']}step/{last}.svg")
    assert drawn["Content-Security-Policy"].startswith("default-src 'none'")
    root = ElementTree.fromstring(drawn.content)
    assert root.tag.endswith("svg")
    # The seats name the players; a title with all of them would make the board small on a phone.
    heading = root.find(".//*[@class='picture-title']")
    assert heading is not None and heading.text == GAMES[slug].title


def test_a_replay_is_no_match_and_moves_no_rating() -> None:
    data = record_of()
    played("bid")
    before = (Match.objects.count(), list(Rating.objects.order_by("pk").values()))
    token = bring(data)["Location"].split("/")[2]
    assert (Match.objects.count(), list(Rating.objects.order_by("pk").values())) == before
    assert token not in Client().get("/tables/").content.decode()
    assert Client().get(f"/replays/{token}/")["X-Robots-Tag"] == "noindex"


def test_the_same_match_is_kept_once() -> None:
    data = record_of()
    assert bring(data)["Location"] == bring(data)["Location"]
    bring(data, person("ben"))
    assert Replay.objects.count() == 2


def test_a_seats_eyes_see_their_own_hand() -> None:
    address = bring(record_of("manipulation"))["Location"] + "step/0/"
    pages = [Client().get(address + query).content.decode() for query in ("", "?seat=1", "?seat=2")]
    hands = [page.count("a tile face down") for page in pages]
    assert hands[0] > hands[1] > 0
    assert pages[1] != pages[2]


@pytest.mark.parametrize("end", ["step/9999/", "step/0/?seat=4", "step/0/?seat=0", "step/0/?seat=x", "step/9999.svg"])
def test_there_is_no_other_step_or_seat(end: str) -> None:
    assert Client().get(bring(record_of())["Location"] + end).status_code == 404


def test_only_the_owner_may_remove_a_replay() -> None:
    address = bring(record_of())["Location"]
    assert client_of(person("ben")).post(f"{address}remove/").status_code == 404
    assert Client().get(address).status_code == 200
    assert client_of(person("ana")).post(f"{address}remove/").status_code == 302
    assert Client().get(address).status_code == 404


def test_visitors_bring_nothing() -> None:
    assert Client().post("/replays/", {}).status_code == 302
    assert Client().get("/replays/nonsense/").status_code == 404


def test_nobody_keeps_more_than_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_REPLAYS", 0)
    assert "Remove one first" in refusal(record_of())


def test_a_record_is_written_without_a_byte_too_many() -> None:
    """Indented, the longest matches would be larger than what may be brought."""
    data = record_of()
    assert data == msgspec.json.encode(msgspec.json.decode(data))


def test_a_record_just_as_large_as_may_be_is_kept() -> None:
    data = record_of().ljust(LARGEST_FILE)
    assert len(data) > 7_000_000
    assert Client().get(bring(data)["Location"]).status_code == 200


@pytest.mark.parametrize(
    ("file", "words"), [("nginx/piecepack.conf", r"client_max_body_size (\d+)m;"), ("Caddyfile", r"max_size (\d+)MB")]
)
def test_the_proxies_let_a_form_with_the_largest_record_through(file: str, words: str) -> None:
    [megabytes] = re.findall(words, (ROOT / "deploy" / file).read_text())
    assert int(megabytes) * 1_000_000 > LARGEST_FILE + 100_000


# --- Files that do not hold ---


def test_a_form_without_a_file_says_what_is_missing() -> None:
    reply = client_of(person("ana")).post("/replays/", {})
    assert reply.status_code == 400
    assert "Choose a file first" in reply.content.decode()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "This is not an exported match"),
        (b"no json", "This is not an exported match"),
        (b"\xff\xfe\x00", "This is not an exported match"),
        (b"[]", "Expected `object`, got `array`"),
        (b"{}", "missing required field `format`"),
        (b"[" * 100_000, "This is not an exported match"),
        (b'{"format": ' + b"[" * 100_000, "This is not an exported match"),
        (b"x" * (LARGEST_FILE + 1), "larger than 8 MB"),
        (b"[]," * 200_000, "more than a match can"),
    ],
)
def test_what_is_no_record_is_refused(data: bytes, words: str) -> None:
    found = refusal(data)
    assert words in found.replace("&quot;", '"')


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "another 2"}, "`format`"),
        ({"game": "chess"}, "does not know chess"),
        ({"rules_version": 99}, "does not know bid 99"),
        ({"players": "three"}, "`$.players`"),
        ({"players": 4}, "not a seat for each player"),
        ({"options": {"target": "far"}}, "`$.target`"),
        ({"steps": [{"step": 1}]}, "`$.steps[0].step`"),
        ({"site_seed": "zz"}, "This is not an exported match"),
        ({"site_seed": "00"}, "seed"),
        ({"seats": [{"name": "x" * 99, "contribution": ""}] * 3}, "chain"),
    ],
)
def test_a_wrong_field_is_named(change: dict[str, Any], words: str) -> None:
    assert words in refusal(json.dumps(json.loads(record_of()) | change).encode())


@pytest.mark.parametrize("name", ["x" * 99, "a\x00b", "a\x01b", "a\nb", " "])
def test_names_that_cannot_be_shown_are_refused(name: str) -> None:
    raw = json.loads(record_of())
    raw["seats"][0]["name"] = name
    del raw["checksum"], raw["proof"]
    assert "`seats`" in refusal(json.dumps(raw).encode())


def test_a_long_title_is_cut() -> None:
    record = msgspec.json.decode(record_of(), type=MatchRecord)
    seats = tuple(msgspec.structs.replace(seat, name="x" * 60) for seat in record.seats * 4)
    title = title_of(record.game, [seat.name for seat in seats])
    assert len(title) == Replay._meta.get_field("title").max_length and title.endswith("x…")


def test_a_title_is_in_the_language_of_the_one_who_looks() -> None:
    address, title = bring(record_of())["Location"], Replay.objects.get().title
    with override_settings(LANGUAGES=[("en-gb", "English"), ("de", "Deutsch")]):
        for end in ("", "step/0.svg"):
            english, german = (
                Client().get(address + end, headers={"accept-language": language}).content.decode()
                for language in ("en-gb", "de")
            )
            assert title in english and title.replace(" and ", " und ") in german


def test_deep_nesting_within_an_answer_is_refused() -> None:
    data = record_of().decode()
    deep = "[" * 3000 + "]" * 3000
    at = data.index('"action":')
    assert refusal((data[:at] + f'"action":{deep},"was":' + data[at + 9 :]).encode())


@pytest.mark.parametrize("part", [0.1, 0.5, 0.99])
def test_a_file_that_was_cut_short_is_refused(part: float) -> None:
    data = record_of()
    assert "This is not an exported match" in refusal(data[: int(len(data) * part)])


def test_a_record_that_stops_early_is_refused() -> None:
    raw = json.loads(record_of())
    raw["steps"] = raw["steps"][:-1]
    assert "stops before the end" in refusal(json.dumps(raw).encode())


@pytest.mark.parametrize("slug", ["bid", "manipulation", "hexes"])
def test_one_changed_byte_is_found_wherever_it_lies(slug: str) -> None:
    """Changed spaces are harmless, every other changed byte is found."""
    data = record_of(slug)
    whole = json.loads(data)
    luck = random.Random(slug)
    for _ in range(FLIPS):
        at = luck.randrange(len(data))
        changed = data[:at] + bytes([data[at] ^ (1 << luck.randrange(7))]) + data[at + 1 :]
        if not is_refused(changed):
            assert summed(json.loads(changed)) == summed(whole)


def test_a_changed_name_is_found_by_the_checksum() -> None:
    raw = json.loads(record_of())
    raw["seats"][0]["name"] = "bna"
    assert "The file was changed after it was made" in refusal(json.dumps(raw).encode())
    del raw["checksum"], raw["proof"]
    assert not is_refused(json.dumps(raw).encode()), "files of before have none"


def is_refused(data: bytes) -> bool:
    """True if a file is refused, in a sentence."""
    found = ""
    try:
        read_record(data)
    except Refused as refused:
        found = refused.message
    assert found == "" or found.endswith((".", "!"))
    return bool(found)


def summed(raw: dict[str, Any]) -> dict[str, Any]:
    """What the checksum of a record is of."""
    return {name: raw[name] for name in raw if name not in ("checksum", "proof")}


def test_as_many_replays_as_an_owner_brings_are_theirs() -> None:
    services.import_replay(owner=person("ana"), data=record_of(), now=NOON)
    page = client_of(person("ana")).get("/replays/").content.decode()
    page = squeezed(client_of(person("ana")).get("/replays/").content.decode())
    assert "Bid!: ana, ben and cleo" in page
    assert "Bid!" not in client_of(person("ben")).get("/replays/").content.decode()
