"""The site says which version it runs: on its pages, in the API and in the changelog."""

import re

import pytest
from django.conf import settings
from django.test import Client, override_settings

from piecepack_site import __version__
from tests.api.bots import Caller, caller, problem
from tests.matches.tables import person
from tests.support.processes import ROOT

pytestmark = pytest.mark.django_db


@override_settings(SITE_VERSION="7.8.9")
@pytest.mark.parametrize("address", ["/", "/api/", "/nowhere"])
def test_every_page_shows_it_in_the_footer(address: str):
    page = Client().get(address).content.decode()
    assert "Version&nbsp;7.8.9." in page.partition("<footer")[2]


@override_settings(SITE_VERSION="7.8.9")
def test_the_page_about_the_api_says_where_to_read_it():
    page = Client().get("/api/v1/").content.decode()
    assert "This site runs version 7.8.9" in page and "GET /api/v1/version" in page


@override_settings(SITE_VERSION="7.8.9")
def test_a_program_reads_it():
    assert caller(person("ana")).get("version").json() == {"version": "7.8.9", "api": "1"}
    problem(Caller().get("version"), 401, "token_missing")


def test_the_schema_keeps_the_version_of_the_api():
    assert Client().get("/api/v1/schema").json()["info"]["version"] == "1"


def test_the_newest_section_of_the_changelog_is_the_version_that_runs():
    sections = re.findall(
        r"^## (\S+) — (?:not yet released|\d{4}-\d\d-\d\d)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE
    )
    assert sections[0] == __version__


def test_it_is_the_version_of_the_code():
    assert __version__ == settings.SITE_VERSION
    assert re.fullmatch(r"\d+\.\d+\.\d+", __version__)
