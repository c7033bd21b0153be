"""Receipts, links and keys: what a reader kept shows whether a record is of the match they played."""

import json
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.test import Client

from engine.log import MatchRecord
from engine.proof import Signed, fits_its_key
from engine.table_settings import TableSettings, TimeControl
from foundation.signing import is_own, key_file, sign
from games.registry import GAMES
from games.verify import main
from matches.lobby.tables import SeatSpec, create_match, join_match
from matches.models import Match, Seat
from matches.view.signed import receipt_of
from matches.view.verification import export_json
from tests.api.bots import caller, problem
from tests.matches.tables import NOON, person, table_of
from tests.matches.test_exports import played
from tests.matches.test_rewinding import go_on
from tests.support.clients import client_of
from tests.support.records import Writer

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
KEYS = "/.well-known/piecepack-keys.json"


def receipt(match: Match, user: Any) -> Signed:
    return msgspec.json.decode(client_of(user).get(f"/table/{match.pk}/receipt.json").content, type=Signed)


class Folder:
    """The files that a reader keeps."""

    def __init__(self, place: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.place, self.capsys = place, capsys

    def kept(self, name: str, data: bytes) -> str:
        path = self.place / name
        path.write_bytes(data)
        return str(path)

    def verify(self, data: bytes, *more: str) -> tuple[int, str]:
        outcome = main([self.kept("file", data), *more])
        return outcome, self.capsys.readouterr().out


@pytest.fixture
def folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Folder:
    return Folder(tmp_path, capsys)


def test_all_promises_that_were_kept_are_named(folder: Folder) -> None:
    match, people = table_of("ana", "ben", "cleo", target=25)
    first = client_of(people[1]).get(f"/table/{match.pk}/receipt.json").content
    match = go_on(match, people, 4)
    middle = client_of(people[1]).get(f"/table/{match.pk}/receipt.json").content
    noted = match.head
    match = go_on(match, people)
    keys = folder.kept("keys", Client().get(KEYS).content)
    given = ["--key", keys, "--seed-hash", match.seed_hash, "--head", noted]
    given += ["--receipt", folder.kept("first", first), "--receipt", folder.kept("middle", middle)]
    outcome, out = folder.verify(export_json(match), *given)
    entries = len(msgspec.json.decode(export_json(match), type=MatchRecord).steps)
    assert (outcome, out.count("Not compared")) == (0, 1)
    assert f"Not compared: entries 6 to {entries}" in out
    assert out.splitlines()[-1].endswith(f"Of its {entries} entries, the first 5 are those you were promised.")
    assert out.count(f"The file has what the receipt promised at table {match.pk}.") == 2
    assert "The seed hash is the one you noted." in out
    assert "Entry 5 of" in out
    outcome, out = folder.verify(export_json(match), *given, "--head", match.head)
    assert (outcome, "Not compared" in out) == (0, False)
    assert out.splitlines()[-1].endswith("It is the one you were promised.")


def test_without_the_sites_key_nobody_is_promised_who_played(folder: Folder) -> None:
    """Names are in no link and no receipt, so swapping them breaks neither."""
    match, people = played("bid")
    raw = json.loads(export_json(match))
    first, second = (seat["name"] for seat in raw["seats"][:2])
    raw["seats"][0]["name"], raw["seats"][1]["name"] = second, first
    del raw["proof"], raw["checksum"]
    given = ["--head", match.head, "--seed-hash", match.seed_hash]
    given += ["--receipt", folder.kept("mine", client_of(people[0]).get(receipt_address(match)).content)]
    outcome, out = folder.verify(json.dumps(raw).encode(), *given)
    assert (outcome, "It is the one you were promised." in out) == (0, False)
    assert out.splitlines()[-1].endswith("Its course is the one you were promised.")
    assert "Not compared: the players' names: no link and no receipt holds them" in out
    outcome, out = folder.verify(export_json(match), *given, "--key", folder.kept("keys", Client().get(KEYS).content))
    assert (outcome, "players' names" in out) == (0, False)
    assert out.splitlines()[-1].endswith("It is the one you were promised.")


def test_without_anything_kept_nothing_is_claimed(folder: Folder) -> None:
    match, _ = played("bid")
    outcome, out = folder.verify(export_json(match))
    assert (outcome, out.count("Not compared")) == (0, 5)
    assert out.splitlines()[-1] == "Consistent, and signed; whose the key is was not compared."
    bare = msgspec.structs.replace(msgspec.json.decode(export_json(match), type=MatchRecord), proof=None)
    assert folder.verify(msgspec.json.encode(bare))[1].splitlines()[-1].startswith("Consistent; not signed.")


@pytest.mark.parametrize(
    "wrong",
    [["--head", "abc"], ["--seed-hash", "Z" * 64], ["--key", "/no/such/file"], ["--receipt", "/none"], ["--what"]],
)
def test_what_cannot_be_compared_is_an_error_of_its_own(wrong: list[str], folder: Folder) -> None:
    match, _ = played("bid")
    assert folder.verify(export_json(match), *wrong)[0] == 2


def test_a_key_is_given_as_it_is_too(folder: Folder) -> None:
    match, _ = played("bid")
    data = export_json(match)
    assert folder.verify(data, "--key", key_file().keys[0].key)[0] == 0
    assert folder.verify(data, "--key", "0" * 64)[0] == 1


def test_one_site_signs_nothing_in_the_name_of_another(folder: Folder) -> None:
    match, people = played("bid")
    data, keys = export_json(match), msgspec.json.decode(Client().get(KEYS).content)
    assert folder.verify(data, "--key", folder.kept("keys", msgspec.json.encode(keys)))[0] == 0
    site, keys["site"] = keys["site"], "https://other.example"
    others = ["--key", folder.kept("others", msgspec.json.encode(keys))]
    outcome, out = folder.verify(data, *others)
    assert outcome == 1
    assert f"FAIL key: The file says that it is of {site}, but https://other.example has signed it." in out
    receipt = folder.kept("receipt", client_of(people[0]).get(f"/table/{match.pk}/receipt.json").content)
    assert "FAIL receipt: The receipt says that" in folder.verify(data, *others, "--receipt", receipt)[1]
    _, out = folder.verify(data, "--key", keys["keys"][0]["key"])
    assert out.splitlines()[-1] == f"Consistent, and signed in the name of {site} with a key that you gave."


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_key_that_is_given_twice_counts_as_the_worse_of_both(order: tuple[int, int], folder: Folder) -> None:
    match, people = played("bid")
    data, keys = export_json(match), msgspec.json.decode(Client().get(KEYS).content)
    receipt = folder.kept("receipt", client_of(people[0]).get(f"/table/{match.pk}/receipt.json").content)
    bare, site = keys["keys"][0]["key"], keys["site"]

    def verify_both(named: str, **key: Any) -> tuple[int, str]:
        kept = folder.kept(named.rpartition("/")[2], msgspec.json.encode({**keys, "site": named, "keys": [key]}))
        both = [("--key", bare), ("--key", kept)]
        return folder.verify(data, *both[order[0]], *both[order[1]], "--receipt", receipt)

    withdrawn, others = {**keys["keys"][0], "withdrawn": True}, "https://other.example"
    outcome, out = verify_both(site, **withdrawn)
    assert (outcome, out.count("with a key that the site has withdrawn")) == (1, 2)
    outcome, out = verify_both(others, **keys["keys"][0])
    assert (outcome, out.count(f"but {others} has signed it.")) == (1, 2)
    assert f"Signed by {site}" not in out
    outcome, out = verify_both(site, **keys["keys"][0])
    assert (outcome, f"signed by {site}" in out) == (0, True)


@pytest.mark.parametrize("name", ["keys", "receipt"])
def test_what_was_kept_says_one_thing_only(name: str, folder: Folder) -> None:
    match, people = played("bid")
    paths = {"keys": KEYS, "receipt": f"/table/{match.pk}/receipt.json"}
    kept = client_of(people[0]).get(paths[name]).content
    more = b'{"site":"https://other.example",' if name == "keys" else b'{"key":"",'
    twice = kept.replace(b"{", more, 1)
    option = "--key" if name == "keys" else "--receipt"
    assert folder.verify(export_json(match), option, folder.kept(name, kept))[0] == 0
    assert folder.verify(export_json(match), option, folder.kept(name, twice))[0] != 0


@pytest.mark.parametrize(
    "changed",
    [
        {"algorithm": "none"},
        {"more": 1},
        {"keys": [{"key": "0" * 63}]},
        {"keys": [{"key": "0" * 64 + "\n"}]},
        {"keys": [{"key": "A" * 64}]},
        {"keys": [{"key": "0" * 64, "withdrawn": False, "Withdrawn": True}]},
    ],
)
def test_a_file_of_keys_in_another_form_is_refused(changed: dict[str, Any], folder: Folder) -> None:
    match, _ = played("bid")
    keys = msgspec.json.decode(Client().get(KEYS).content)
    assert folder.verify(export_json(match), "--key", folder.kept("keys", msgspec.json.encode(keys)))[0] == 0
    other = folder.kept("other", msgspec.json.encode(keys | changed))
    assert folder.verify(export_json(match), "--key", other)[0] == 2


def test_a_site_that_plays_the_match_again_is_caught_by_a_receipt_and_a_link(folder: Folder) -> None:
    """The site has all keys: only what players kept shows that it wrote another history under the same seed."""
    match, people = table_of("ana", "ben", "cleo", target=25)
    match = go_on(match, people, 4)
    mine, noted = client_of(people[0]).get(f"/table/{match.pk}/receipt.json").content, match.head
    record = msgspec.json.decode(export_json(go_on(match, people)), type=MatchRecord)
    writer = Writer(game_of_record(record), record.players, seed="9", opened=record, **record.options).play(10_000)
    again = msgspec.json.encode(writer.record())
    assert folder.verify(again)[0] == 0, "consistent, as anyone could have written it"
    outcome, out = folder.verify(again, "--receipt", folder.kept("mine", mine), "--head", noted)
    assert (outcome, "the link of entry 5" in out, "No step has the link" in out) == (1, True, True)


def sat_down(folder: Folder) -> tuple[Match, list[Any], list[str]]:
    """A table where three players sat down one after the other, with the receipts that each got then."""
    people, receipts = [person(name) for name in ("ana", "ben", "cleo")], []
    match, _ = open_table(people[0], joins=[])
    for number, user in enumerate(people):
        if number == len(people) - 1:
            # The last one's seat starts the match: nothing is between.
            break
        if number:
            join_match(match_id=match.pk, user=user, token="", contribution=f"w{number}", now=NOON + HOUR * number)
        receipts.append(folder.kept(f"receipt{number}", client_of(user).get(receipt_address(match)).content))
    return match, people, receipts


def test_what_was_kept_early_promises_no_more_than_the_beginning(folder: Folder) -> None:
    """The seeds are open at the end, so anyone can write another end to the same beginning."""
    match, people, receipts = sat_down(folder)
    join_match(match_id=match.pk, user=people[2], token="", contribution="w2", now=NOON + HOUR * 2)
    record = msgspec.json.decode(export_json(go_on(match, people)), type=MatchRecord)
    writer = Writer(game_of_record(record), record.players, seed="9", opened=record, **record.options).play(10_000)
    again = msgspec.structs.replace(writer.record(), seats=record.seats, checksum="")
    begun = again.steps[0].hash
    for kept, said in (
        (["--seed-hash", record.seed_hash], "nothing you kept says what was played"),
        (["--receipt", receipts[0]], "nothing you kept says what was played"),
        (["--head", begun], f"Of its {len(again.steps)} entries, the first 1 are those you were promised."),
    ):
        outcome, out = folder.verify(msgspec.json.encode(again), *kept)
        assert (outcome, said in out.splitlines()[-1]) == (0, True), out
        assert f"to {len(again.steps)}: nothing you kept was written after them" in out


def test_a_receipt_tells_whether_words_were_added_after_yours(folder: Folder) -> None:
    match, people, receipts = sat_down(folder)
    join_match(match_id=match.pk, user=people[2], token="", contribution="w2", now=NOON + HOUR * 2)
    data = export_json(go_on(match, people))
    for number, receipt_file in enumerate(receipts):
        outcome, out = folder.verify(data, "--receipt", receipt_file)
        later = len(people) - 1 - number
        assert outcome == 0
        assert f"who wrote the words of {later} seat{'s' * (later > 1)}: they were sealed after yours" in out


def test_after_the_last_words_none_were_added(folder: Folder) -> None:
    match, people, receipts = sat_down(folder)
    join_match(match_id=match.pk, user=people[2], token="", contribution="", now=NOON + HOUR * 2)
    data = export_json(go_on(match, people))
    outcome, out = folder.verify(data, "--receipt", receipts[1])
    assert (outcome, "sealed after yours" in out, "who chose the dice" in out) == (0, False, False)
    silent = folder.kept("silent", client_of(people[2]).get(receipt_address(match)).content)
    outcome, out = folder.verify(data, "--receipt", silent)
    assert (outcome, "Not compared: who chose the dice: your receipt has no words of yours" in out) == (0, True)


def test_a_seat_with_other_words_than_when_you_sat_down_counts_as_later(folder: Folder) -> None:
    match, people, receipts = sat_down(folder)
    Seat.objects.filter(match=match, number=0).update(contribution="words that suit the site")
    join_match(match_id=match.pk, user=people[2], token="", contribution="", now=NOON + HOUR * 2)
    data = export_json(go_on(match, people))
    outcome, out = folder.verify(data, "--receipt", receipts[1])
    assert (outcome, "who wrote the words of 1 seat: they were sealed after yours" in out) == (0, True)
    outcome, out = folder.verify(data, "--receipt", receipts[0])
    assert (outcome, "another match: your contribution" in out) == (1, True)


def test_a_changed_commitment_after_the_start_breaks_the_promise(folder: Folder) -> None:
    match, people = table_of("ana", "ben", "cleo", target=25)
    mine = folder.kept("mine", client_of(people[1]).get(receipt_address(match)).content)
    match = go_on(match, people)
    said = msgspec.json.decode(Path(mine).read_bytes(), type=Signed).statement
    for number, found in ((0, "the commitments to all words"), (1, "the commitment to your words")):
        sealed = [*said.commitments]
        sealed[number] = "0" * 64
        other = sign(msgspec.structs.replace(said, commitments=tuple(sealed)))
        outcome, out = folder.verify(export_json(match), "--receipt", folder.kept("r", msgspec.json.encode(other)))
        assert (outcome, found in out) == (1, True)


def receipt_address(match: Match) -> str:
    return f"/table/{match.pk}/receipt.json"


def game_of_record(record: MatchRecord) -> Any:
    return GAMES[record.game]


@pytest.mark.parametrize(
    ("field", "value", "found"),
    [
        ("seed_hash", "0" * 64, "the seed hash"),
        ("number", 4711, "another table"),
        ("rules_version", 9, "the rules"),
        ("options", {"target": 26}, "the options"),
        ("contribution", "words of mallory", "your contribution"),
    ],
)
def test_a_broken_promise_is_named(field: str, value: Any, found: str, folder: Folder) -> None:
    match, people = played("bid")
    said = msgspec.structs.replace(receipt_of(match, people[0].pk).statement, **{field: value})
    outcome, out = folder.verify(export_json(match), "--receipt", folder.kept("r", msgspec.json.encode(sign(said))))
    assert (outcome, f"another match: {found}" in out) == (1, True)


def test_a_changed_receipt_is_none(folder: Folder) -> None:
    match, people = played("bid")
    whole = receipt_of(match, people[0].pk)
    changed = msgspec.structs.replace(whole, statement=msgspec.structs.replace(whole.statement, seed_hash="0" * 64))
    for data in (msgspec.json.encode(changed), b"{}", export_json(match)):
        assert folder.verify(export_json(match), "--receipt", folder.kept("r", data))[0] == 1


def test_a_receipt_is_for_its_seat_alone() -> None:
    match, people = table_of("ana", "ben", "cleo")
    for number, user in enumerate(people):
        found = receipt(match, user)
        assert fits_its_key(found) and is_own(found)
        assert (found.statement.seat, found.statement.contribution) == (number, f"words of {user.username}")
        others = [other.username for other in people if other != user]
        assert not any(name in json.dumps(msgspec.to_builtins(found)) for name in others)
    address = f"/table/{match.pk}/receipt.json"
    assert client_of(person("dora")).get(address).status_code == 403
    assert Client().get(address)["Location"].startswith("/accounts/login/")
    problem(caller(person("dora")).get(f"matches/{match.pk}/receipt"), 403, "not_your_seat")
    sent = caller(people[1]).get(f"matches/{match.pk}/receipt").json()
    assert sent == json.loads(msgspec.json.encode(receipt(match, people[1])))


def test_the_first_receipt_is_there_once_a_seat_is_taken_and_names_no_seat_that_is_still_drawn() -> None:
    ana = person("ana")
    for anonymous, number in ((False, 0), (True, None)):
        match, _ = open_table(ana, anonymous=anonymous)
        said = receipt(match, ana).statement
        assert (said.steps, said.head, said.seed_hash, said.seat) == (0, "", match.seed_hash, number)
        page = client_of(ana).get(f"/table/{match.pk}/").content.decode()
        assert f"/table/{match.pk}/receipt.json" in page


def open_table(host: Any, joins: Sequence[str] = ("ben",), **more: Any) -> tuple[Match, list[Any]]:
    match = create_match(
        host=host,
        slug="bid",
        options=GAMES["bid"].Options(),
        seats=[SeatSpec("open"), SeatSpec("open")],
        time_control=TimeControl(86400),
        table_settings=TableSettings(**more),
        contribution="mine",
        now=NOON,
    )
    for name in joins:
        join_match(match_id=match.pk, user=person(name), token="", contribution="his", now=NOON)
    return match, [host]


@pytest.mark.parametrize("unreadable", [b"", b"{", b"[1]", b"\xff", b'[Game "Bid!"]\n\nnothing'])
def test_of_a_file_that_cannot_be_read_nothing_is_said_to_be_compared(folder: Folder, unreadable: bytes) -> None:
    match, people = played("bid")
    mine = folder.kept("mine", client_of(people[0]).get(receipt_address(match)).content)
    keys = folder.kept("keys", Client().get(KEYS).content)
    given = ["--key", keys, "--seed-hash", match.seed_hash, "--head", match.head, "--head", "0" * 64]
    given += ["--receipt", mine, "--receipt", mine, "--record", mine]
    outcome, out = folder.verify(unreadable, *given)
    left_out = [line.partition("Not compared: ")[2] for line in out.splitlines() if "Not compared: " in line]
    assert outcome == 1 and out.startswith("FAIL file")
    assert len(left_out) == 7 and all(line.endswith(": the file cannot be read.") for line in left_out)
    for kept in ("the key ", match.seed_hash, match.head, "0" * 64, "receipt 1", "receipt 2", "--record"):
        assert sum(kept in line for line in left_out) == 1, kept
    assert "Not compared" not in folder.verify(unreadable)[1]
