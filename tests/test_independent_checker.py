"""An independent checker, written from docs/verification.md alone, agrees with the site on a real match.

It imports nothing of the site's hashing or chance: any reader of that page can write the same.
"""

import hashlib
import hmac
import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.test import Client

from accounts.models import User
from engine.quick_chance import RandomChance
from engine.table_settings import TableSettings, TimeControl
from games.bid.rules import BID
from games.verify import check_file
from matches.interventions.outcomes import set_places, set_voided
from matches.interventions.pausing import pause_as_moderator, resume_as_moderator
from matches.interventions.rewinding import rewind_match
from matches.interventions.seats import give_seat_to_person
from matches.lobby.tables import SeatSpec, create_match, join_match
from matches.log.states import game_of, state_of
from matches.models import Match
from matches.rounds.resolve import resolve_round
from matches.view.verification import match_checks
from tests.matches.tables import DAY, NOON, answer_all, person, seed_token_of
from tests.support.processes import ROOT

Json = dict[str, Any]

WORDS = ("žluťoučký kůň", 'quotes " and \\ strokes', "東京 🎲")
SIDES_OF_A_DIE = 6
PLAY = ("setup", "round", "rewound")
"""Steps with a number of their own."""


def canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def contributions(record: Json) -> list[str]:
    return [seat["contribution"] for seat in record["seats"]]


def seed_of(record: Json, site_seed: str, signature: str) -> bytes:
    words = contributions(record)
    mixed = [words, sha256(bytes.fromhex(signature))] if signature else words
    return hmac_sha256(bytes.fromhex(site_seed), canonical(mixed))


def seeds_of(record: Json) -> Iterator[bytes]:
    """The seed of each step: a new one from where an ended match was taken back, with a new round."""
    seed, later = record["site_seed"], iter(record.get("later_seeds", []))
    signature = record.get("beacon", {}).get("signature", "")
    for step in steps_of(record):
        note = step.get("note", {})
        seed = next(later, "") if "seed_hash" in note else seed
        signature = note.get("signature", signature)
        yield seed_of(record, seed, signature)


def steps_of(record: Json) -> list[Json]:
    return [chained["step"] for chained in record["steps"]]


def place_of(step: Json) -> str:
    return f"{step['number']}.{step['part']}" if "part" in step else str(step["number"])


def words_of(seed: bytes, step: int) -> Iterator[int]:
    """The chance words of a step, without end."""
    number = 0
    while True:
        yield int.from_bytes(hmac_sha256(seed, f"{step}:{number}".encode())[:8], "big")
        number += 1


def drawn(words: Iterator[int], bound: int) -> int:
    """The next number below a bound; words at the upper end are passed over."""
    fair = 2**64 - 2**64 % bound
    return next(word for word in words if word < fair) % bound


def commitment(step: int, answer: Json) -> str:
    return sha256(canonical([step, answer["player"], answer["nonce"], answer["action"]]))


def words_commitment(seat: Json) -> str:
    return sha256(canonical([seat["nonce"], seat["contribution"]])) if seat["contribution"] else ""


def first_link(record: Json) -> str:
    fixed = [record[name] for name in ("format", "game", "rules_version", "options")]
    commitments = [words_commitment(seat) for seat in record["seats"]]
    return sha256(canonical([*fixed, contributions(record), commitments, record["seed_hash"], record.get("beacon")]))


def links(record: Json) -> Iterator[str]:
    link = first_link(record)
    for step, seed in zip(steps_of(record), seeds_of(record), strict=True):
        salt = hmac_sha256(seed, f"link:{place_of(step)}".encode()).hex()
        link = sha256(canonical([link, salt, step]))
        yield link


def bounds_of(record: Json, step: Json) -> list[int]:
    """What Bid! draws: who rolls first, then nothing but dice of six sides."""
    draws = len(step.get("draws", []))
    return ([record["players"]] if step["kind"] == "setup" else []) + [SIDES_OF_A_DIE] * draws


def faults(record: Json) -> set[str]:
    """The names of what does not hold in a record of Bid!."""
    renewed = [step["note"]["seed_hash"] for step in steps_of(record) if "seed_hash" in step.get("note", {})]
    seeds = [record["site_seed"], *record.get("later_seeds", [])]
    hashes = [sha256(bytes.fromhex(seed)) for seed in seeds]
    found = set() if hashes == [record["seed_hash"], *renewed] == [record["seed_hash"], *seeds[:-1]] else {"seed"}
    if list(links(record)) != [chained["hash"] for chained in record["steps"]]:
        found.add("chain")
    number, part = -1, 0
    for step, seed in zip(steps_of(record), seeds_of(record), strict=True):
        number, part = (number + 1, 0) if step["kind"] in PLAY else (number, part + 1)
        found |= set() if (step["number"], step.get("part", 0)) == (number, part) else {"chain"}
        found |= faults_of_step(record, seed, step)
    return found


