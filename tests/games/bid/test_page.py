"""Rerolls are chosen on the pieces that are rolled or given up."""

import html
import json
import re
from typing import Any

import pytest
from django.test import Client

from tests.matches.tables import table_of

pytestmark = pytest.mark.django_db

PICKED = r'<label class="{}" for="choice-(\d+)">'


def page_of(**options: Any) -> str:
    """The page of a player who is asked whether the dice stand."""
    match, people = table_of("ana", "ben", "cleo", **options)
    client = Client()
    client.force_login(people[0])
    return client.get(f"/table/{match.pk}/").content.decode()


def action(page: str, number: str) -> dict[str, str]:
    """The answer that a piece chooses."""
    found = re.search(rf'id="choice-{number}"\s+value="([^"]+)"', page)
    assert found
    answer: dict[str, str] = json.loads(html.unescape(found[1]))
    return answer


def test_a_die_on_the_mat_chooses_to_roll_it_again_for_a_coin() -> None:
    page = page_of(reroll="coins")
    picked = [action(page, number) for number in re.findall(PICKED.format("die-pick"), page)]
    assert picked == [{"act": "reroll_die", "die": suit} for suit in "SMCA"]
    assert re.findall(PICKED.format("pawn-pick"), page) == []


def test_ones_own_pawn_chooses_to_roll_all_again() -> None:
    page = page_of()
    assert [action(page, number) for number in re.findall(PICKED.format("pawn-pick"), page)] == [{"act": "reroll"}]
    assert re.findall(PICKED.format("die-pick"), page) == []
