"""What a die on offer brings, in words."""

from types import SimpleNamespace

import pytest

from games.bid.rules.dice import PRIZES
from games.bid.rules.view import ace_words
from games.bid.templatetags.bid import die_effect


def effects(*dice: str) -> list[str]:
    """The words beside each of four dice."""
    seen = SimpleNamespace(dice=dice, aces=ace_words(dice), double=PRIZES[dice].double)
    return [die_effect(face, seen) for face in dice]  # type: ignore[arg-type]


def test_numbers_give_points_and_nulls_coins():
    assert effects("S3", "Mn", "C2", "A5") == [
        "Suns 3: 3 points",
        "Moons null: 1 coin",
        "Crowns 2: 2 points",
        "Arms 5: 5 points",
    ]


def test_the_ace_of_suns_doubles_them():
    assert effects("Sa", "Mn", "C2", "A5")[1:] == ["Moons null: 2 coins", "Crowns 2: 4 points", "Arms 5: 10 points"]


@pytest.mark.parametrize("place", range(4))
def test_an_ace_says_its_effect(place: int):
    dice = tuple(suit + ("a" if number == place else "4") for number, suit in enumerate("SMCA"))
    assert effects(*dice)[place] == ace_words(dice)[0]