def faults_of_step(record: Json, seed: bytes, step: Json) -> set[str]:
    opened = [answer for answer in step.get("answers", []) if "commitment" in answer]
    words = words_of(seed, step["number"])
    draws = step.get("draws", [])
    expected = [drawn(words, bound) for bound in bounds_of(record, step)][: len(draws)]
    found = {"answers" for answer in opened if commitment(step["number"], answer) != answer["commitment"]}
    return found | ({"chance"} if draws != expected else set())


def moderated_match() -> Match:
    """A match that moderators took back while it ran and after its end, with a substitute, its result voided."""
    match, people = running_match()
    play(match, people, 3)
    note = {"by": "a moderator", "category": "bug", "audit": 1}
    pause_as_moderator(match_id=match.pk, note=note, now=NOON)
    resume_as_moderator(match_id=match.pk, note=note, now=NOON)
    rewind_match(match_id=match.pk, to=1, note=note, now=NOON)
    people[1] = person("dora")
    give_seat_to_person(match_id=match.pk, seat=1, user=people[1], note=note, now=NOON)
    play(match, people)
    set_voided(match_id=match.pk, voided=True, note=note, now=NOON)
    rewind_match(match_id=match.pk, to=5, note=note, now=NOON)
    play(match, people)
    set_places(match_id=match.pk, places=[1, 3, 2], note=note, now=NOON)
    set_voided(match_id=match.pk, voided=True, note=note, now=NOON)
    return Match.objects.get(pk=match.pk)


def finished_match() -> Match:
    """A match of three people, played to its end through the services of the site."""
    match, people = running_match()
    play(match, people)
    assert game_of(match).places(state_of(match))
    return match


def running_match() -> tuple[Match, list[User]]:
    """A match of three people that has begun."""
    people = [person(name) for name in ("ana", "ben", "cleo")]
    match = create_match(
        host=people[0],
        slug="bid",
        options=BID.Options(target=25, round_limit=20),
        seats=[SeatSpec("open"), SeatSpec("open")],
        time_control=TimeControl(DAY),
        table_settings=TableSettings(),
        contribution=WORDS[0],
        now=NOON,
        seed_token=seed_token_of(people[0], "bid"),
    )
    for user, words in zip(people[1:], WORDS[1:], strict=True):
        join_match(match_id=match.pk, user=user, token="", contribution=words, now=NOON)
    match.refresh_from_db()
    return match, people


def play(match: Match, people: list[User], rounds: int = 1000) -> None:
    """Play so many rounds, or to the end."""
    chance = RandomChance(3)
    match.refresh_from_db()
    for _ in range(rounds):
        if match.status != Match.Status.RUNNING:
            break
        answer_all(match, people, chance)
        resolve_round(match_id=match.pk, now=NOON)
        match.refresh_from_db()


@cache
def download() -> bytes:
    """What a visitor downloads; the match is played once for all tests."""
    response = Client().get(f"/table/{finished_match().pk}/match.json")
    assert response.status_code == 200
    return response.content


@pytest.fixture
def record(db: None) -> Json:
    """A finished match as its readers get it."""
    decoded: Json = json.loads(download())
    return decoded


def test_a_real_match_holds(record: Json):
    steps = [chained["step"] for chained in record["steps"]]
    assert contributions(record) == list(WORDS)
    assert sum(len(step.get("draws", [])) for step in steps) > 20
    assert any("commitment" in answer for step in steps for answer in step.get("answers", []))
    assert faults(record) == set()


def test_the_checksum_is_the_hash_of_all_the_rest(record: Json):
    rest = {name: record[name] for name in record if name not in ("checksum", "proof")}
    assert sha256(canonical(rest)) == record["checksum"]


def test_the_signature_is_of_what_the_page_says(record: Json):
    """Another program's signatures, over the statement as the page describes it."""
    proof, said = record["proof"], record["proof"]["statement"]
    public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(proof["key"]))
    public.verify(bytes.fromhex(proof["signature"]), canonical(said))
    assert said["format"] == "piecepack-by-post statement 1" and said["about"] == "record"
    assert [said[name] for name in ("game", "rules_version", "options", "seed_hash")] == [
        record[name] for name in ("game", "rules_version", "options", "seed_hash")
    ]
    assert said["head"] == record["steps"][-1]["hash"] and said["steps"] == len(record["steps"])
    assert said["moderated"] == sum(step["kind"] not in ("setup", "round") for step in steps_of(record))
    assert said["names"] == [seat["name"] for seat in record["seats"]]
    assert said["contributions"] == contributions(record) and said["file"] == record["checksum"]


