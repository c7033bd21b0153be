"""Keys that rotate, and a log in which nothing can be changed unseen."""

from io import StringIO
from typing import Any

import pytest
from cryptography.fernet import Fernet, InvalidToken
from django.core.management import CommandError, call_command

from games.bots.chance import RandomChance
from games.engine import state_of
from games.models import Match, Step
from games.services.rounds import round_resolve
from games.vault import seal, unseal
from tests.games.tables import NOON, answer_all, table_of

pytestmark = pytest.mark.django_db


def finished() -> Match:
    match, people = table_of("ana", "ben", "cleo", target=25)
    chance = RandomChance(4)
    while match.status == Match.Status.RUNNING:
        answer_all(match, people, chance)
        round_resolve(match_id=match.pk, now=NOON)
        match.refresh_from_db()
    return match


def verified(match: Match) -> str:
    out = StringIO()
    call_command("verify", str(match.pk), stdout=out)
    return out.getvalue()


def test_what_was_sealed_under_a_former_key_is_sealed_anew(settings: Any) -> None:
    match, _ = table_of("ana", "ben", "cleo")
    before, fresh = state_of(match), Fernet.generate_key().decode()
    settings.VAULT_KEYS = [fresh, *settings.VAULT_KEYS]
    call_command("vault_rotate", stdout=StringIO())
    settings.VAULT_KEYS = [fresh]
    match.refresh_from_db()
    assert state_of(match) == before
    assert "FAIL" not in verified(match)


def test_without_the_key_nothing_opens(settings: Any) -> None:
    sealed = seal({"hand": "S5"})
    settings.VAULT_KEYS = [Fernet.generate_key().decode()]
    with pytest.raises(InvalidToken):
        unseal(sealed)


def test_an_untouched_match_verifies() -> None:
    assert verified(finished()).count("ok  ") == 8


@pytest.mark.parametrize("number", [0, 3])
def test_a_changed_step_is_named(number: int) -> None:
    match = finished()
    row = Step.objects.get(match=match, number=number)
    content = unseal(row.sealed)
    content["at"] = "2026-01-01T00:00:00+00:00"
    Step.objects.filter(pk=row.pk).update(sealed=seal(content))
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("verify", str(match.pk), stdout=out)
    assert f"FAIL chain: Step {number} does not fit the chain" in out.getvalue()


def test_a_changed_draw_is_named() -> None:
    match = finished()
    row = Step.objects.get(match=match, number=0)
    content = unseal(row.sealed)
    content["draws"][1] = (content["draws"][1] + 1) % 6
    Step.objects.filter(pk=row.pk).update(sealed=seal(content))
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("verify", str(match.pk), stdout=out)
    assert "FAIL chance: The chance in step 0 is not what the seed gives." in out.getvalue()


def test_a_step_that_was_cut_off_is_noticed() -> None:
    match = finished()
    Step.objects.filter(match=match, number=match.step).delete()
    with pytest.raises(CommandError):
        call_command("verify", str(match.pk), stdout=StringIO())


@pytest.mark.parametrize("named", [[], ["999"]])
def test_a_match_must_be_named(named: list[str]) -> None:
    with pytest.raises(CommandError, match="Name matches that exist"):
        call_command("verify", *named)
