"""Opening a ladder: any title gets a URL, and the API accepts the same titles as pages."""

from typing import Any

import msgspec
import pytest

from ladders.api.organising import NewLadder
from ladders.models import Ladder
from tests.ladders.play import ladder_of


# SQLite would store a slug of any length.
@pytest.mark.both_databases
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("titles", "addresses"),
    [
        (["A ladder for everyone who plays Bid on Tuesdays"], ["a-ladder-for-everyone-who-plays-bid-on-t"]),
        (["x" * 60, "x" * 59 + "y"], ["x" * 40, "x" * 38 + "-2"]),
        (["Bid", "Bid!", "Bid?"], ["bid", "bid-2", "bid-3"]),
        (["Лестница", "天梯"], ["ladder-1", "ladder-2"]),
    ],
)
def test_a_ladder_has_an_address_whatever_it_is_called(titles: list[str], addresses: list[str]) -> None:
    for title in titles:
        ladder_of([], title=title)
    assert list(Ladder.objects.order_by("pk").values_list("title", "slug")) == list(zip(titles, addresses, strict=True))


@pytest.mark.parametrize(("title", "fits"), [("x" * 60, True), ("x" * 61, False), (" Лестница ", True), ("  ", False)])
def test_a_program_gives_names_that_fit(title: str, fits: bool) -> None:
    body: dict[str, Any] = {"game": "bid", "title": title, "fewest_players": 3, "most_players": 4}
    if fits:
        assert msgspec.convert(body, NewLadder).title == title
    else:
        with pytest.raises(msgspec.ValidationError, match=r"\$\.title"):
            msgspec.convert(body, NewLadder)