@pytest.fixture
def moderated(db: None) -> Json:
    """The record of a match in which moderators did everything they can; it names audit rows, but has no audit."""
    match = moderated_match()
    assert all(check.ok for check in match_checks(match))
    decoded: Json = json.loads(Client().get(f"/table/{match.pk}/match.json").content)
    return decoded


def test_a_rewound_substituted_and_voided_match_still_verifies(moderated: Json):
    kinds = [step["kind"] for step in steps_of(moderated)]
    assert {"paused", "resumed", "rewound", "reseated", "adjusted", "voided"} <= set(kinds)
    assert kinds.count("rewound") == 2 and len(moderated["later_seeds"]) == 1
    assert faults(moderated) == set()
    assert [check.detail for check in check_file(json.dumps(moderated).encode()) if not check.ok] == []


def change_aim(record: Json) -> None:
    next(step for step in steps_of(record) if step["kind"] == "rewound")["note"]["to"] = 0


def hide_the_voiding(record: Json) -> None:
    del record["steps"][-1]
    record["steps"][-1]["step"]["note"]["places"] = [3, 2, 1]


def change_later_seed(record: Json) -> None:
    record["later_seeds"] = ["11" * 32]


@pytest.mark.parametrize("change", [change_aim, hide_the_voiding, change_later_seed])
def test_what_moderators_did_cannot_be_changed_afterwards(moderated: Json, change: Callable[[Json], None]):
    change(moderated)
    assert "chain" in faults(moderated)
    assert not all(check.ok for check in check_file(json.dumps(moderated).encode()))


def change_draw(record: Json) -> None:
    step = record["steps"][0]["step"]
    step["draws"][-1] = (step["draws"][-1] + 1) % SIDES_OF_A_DIE


def change_answer(record: Json) -> None:
    answers = [answer for chained in record["steps"] for answer in chained["step"].get("answers", [])]
    next(answer for answer in answers if "nonce" in answer)["action"] = {"act": "bid", "tiles": ["S9"]}


def change_words(record: Json) -> None:
    record["seats"][1]["contribution"] += "!"


def change_seed(record: Json) -> None:
    record["site_seed"] = "00" * 32


def drop_step(record: Json) -> None:
    del record["steps"][3]


def change_options(record: Json) -> None:
    record["options"]["target"] += 1


@pytest.mark.parametrize(
    ("change", "noticed"),
    [
        (change_draw, {"chance", "chain"}),
        (change_answer, {"answers", "chain"}),
        (change_words, {"chance", "chain"}),
        (change_seed, {"seed", "chance", "chain"}),
        (drop_step, {"chain"}),
        (change_options, {"chain"}),
    ],
)
def test_a_changed_record_does_not(record: Json, change: Callable[[Json], None], noticed: set[str]):
    change(record)
    assert faults(record) == noticed


def test_the_worked_values_of_the_page_are_right():
    """Each value that docs/verification.md works out, computed here."""
    page = (ROOT / "docs/verification.md").read_text()
    site_seed = bytes(range(32))
    seed = hmac_sha256(site_seed, canonical(["ana’s words", "ben’s words"]))
    words = words_of(seed, 1)
    first, second = next(words), next(words)
    private = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    signature = private.sign(canonical({"number": 7, "about": "receipt"})).hex()
    answer = {"player": 1, "nonce": "00112233445566778899aabbccddeeff", "action": {"tiles": ["S4"], "act": "bid"}}
    values = [
        sha256(site_seed),
        seed.hex(),
        str(first),
        str(second),
        f"{first % SIDES_OF_A_DIE}, {second % SIDES_OF_A_DIE}",
        commitment(7, answer),
        hmac_sha256(seed, b"link:7").hex(),
        private.public_key().public_bytes_raw().hex(),
        signature[:64],
        signature[64:],
    ]
    assert [value for value in values if f"`{value}`" not in page] == []


@pytest.mark.parametrize("text", ["\x1f\t\n", "é", "\u2028", "🎲", '"\\/', "\x7f"])
def test_the_two_canonical_texts_are_one(text: str):
    """Python's own JSON, short and sorted, is what the site hashes."""
    value = {"b": [1, True, None], "a": {text: text}}
    assert canonical(value) == msgspec.json.encode(value, order="sorted")
