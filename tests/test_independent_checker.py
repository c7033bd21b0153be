"""An independent checker, written from docs/verification.md alone, agrees with the site on a real match.

It imports nothing of the site's hashing or chance: whoever reads that page can write the same.
"""

import hashlib
import hmac
import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from django.test import Client

from games.bots.chance import RandomChance
from games.engine import game_of, state_of
from games.models import Match
from games.rules.bid import BID
from games.services.lobby import SeatWish, match_create, match_join
from games.services.rounds import round_resolve
from games.terms import Clock, Manners
from tests.games.tables import DAY, NOON, answer_all, person, seed_token_of
from tests.support.processes import ROOT

Json = dict[str, Any]

WORDS = ("žluťoučký kůň", 'quotes " and \\ strokes', "東京 🎲")
SIDES_OF_A_DIE = 6


def canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def contributions(record: Json) -> list[str]:
    return [seat["contribution"] for seat in record["seats"]]


def seed_of(record: Json) -> bytes:
    return hmac_sha256(bytes.fromhex(record["site_seed"]), canonical(contributions(record)))


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


def first_link(record: Json) -> str:
    fixed = [record[name] for name in ("format", "game", "rules_version", "options")]
    return sha256(canonical([*fixed, contributions(record), record["seed_hash"]]))


def links(record: Json) -> Iterator[str]:
    seed, link = seed_of(record), first_link(record)
    for chained in record["steps"]:
        step = chained["step"]
        salt = hmac_sha256(seed, f"link:{step['number']}".encode()).hex()
        link = sha256(canonical([link, salt, step]))
        yield link


def bounds_of(record: Json, step: Json) -> list[int]:
    """What Bid! draws: who rolls first, then nothing but dice of six sides."""
    draws = len(step.get("draws", []))
    return ([record["players"]] if step["kind"] == "setup" else []) + [SIDES_OF_A_DIE] * draws


def faults(record: Json) -> set[str]:
    """The names of what does not hold in a record of Bid!."""
    found = set() if sha256(bytes.fromhex(record["site_seed"])) == record["seed_hash"] else {"seed"}
    if list(links(record)) != [chained["hash"] for chained in record["steps"]]:
        found.add("chain")
    seed = seed_of(record)
    for number, step in enumerate(chained["step"] for chained in record["steps"]):
        found |= set() if step["number"] == number else {"chain"}
        found |= faults_of_step(record, seed, step)
    return found


def faults_of_step(record: Json, seed: bytes, step: Json) -> set[str]:
    opened = [answer for answer in step.get("answers", []) if "commitment" in answer]
    words = words_of(seed, step["number"])
    draws = step.get("draws", [])
    expected = [drawn(words, bound) for bound in bounds_of(record, step)][: len(draws)]
    found = {"answers" for answer in opened if commitment(step["number"], answer) != answer["commitment"]}
    return found | ({"chance"} if draws != expected else set())


def finished_match() -> Match:
    """A match of three people, played to its end through the services of the site."""
    people = [person(name) for name in ("ana", "ben", "cleo")]
    match = match_create(
        host=people[0],
        slug="bid",
        options=BID.Options(target=25, round_limit=20),
        seats=[SeatWish("open"), SeatWish("open")],
        clock=Clock(DAY),
        manners=Manners(),
        contribution=WORDS[0],
        now=NOON,
        seed_token=seed_token_of(people[0], "bid"),
    )
    for user, words in zip(people[1:], WORDS[1:], strict=True):
        match_join(match_id=match.pk, user=user, token="", contribution=words, now=NOON)
    chance = RandomChance(3)
    match.refresh_from_db()
    while match.status == Match.Status.RUNNING:
        answer_all(match, people, chance)
        round_resolve(match_id=match.pk, now=NOON)
        match.refresh_from_db()
    assert game_of(match).places(state_of(match))
    return match


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
    answer = {"player": 1, "nonce": "00112233445566778899aabbccddeeff", "action": {"tiles": ["S4"], "act": "bid"}}
    values = [
        sha256(site_seed),
        seed.hex(),
        str(first),
        str(second),
        f"{first % SIDES_OF_A_DIE}, {second % SIDES_OF_A_DIE}",
        commitment(7, answer),
        hmac_sha256(seed, b"link:7").hex(),
    ]
    assert [value for value in values if f"`{value}`" not in page] == []


@pytest.mark.parametrize("text", ["\x1f\t\n", "é", "\u2028", "🎲", '"\\/', "\x7f"])
def test_the_two_canonical_texts_are_one(text: str):
    """Python's own JSON, told to be short and sorted, is what the site hashes."""
    value = {"b": [1, True, None], "a": {text: text}}
    assert canonical(value) == msgspec.json.encode(value, order="sorted")
