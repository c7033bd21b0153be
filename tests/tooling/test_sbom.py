"""The bill of materials is valid CycloneDX, and names every package that a server installs."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import cyclonedx.schema
import pytest
from jsonschema import Draft7Validator
from referencing import Registry, Resource

from tests.support.processes import ROOT
from tests.tooling.sbom import NAME, Pin, pins, sbom

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
SCHEMAS = Path(cyclonedx.schema.__file__).parent / "_res"
LOCKED = """# written by uv
one==1.0 \\
    --hash=sha256:{a} \\
    --hash=sha256:{b}
    # via
    #   -r requirements.in
    #   other-one
other-one[extra]==2.0.1 ; sys_platform == 'win32' \\
    --hash=sha256:{b}
    # via -r requirements.in
third==3 ; python_full_version < '3.12'
    # via one
third==4 ; python_full_version >= '3.12' \\
    --hash=sha256:{a}
    # via one
""".format(a="a" * 64, b="b" * 64)


@pytest.fixture(scope="module")
def bill() -> dict[str, Any]:
    """What `make sbom` writes."""
    made: dict[str, Any] = json.loads(sbom((ROOT / "requirements.txt").read_text(), NOON))
    return made


def test_it_is_valid(bill: dict[str, Any]):
    names = ("bom-1.6", "spdx", "jsf-0.82", "cryptography-defs")
    schemas = [json.loads((SCHEMAS / f"{name}.SNAPSHOT.schema.json").read_text()) for name in names]
    found = [
        (f"http://cyclonedx.org/schema/{name}.SNAPSHOT.schema.json", schema)
        for name, schema in zip(names, schemas, strict=True)
    ]
    registry: Any = Registry().with_resources([(at, Resource.from_contents(schema)) for at, schema in found])
    validator = Draft7Validator(schemas[0], registry=registry)
    assert [error.message for error in validator.iter_errors(bill)] == []
    assert not validator.is_valid(bill | {"components": [{"name": "no type"}]})


def test_it_names_all_that_is_pinned(bill: dict[str, Any]):
    lines = [line for line in (ROOT / "requirements.txt").read_text().splitlines() if line[:1].isalnum()]
    named = {f"{component['name']}=={component['version']}" for component in bill["components"]}
    assert len(named) == len(lines) > 50
    assert bill["metadata"]["component"]["name"] == NAME
    (django,) = [component for component in bill["components"] if component["name"] == "django"]
    assert django["purl"] == f"pkg:pypi/django@{django['version']}"
    assert django["licenses"][0]["license"]["id"] == "BSD-3-Clause"
    assert all(component["externalReferences"][0]["hashes"] for component in bill["components"])


def test_what_needs_what_is_read():
    one, other, third, newer = pins(LOCKED)
    assert one == Pin("one", "1.0", ("a" * 64, "b" * 64), ("requirements.in", "other-one"), "")
    assert other == Pin("other-one", "2.0.1", ("b" * 64,), ("requirements.in",), "sys_platform == 'win32'")
    assert third == Pin("third", "3", (), ("one",), "python_full_version < '3.12'")
    assert newer == Pin("third", "4", ("a" * 64,), ("one",), "python_full_version >= '3.12'")
    links = {link["ref"]: link.get("dependsOn", []) for link in json.loads(sbom(LOCKED, NOON))["dependencies"]}
    assert links == {
        NAME: ["pkg:pypi/one@1.0", "pkg:pypi/other-one@2.0.1"],
        "pkg:pypi/one@1.0": ["pkg:pypi/third@3", "pkg:pypi/third@4"],
        "pkg:pypi/other-one@2.0.1": ["pkg:pypi/one@1.0"],
        "pkg:pypi/third@3": [],
        "pkg:pypi/third@4": [],
    }


def test_the_same_requirements_give_the_same_bytes():
    assert sbom(LOCKED, NOON) == sbom(LOCKED, NOON)
    assert sbom(LOCKED.replace("1.0", "1.1"), NOON) != sbom(LOCKED, NOON)
