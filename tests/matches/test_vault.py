"""Keys that rotate, and a log in which nothing can be changed unseen."""

from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from random import Random
from secrets import token_urlsafe
from typing import Any

import pytest
from cryptography.fernet import Fernet, InvalidToken
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db.models import BinaryField

from engine.quick_chance import RandomChance
from foundation.vault import BLOCK, seal, seal_packed, seal_to, unseal
from ladders.services.tournaments import Plan, make_tournament
from matches.log.states import state_of
from matches.models import Match, Step
from matches.rounds.resolve import resolve_round
from rights.services.archives import ask_for_archive, make_archive
from tests.ladders.play import CLOCK, organiser
from tests.matches.tables import NOON, SOME_GAME, answer_all, table_of

pytestmark = pytest.mark.django_db
CUP = Plan(
    title="The cup",
    slug=SOME_GAME.slug,
    options=SOME_GAME.Options(),
    kind="swiss",
    seats=4,
    time_control=CLOCK,
    starts_at=NOON + timedelta(days=2),
)


def finished() -> Match:
    match, people = table_of("ana", "ben", "cleo", target=25)
    chance = RandomChance(4)
    while match.status == Match.Status.RUNNING:
        answer_all(match, people, chance)
        resolve_round(match_id=match.pk, now=NOON)
        match.refresh_from_db()
    return match


def verified(match: Match) -> str:
    out = StringIO()
    call_command("verify", str(match.pk), stdout=out)
    return out.getvalue()


def test_what_was_sealed_under_a_former_key_is_sealed_again(settings: Any) -> None:
    match, _ = table_of("ana", "ben", "cleo")
    before, fresh = state_of(match), Fernet.generate_key().decode()
    settings.VAULT_KEYS = [fresh, *settings.VAULT_KEYS]
    call_command("vault_rotate", stdout=StringIO())
    settings.VAULT_KEYS = [fresh]
    match.refresh_from_db()
    assert state_of(match) == before
    assert "FAIL" not in verified(match)


OPEN = {"matches.Replay.record", "matches.Replay.positions", "rights.Dump.content"}
"""Columns of bytes that hold no secret of the site."""


def test_every_sealed_column_of_every_application_is_taken_along(settings: Any) -> None:
    """The check goes over the database, so that a new table cannot be missed by both."""
    make_tournament(by=organiser(), plan=CUP, now=NOON)
    make_archive(archive_id=ask_for_archive(user=table_of("ana", "ben", "cleo")[1][0], now=NOON).pk, now=NOON)
    fresh = Fernet.generate_key().decode()
    settings.VAULT_KEYS = [fresh, *settings.VAULT_KEYS]
    call_command("vault_rotate", stdout=StringIO())
    settings.VAULT_KEYS = [fresh]
    opened = {column for column, held in columns_of_bytes() for sealed in held if unseal(sealed) is not None}
    assert {"ladders.Tournament.sealed_seed", "rights.Archive.sealed", "matches.ConditionalBook.sealed"} <= opened


def columns_of_bytes() -> Iterator[tuple[str, list[bytes]]]:
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            column = f"{model._meta.label}.{field.name}"
            if isinstance(field, BinaryField) and column not in OPEN:
                assert field.name.startswith("sealed"), f"Seal {column}, or say here that it holds no secret."
                filled = model._base_manager.exclude(**{field.name: None})
                yield column, [bytes(held) for held in filled.values_list(field.name, flat=True)]


def test_without_the_key_nothing_opens(settings: Any) -> None:
    sealed = seal({"hand": "S5"})
    settings.VAULT_KEYS = [Fernet.generate_key().decode()]
    with pytest.raises(InvalidToken):
        unseal(sealed)


@pytest.mark.parametrize("length", [10, BLOCK, 5 * BLOCK])
def test_what_is_packed_is_as_long_as_its_plain_length_says_and_opens_again(length: int) -> None:
    chance = Random(length)
    plain = ["a" * length, "".join(chance.choice("abc") for _ in range(length)), "round, pass. " * length]
    texts = [text[:length] for text in plain]
    sealed = [seal_packed(text) for text in texts]
    assert len({len(one) for one in sealed}) == 1
    assert [unseal(one) for one in sealed] == texts
    assert len(seal(texts[0])) - len(sealed[0]) >= BLOCK // 2 - 16


def test_what_cannot_be_packed_takes_as_much_as_ever() -> None:
    noise = token_urlsafe(500)
    assert len(seal_packed(noise)) == len(seal(noise))
    assert unseal(seal_packed(noise)) == noise


def test_a_value_that_does_not_fit_is_refused() -> None:
    assert len(seal_to("short", 100)) == len(seal_to("", 100))
    with pytest.raises(ValueError, match="do not fit"):
        seal_to(token_urlsafe(100), 100)


def test_an_untouched_match_verifies() -> None:
    assert verified(finished()).count("ok  ") == 9


@pytest.mark.parametrize("number", [0, 3])
def test_a_changed_step_is_named(number: int) -> None:
    match = finished()
    row = Step.objects.get(match=match, number=number)
    content = unseal(row.sealed)
    content["note"] = {"by": "nobody"}
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
    with pytest.raises(CommandError, match="Give existing match numbers"):
        call_command("verify", *named)
