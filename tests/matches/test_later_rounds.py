"""A match that is taken back after its end, at a table with public randomness: it goes on with a round of its own."""

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from engine.log import LATER_SEEDS, REWINDING, MatchRecord, match_seed
from engine.replay import seeds_of
from foundation.errors import Refused
from games.verify import check_file, main
from matches.interventions.outcomes import set_voided
from matches.interventions.rewinding import rewind_match
from matches.log.states import open_step
from matches.models import Match
from matches.rounds.beacon import ASKED, end_waiting
from matches.sweep import sweep
from matches.view.match_view import matches
from matches.view.verification import export_json, match_checks
from moderation.action import Target
from moderation.services.verifying import match_faults
from tests.matches.test_beacon import full_table
from tests.matches.test_forgeries import Kept
from tests.matches.test_rewinding import NOTE, go_on
from tests.moderation.desk import done, moderator
from tests.support.beacon import EARLY, FULL_AT, RANDOMNESS, ROUND, SIGNATURE, TAKEN_BACK, Drand, served
from tests.support.clients import client_of
from tests.support.forgeries import LATER_FORGERIES, forged
from tests.support.html import squeezed
from tests.test_independent_checker import faults

pytestmark = pytest.mark.django_db
BEGUN, SOON = EARLY + timedelta(seconds=4), FULL_AT + timedelta(seconds=4)


@pytest.fixture
def service(settings: Any) -> Iterator[Drand]:
    cache.delete(ASKED)
    with served() as found:
        settings.BEACON, settings.BEACON_URLS = "drand", [found.url]
        settings.OUTGOING_TO_PRIVATE = True
        yield found


def ended() -> tuple[Match, list[User]]:
    """A match with public randomness that was played to its end."""
    match, people = full_table(EARLY)
    assert end_waiting(match_id=match.pk, now=BEGUN)
    match = go_on(match, people, now=BEGUN)
    assert match.status == "finished"
    return match, people


def taken_back(match: Match, to: int = 1) -> Match:
    assert rewind_match(match_id=match.pk, to=to, note=NOTE, now=TAKEN_BACK).waits
    return matches().get(pk=match.pk)


def wrong(match: Match) -> list[str]:
    return [check.detail for check in match_checks(matches().get(pk=match.pk)) if not check.ok]


def test_it_waits_for_a_round_that_nobody_knows_yet(service: Drand) -> None:
    match, people = ended()
    match = taken_back(match)
    assert (match.status, match.later_round, match.later_seeds) == ("finished", ROUND, 0)
    step = open_step(match.steps.latest("number", "part"))
    assert (step.kind, step.note) == (REWINDING, {**NOTE, "to": 1, "round": ROUND})
    page = squeezed(client_of(people[0]).get(f"/table/{match.pk}/log/").content.decode())
    assert f"A moderator takes the match back to step 1 when round {ROUND} of the public randomness is known" in page
    page = squeezed(Client().get(f"/table/{match.pk}/check/").content.decode())
    assert f"goes on with round {ROUND}" in page and match.head in page
    assert wrong(match) == [] and all(check.ok for check in check_file(export_json(match)))
    with pytest.raises(Refused) as refused:
        taken_back(match)
    assert refused.value.code == "taken_back_already"
    service.asked.clear()
    assert not end_waiting(match_id=match.pk, now=FULL_AT)
    assert service.asked == [], "nobody asks for a round that is not signed yet"


def test_it_goes_on_with_that_round_and_anyone_can_check_it(service: Drand) -> None:
    match, people = ended()
    taken_back(match)
    assert end_waiting(match_id=match.pk, now=SOON)
    match = matches().get(pk=match.pk)
    assert (match.status, match.later_round, match.later_signature) == ("running", None, SIGNATURE)
    assert SIGNATURE in Client().get(f"/table/{match.pk}/check/").content.decode()
    assert not end_waiting(match_id=match.pk, now=SOON)
    match = go_on(match, people, now=SOON, seed=9)
    record = msgspec.json.decode(export_json(match), type=MatchRecord)
    mixed = match_seed(bytes.fromhex(record.later_seeds[0]), [seat.contribution for seat in record.seats], RANDOMNESS)
    assert list(seeds_of(record))[-1] == mixed
    assert wrong(match) == [] and all(check.ok for check in check_file(export_json(match)))
    assert faults(json.loads(export_json(match))) == set(), "by the program that is written from the page alone"


