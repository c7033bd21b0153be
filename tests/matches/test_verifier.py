"""What the verifier refuses: records that were shortened, or in which an answer was quietly replaced."""

from typing import Any

import msgspec
import pytest

from accounts.models import User
from engine.log import LoggedStep, MatchRecord, canonical, first_link, match_seed, next_link
from foundation.vault import seal
from games.verify import check_file
from matches.lobby.tables import get_or_create_house_player
from matches.models import Match
from matches.view.match_view import matches
from matches.view.verification import export_json
from tests.matches.tables import table_of
from tests.matches.test_vault import finished

pytestmark = pytest.mark.django_db


@pytest.fixture
def record() -> dict[str, Any]:
    raw: dict[str, Any] = msgspec.json.decode(export_json(matches().get(pk=finished().pk)))
    return raw


def failed(raw: dict[str, Any]) -> set[str]:
    return {check.name for check in check_file(msgspec.json.encode(raw)) if not check.ok}


def chained_again(raw: dict[str, Any]) -> dict[str, Any]:
    """The record with a matching chain, as anyone who writes the whole record could make it."""
    made = msgspec.convert(raw, MatchRecord)
    words = [seat.contribution for seat in made.seats]
    seed = match_seed(bytes.fromhex(made.site_seed), words)
    link = first_link(
        game=made.game,
        rules_version=made.rules_version,
        options=made.options,
        contributions=words,
        commitments=[seat.commitment for seat in made.seats],
        seed_hash=made.seed_hash,
    )
    for chained in raw["steps"]:
        link = next_link(link, msgspec.convert(chained["step"], LoggedStep), seed)
        chained["hash"] = link
    return raw


def test_an_untouched_record_holds(record: dict[str, Any]) -> None:
    assert failed(record) == set()
    assert failed(chained_again(record)) == set()


def test_a_bid_cannot_lose_its_commitment(record: dict[str, Any]) -> None:
    bids = next(
        c["step"] for c in record["steps"] if any(a["action"]["act"] == "bid" for a in c["step"].get("answers", []))
    )
    for name in ("nonce", "commitment"):
        bids["answers"][0].pop(name)
    assert failed(chained_again(record)) == {"closed"}


def test_a_record_that_was_cut_off_is_refused(record: dict[str, Any]) -> None:
    record["steps"] = record["steps"][:3]
    assert failed(record) == {"end"}


@pytest.mark.parametrize("change", [{"steps": []}, {"seats": []}, {"players": 4}])
def test_a_record_without_a_beginning_is_refused(record: dict[str, Any], change: dict[str, Any]) -> None:
    assert failed(record | change) == {"beginning"}


def test_a_record_that_begins_in_the_middle_is_refused(record: dict[str, Any]) -> None:
    record["steps"] = record["steps"][1:]
    assert failed(record) == {"beginning"}


def test_what_is_sealed_does_not_tell_by_its_length() -> None:
    answers = ({"act": "let_stand"}, {"act": "reroll_die", "die": "S"}, {"act": "bid", "tiles": ["S4", "S5"]})
    assert len({len(seal({"action": action, "nonce": "0" * 32})) for action in answers}) == 1
    assert canonical({"b": 1, "a": 2}) == b'{"a":2,"b":1}'


@pytest.mark.parametrize("active", [True, False])
def test_a_person_with_a_bot_s_name_stands_in_no_table_s_way(active: bool) -> None:
    User.objects.create_user(username="Steady-1", email="s@example.org", password="piecepack", is_active=active)
    assert get_or_create_house_player(brain="steady", slug="bid", without=[]).username == "Steady-2"
    match, _ = table_of("ana", "ben", bots=["steady"])
    assert match.status == Match.Status.RUNNING
