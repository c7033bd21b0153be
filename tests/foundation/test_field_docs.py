"""What the source says below a field reaches those who read the schema."""

from typing import Any

import msgspec
import pytest
from django.test import Client

from foundation.field_docs import add_field_docs
from games.registry import GAMES
from tests.api.bots import Caller, token_of
from tests.matches.tables import person


class Tile(msgspec.Struct):
    suit: str
    """One of four: `S`, `M`, `C`
    or `A`."""
    value: int


class Hand(msgspec.Struct):
    tiles: list[Tile]
    """Face up."""
    owner: int
    """A seat."""


class OpenHand(Hand):
    owner: int
    """The seat that shows it."""


def described(kind: type) -> dict[str, dict[str, Any]]:
    found = msgspec.json.schema_components([kind])[1]
    add_field_docs(found, [kind])
    return {name: schema["properties"] for name, schema in found.items()}


def test_fields_have_the_sentences_below_them_and_a_subclass_has_the_last_word():
    found = described(OpenHand)
    assert found["OpenHand"]["tiles"]["description"] == "Face up."
    assert found["OpenHand"]["owner"]["description"] == "The seat that shows it."
    assert found["Tile"]["suit"]["description"] == "One of four: `S`, `M`, `C` or `A`."
    assert "description" not in found["Tile"]["value"]


def test_a_type_whose_source_is_elsewhere_has_none():
    found = described(msgspec.defstruct("Elsewhere", [("name", str)], module="from.nowhere"))
    assert "description" not in found["Elsewhere"]["name"]


def test_the_schema_of_the_api_describes_fields_also_of_types_within():
    found = Client().get("/api/v1/schema").json()["components"]["schemas"]
    assert "A minute after you asked" in found["HintResponse"]["properties"]["failed"]["description"]
    assert "clockwise" in found["SeatResponse"]["properties"]["player"]["description"]
    assert not [name for name in found if "." in name]
    assert not [name for name, field in found["NewMatch"]["properties"].items() if "description" not in field]


@pytest.mark.parametrize("slug", GAMES)
def test_most_fields_that_a_seat_sees_are_described(slug: str):
    kind = GAMES[slug].Observation
    fields = described(kind)[kind.__name__].values()
    assert sum("description" in field for field in fields) > len(fields) / 2


@pytest.mark.django_db
def test_the_schemas_of_a_game_and_of_its_files_describe_fields():
    schemas = Caller(token_of(person("ana"))).get("games/bid").json()["schemas"]
    file = Client().get("/schemas/bid/view-1.json").json()
    for parts in (schemas["observation"]["$defs"], file["$defs"]):
        assert "The viewer's own tiles" in parts["BidObservation"]["properties"]["hand"]["description"]
