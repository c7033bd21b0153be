"""Who may do what: every address of the site, by every method, as every role, in every state of a table.

What is so stands in `matrix/pages.txt` and `matrix/programs.txt`, to be read. An address without its lines fails. After
a change that is meant, write them anew, then read the difference, since here a wrong right shows::

    .venv/bin/python -m tests.site.matrix && git diff tests/site/matrix
"""

from collections.abc import Callable, Iterator

import pytest
from django.contrib import admin
from django.test import Client, override_settings
from django.urls import URLPattern
from django.utils import timezone

from tests.games.tables import NOON
from tests.site.matrix import table
from tests.site.matrix.asking import (
    Address,
    Case,
    addresses,
    asked_by_browser,
    asked_by_program,
    cases,
    undone,
    word_of,
)
from tests.site.matrix.world import BROWSERS, PROGRAMS, SAFE, World

pytestmark = pytest.mark.django_db
ADDRESSES = sorted(addresses())
PAGES = [address for address in ADDRESSES if not address.for_programs]
OPERATIONS = [address for address in ADDRESSES if address.for_programs]
Asked = Callable[[World, Address, Case, str], str]


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker) -> Iterator[World]:
    """One world for all lines, which each leaves as it was; in it, it is always noon."""
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock(), override_settings(**SAFE):
        patch.setattr(timezone, "now", lambda: NOON)
        with undone():
            yield World()


def asked(world: World, address: Address, ask: Asked, roles: list[str]) -> list[table.Line]:
    return [(case, [ask(world, address, case, role) for role in roles]) for case in cases(address)]


def check(world: World, address: Address, name: str, ask: Asked, roles: list[str]) -> None:
    wanted = table.read(name, roles)
    found = {case: dict(zip(roles, words, strict=True)) for case, words in asked(world, address, ask, roles)}
    assert found == {case: wanted.get(case, "no line in the matrix") for case in found}


@pytest.mark.parametrize("address", PAGES, ids=lambda address: address.route)
def test_pages(world: World, address: Address):
    check(world, address, "pages", asked_by_browser, list(BROWSERS))


@pytest.mark.parametrize("address", OPERATIONS, ids=lambda address: address.route)
def test_operations(world: World, address: Address):
    check(world, address, "programs", asked_by_program, list(PROGRAMS))


def test_no_line_is_about_an_address_that_is_gone():
    for name, ours, roles in (("pages", PAGES, BROWSERS), ("programs", OPERATIONS, PROGRAMS)):
        assert set(table.read(name, list(roles))) == {case for address in ours for case in cases(address)}


def admin_paths() -> list[str]:
    """Every address of the admin but those by which one comes in and goes out."""
    patterns = [str(part.pattern) for part in admin.site.urls[0] if isinstance(part, URLPattern)]
    models = [f"{kind._meta.app_label}/{kind._meta.model_name}/" for kind in admin.site._registry]
    pages = [f"{above}{below}" for above in models for below in ("", "add/", "1/change/", "1/delete/", "1/history/")]
    return [f"/admin/{path}" for path in [*patterns, *pages] if path.isascii() and not path.startswith(("log", "(?P"))]


@pytest.mark.parametrize("role", BROWSERS)
def test_the_admin(world: World, role: str):
    """It opens to staff who have shown a second factor, and tells nobody else what it has."""
    paths = [path for path in admin_paths() if "<" not in path]
    assert len(paths) > 20
    for path in paths:
        client = Client()
        client.cookies.load(world.cookies[role])
        with undone():
            word = word_of(client.get(path))
        if role == "staff":
            assert word in {"200", "302", "403", "404"}, path
        else:
            assert word == ("2fa" if role == "careless" else "login"), path
