"""Where a field takes one of several values, a refusal names them."""

from enum import StrEnum
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta

from api.problems import refusal_of
from matches.models import Match
from tests.api.bots import caller, problem
from tests.api.routes import NEW
from tests.matches.tables import person, table_of


class Colour(StrEnum):
    """Values that have names in Python."""

    RED = "red"
    BLUE = "blue"


class Part(msgspec.Struct):
    """What lies in a list."""

    size: Literal[1, 7] | None = None


class Sent(msgspec.Struct):
    """A body with fields of each kind."""

    colour: Colour = Colour.RED
    described: Annotated[Literal["p", "q"], Meta(description="A letter.")] | None = None
    colours: list[Colour] = []
    pair: tuple[Literal["h", "i"], int] = ("h", 0)
    by_name: dict[str, Colour] = {}
    parts: list[Part] = []
    either: Part | Literal["none", "all"] = "none"


@pytest.mark.parametrize(
    ("sent", "field", "values"),
    [
        ({"colour": "green"}, "/colour", "`red`, `blue`"),
        ({"described": "z"}, "/described", "`p`, `q`"),
        ({"colours": ["red", "green"]}, "/colours/1", "`red`, `blue`"),
        ({"pair": ["x", 1]}, "/pair/0", "`h`, `i`"),
        ({"by_name": {"ana": "green"}}, "/by_name/*", "`red`, `blue`"),
        ({"parts": [{}, {"size": 3}]}, "/parts/1/size", "`1`, `7`"),
        ({"either": "some"}, "/either", "`all`, `none`"),
        ({"either": {"size": 3}}, "/either/size", "`1`, `7`"),
    ],
)
def test_every_kind_of_field_names_its_values(sent: dict[str, Any], field: str, values: str):
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert(sent, Sent)
    found = refusal_of(error.value, Sent)
    assert (found.errors[0].field, str(found.detail)) == (field, f"Send one of these values: {values}.")


def test_another_kind_of_value_is_refused_as_before():
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert({"colour": 3}, Sent)
    assert str(refusal_of(error.value, Sent).detail) == "Expected `str`, got `int`."


@pytest.mark.django_db
def test_in_bodies_parameters_and_options():
    ana = caller(person("ana"))
    match: Match = table_of("ana", "ben", "cleo")[0]
    says = "Send one of these values: `abandon`, `pause`, `take_back`."
    reply = problem(ana.post(f"matches/{match.pk}/votes", {"kind": "nap"}), 400, "field_invalid", "/kind")
    assert reply["detail"] == reply["errors"][0]["detail"] == says
    seats = [{"kind": "open"}, {"kind": "stool"}]
    reply = problem(ana.post("matches", NEW | {"seats": seats}), 400, "field_invalid", "/seats/1/kind")
    assert reply["detail"] == "Send one of these values: `bot`, `link`, `named`, `open`."
    reply = problem(ana.get("matches?status=asleep"), 400, "field_invalid", "status")
    assert reply["detail"].startswith("Send one of these values: `called_off`, `finished`")


@pytest.mark.django_db
def test_a_parameter_is_sent_once():
    ana = caller(person("ana"))
    for query in ("limit=1&limit=2", "limit=1&limit=1", "unknown=1&unknown=2"):
        reply = problem(ana.get(f"matches?{query}"), 400, "parameter_twice", query.partition("=")[0])
        assert reply["detail"] == "This parameter is sent more than once. Send it once."
    problem(ana.get("me?x=1&x=2"), 400, "parameter_twice", "x")
    assert ana.get("matches?limit=1&show=seats").status_code == 200
