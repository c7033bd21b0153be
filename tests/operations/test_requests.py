"""Every request has an id, which its answer, its log lines, its page of failure and its tasks carry."""

import re
from collections.abc import Iterator
from io import StringIO

import pytest
import structlog
from django.db import OperationalError
from django.test import Client, override_settings

from matches.tasks import resolve_round_task
from operations import worker_signals
from tests.matches.tables import table_of
from tests.operations.logged import lines_of, logged

MADE = re.compile(r"[0-9a-f]{32}")


@pytest.fixture
def output() -> Iterator[StringIO]:
    with logged("INFO") as text:
        yield text


def failing(*args: object, **kwargs: object) -> None:
    raise OperationalError("the secret words of an error")


def test_an_id_is_made_and_sent_back():
    first, second = (Client().get("/healthz-not")["X-Request-ID"] for _ in range(2))
    assert MADE.fullmatch(first) and MADE.fullmatch(second)
    assert first != second


@pytest.mark.parametrize(
    ("proxies", "given", "taken"),
    [
        (1, "a1b2c3d4-e5f6", True),
        (1, "short", False),
        (1, "a1b2c3d4\te5f6g7", False),
        (1, "x" * 65, False),
        (1, '","level":"', False),
        (0, "a1b2c3d4-e5f6", False),
    ],
)
def test_the_id_of_a_proxy_is_taken_if_it_is_well_formed(proxies: int, given: str, taken: bool):
    with override_settings(ALLAUTH_TRUSTED_PROXY_COUNT=proxies):
        reply = Client().get("/nowhere", headers={"X-Request-ID": given})
    assert (reply["X-Request-ID"] == given) is taken


@pytest.mark.django_db
def test_a_request_is_one_line_that_names_view_and_table(output: StringIO):
    match, _ = table_of("ana", "ben", "cleo")
    reply = Client().get(f"/table/{match.pk}/log/")
    (line,) = lines_of(output, "request")
    assert line["request_id"] == reply["X-Request-ID"]
    assert (line["view"], line["method"], line["status"], line["match"]) == ("matches:log", "GET", 200, match.pk)
    assert line["ms"] > 0
    assert "/table/" not in output.getvalue()


@pytest.mark.django_db
def test_the_table_is_forgotten_after_the_request(output: StringIO):
    Client().get("/table/99/log/")
    Client().get("/nowhere")
    assert [line.get("match") for line in lines_of(output, "request")] == [99, None]


@pytest.mark.django_db
def test_a_failure_shows_the_id_and_logs_what_kind_it_is_and_where(output: StringIO, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("matches.web.views.lists.public_matches", failing)
    reply = Client(raise_request_exception=False).get("/")
    assert reply.status_code == 500
    assert f"<code>{reply['X-Request-ID']}</code>" in reply.content.decode()
    (line,) = lines_of(output, "A request failed")
    assert line["request_id"] == reply["X-Request-ID"]
    assert line["error"] == "OperationalError"
    assert any("test_requests.py" in place and "failing" in place for place in line["where"])
    assert "secret words" not in output.getvalue()
    assert [line["level"] for line in lines_of(output, "request")] == ["warning"]


@pytest.mark.django_db
def test_the_page_of_failure_needs_no_database(monkeypatch: pytest.MonkeyPatch):
    _, people = table_of("ana", "ben", "cleo")
    client = Client(raise_request_exception=False)
    client.force_login(people[0])
    monkeypatch.setattr("django.db.backends.utils.CursorWrapper.execute", failing)
    reply = client.get("/turns/")
    assert reply.status_code == 500
    assert "Something broke" in reply.content.decode()


def test_the_key_of_a_mails_link_is_not_logged(output: StringIO):
    strict = Client(enforce_csrf_checks=True)
    assert strict.post("/accounts/confirm-email/the-key-of-a-mail/").status_code == 403
    assert lines_of(output, "request")
    assert "the-key-of-a-mail" not in output.getvalue()


@pytest.mark.django_db
def test_a_task_carries_the_id_of_the_request_that_led_to_it(output: StringIO):
    headers: dict[str, str] = {}
    with structlog.contextvars.bound_contextvars(request_id="r" * 12):
        worker_signals.send_request_id(headers=headers)
    match, _ = table_of("ana", "ben", "cleo")
    resolve_round_task.apply(args=(match.pk,), headers=headers)
    (line,) = lines_of(output, "task")
    assert (line["request_id"], line["task"], line["match"]) == ("r" * 12, "matches.resolve_round", match.pk)
    assert line["status"] == "SUCCESS"
    assert structlog.contextvars.get_contextvars() == {}


@pytest.mark.django_db
def test_a_task_that_fails_is_logged_without_the_words_of_its_error(output: StringIO, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("matches.tasks.resolve_round", failing)
    resolve_round_task.apply(args=(7,))
    (line,) = [line for line in lines_of(output) if line["level"] == "error"]
    assert (line["match"], line["error"]) == (7, "OperationalError")
    assert "secret words" not in output.getvalue()