def test_however_long_the_round_does_not_come_it_does_not_go_on_without(
    service: Drand, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, _ = ended()
    taken_back(match)
    asked: list[int] = []
    monkeypatch.setattr("matches.queue.enqueue_begin", asked.append)
    sweep(now=SOON)
    assert asked == [match.pk]
    service.status = 503
    assert not end_waiting(match_id=match.pk, now=SOON + timedelta(days=3))
    match.refresh_from_db()
    assert (match.status, match.later_round) == ("finished", ROUND)


def test_what_moderators_do_meanwhile_changes_nothing(service: Drand) -> None:
    match, people = ended()
    taken_back(match)
    set_voided(match_id=match.pk, voided=True, note=NOTE, now=TAKEN_BACK)
    assert end_waiting(match_id=match.pk, now=SOON)
    match = go_on(match, people, now=SOON, seed=9)
    assert (match.voided, wrong(match)) == (False, [])
    match = taken_back(match, to=0)
    assert end_waiting(match_id=match.pk, now=SOON), "each time takes a round of its own"
    assert wrong(go_on(match, people, now=SOON, seed=11)) == []


def test_a_match_without_a_further_seed_is_refused_at_once(service: Drand) -> None:
    match, _ = ended()
    Match.objects.filter(pk=match.pk).update(later_seeds=LATER_SEEDS)
    with pytest.raises(Refused) as refused:
        taken_back(match)
    assert refused.value.code == "taken_back_too_often"


def test_a_running_match_is_taken_back_at_once(service: Drand) -> None:
    match, people = full_table(EARLY)
    end_waiting(match_id=match.pk, now=BEGUN)
    go_on(match, people, 4, now=BEGUN)
    assert not rewind_match(match_id=match.pk, to=1, note=NOTE, now=BEGUN).waits
    assert wrong(go_on(match, people, now=BEGUN, seed=9)) == []


def test_players_are_told_the_round_before_anyone_knows_it(service: Drand, monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = ended()
    monkeypatch.setattr("django.utils.timezone.now", lambda: TAKEN_BACK)
    row = done(moderator(), "rewind", Target(match=match), TAKEN_BACK, to=1)
    text = people[0].notices.get(topic=f"moderation:{row.number}", channel="page").context["text"]
    assert f"round {ROUND} of the public randomness, which is known at 15:59:24 UTC" in text
    assert row.done == {"to": 1, "from": match.step, "was": "finished"}
    assert match_faults(matches().get(pk=match.pk)) == []
    assert end_waiting(match_id=match.pk, now=SOON)
    assert match_faults(go_on(match, people, now=SOON, seed=9)) == [], "the audit knows what was announced"


def test_a_receipt_from_while_it_waits_holds_the_round(
    service: Drand, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match, people = ended()
    taken_back(match)
    receipt = tmp_path / "receipt"
    receipt.write_bytes(client_of(people[0]).get(f"/table/{match.pk}/receipt.json").content)
    end_waiting(match_id=match.pk, now=SOON)
    (tmp_path / "file").write_bytes(export_json(go_on(match, people, now=SOON, seed=9)))
    assert main([str(tmp_path / "file"), "--receipt", str(receipt)]) == 0
    said = json.loads(receipt.read_bytes())["statement"]
    record = json.loads((tmp_path / "file").read_bytes())
    announced = next(one for one in record["steps"] if one["step"]["kind"] == REWINDING)
    assert said["head"] == announced["hash"]


def test_no_forged_later_round_passes(service: Drand, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither as signed by the site, nor as consistent where the site itself is the forger."""
    match, people = ended()
    taken_back(match)
    end_waiting(match_id=match.pk, now=SOON)
    kept = Kept(tmp_path, go_on(match, people, now=SOON, seed=9))
    assert kept.outcome(kept.data) == 0
    capsys.readouterr()
    unsigned = {name: value for name, value in kept.raw.items() if name != "proof"}
    assert all(check.ok for check in check_file(msgspec.json.encode(unsigned)))
    for name, change in LATER_FORGERIES.items():
        data = forged(kept.raw, change)
        assert data != kept.data, name
        assert kept.outcome(data) == 1, name
        assert "signed by" not in capsys.readouterr().out.splitlines()[-1], name
        assert not all(check.ok for check in check_file(forged(unsigned, change))), name
