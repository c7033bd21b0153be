"""The schema is made once in each process, for everyone."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from api import schema_page

PATH = "/api/v1/schema"


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A process that has not made it yet; one entry for each time that it does."""
    count: list[int] = []
    really = SchemaGenerator.get_schema

    def counting(self: Any, *args: Any, **kwargs: Any) -> Any:
        count.append(1)
        return really(self, *args, **kwargs)

    monkeypatch.setattr(SchemaGenerator, "get_schema", counting)
    schema_page._made.cache_clear()
    return count


@pytest.mark.django_db
def test_many_requests_make_it_once(made: list[int]):
    replies = [Client().get(PATH) for _ in range(3)]
    assert {reply.status_code for reply in replies} == {200}
    assert len({reply.content for reply in replies}) == 1
    assert len(made) == 1


def test_requests_at_the_same_time_make_it_once(made: list[int]):
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: schema_page.schema_json(), range(4)))
    assert len(set(found)) == len(made) == 1


@pytest.mark.django_db
def test_who_has_it_is_not_sent_it_again():
    first = Client().get(PATH)
    again = Client().get(PATH, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert first["Cache-Control"] == "public, max-age=300"
    assert first["Content-Type"] == "application/vnd.oai.openapi+json"
