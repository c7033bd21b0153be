"""The schema describes the API: schemathesis tries every operation with it, in all its phases.

Made-up requests, the edges of every field (its *coverage* phase), and requests made of what earlier ones replied (its
*stateful* phase, along the links that it finds in the schema by itself). There are no examples in the schema to try.
"""

import functools
import re
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
import pytest_django
import schemathesis
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from django.db.models import Model
from django.test import Client
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from clubs.models import Club
from clubs.services.chat import write_club_message
from engine.table_settings import TableSettings, TimeControl
from games.registry import GAMES
from ladders.models import Challenge, Ladder, Season, Tournament
from ladders.selectors.exports import SHEETS
from ladders.services.challenges import make_challenge
from matches.lobby.tables import SeatSpec, create_match
from matches.models import Match
from tests.api.bots import token_of
from tests.api.test_bad_input import replay_beside
from tests.clubs.founded import club_of
from tests.ladders.play import ladder_of, organiser, tournament_of
from tests.matches.tables import DAY, NOON, person, table_of
from tests.support.tiers import some_of

pytestmark = pytest.mark.django_db


def schema() -> dict[str, Any]:
    """The schema, as served."""
    found: dict[str, Any] = Client().get("/api/v1/schema").json()
    return found


def test_the_schema_is_openapi_3_1_and_was_made_without_a_warning():
    GENERATOR_STATS.reset()
    made: Any = SchemaGenerator().get_schema(request=None, public=True)
    assert made["openapi"] == "3.1.0"
    assert not GENERATOR_STATS
    assert schema()["paths"].keys() == made["paths"].keys()


def test_every_operation_says_what_it_is():
    found = schema()
    operations = [operation for path in found["paths"].values() for operation in path.values()]
    assert len({operation["operationId"] for operation in operations}) == len(operations) > 14
    for operation in operations:
        assert operation["summary"] and operation["description"]
        assert {"400", "401", "403", "404", "429"} <= operation["responses"].keys()


def test_the_schema_says_which_headers_come_back_and_which_bodies_must_be_sent():
    paths = schema()["paths"]
    turns, answer = paths["/api/v1/turns"]["get"], paths["/api/v1/matches/{number}/answers"]["post"]
    replay, resign = paths["/api/v1/replays"]["post"], paths["/api/v1/matches/{number}/resign"]["post"]
    assert headers_of(turns) == {("200", "ETag"), ("304", "ETag"), ("429", "Retry-After")}
    assert headers_of(answer) == {("201", "Idempotency-Replayed"), ("429", "Retry-After")}
    assert headers_of(replay) == headers_of(answer) | {("503", "Retry-After")}
    assert answer["requestBody"]["required"] and not resign["requestBody"]["required"]


def headers_of(operation: dict[str, Any]) -> set[tuple[str, str]]:
    """The headers of an operation's replies, each with the status."""
    return {(status, name) for status, reply in operation["responses"].items() for name in reply.get("headers", ())}


@pytest.fixture(autouse=True)
def _one_connection() -> Iterator[None]:
    """Requests leave the test's connection open."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker) -> Iterator[dict[str, str]]:
    """Real tables, and the headers of someone who sits at some of them. Each test undoes what it did there."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield _made()
        transaction.set_rollback(True)


def _made() -> dict[str, str]:
    ana, _ = person("ana"), person("ben")
    for slug, private in (("bid", False), ("hexes", False), ("bid", True)):
        table_of("ana", "ben", "cleo", slug=slug, private=private)
    table_of("ben", "cleo", "dora", slug="tp5")
    seats = [SeatSpec("open"), SeatSpec("link")]
    for private in (False, True):
        table_settings = TableSettings(private=private)
        options: Any = GAMES["bid"].Options()
        create_match(
            host=ana,
            slug="bid",
            options=options,
            seats=seats,
            time_control=TimeControl(DAY),
            table_settings=table_settings,
            contribution="",
            now=NOON,
        )
    organiser("ana")
    ladder = ladder_of([person("ben"), ana, person("cleo"), person("dora")])
    for challenger, opponent in (("ana", "dora"), ("cleo", "ana")):
        make_challenge(ladder_id=ladder.pk, challenger=person(challenger), opponents=[person(opponent)], now=NOON)
    Season.objects.create(ladder=ladder, title="Spring", starts_at=NOON, ends_at=NOON)
    tournament_of([ana, *(person(name) for name in ("ben", "cleo", "dora"))])
    replay_beside(ana)
    club = club_of("ana", "ben", "cleo")
    write_club_message(number=club.pk, user=ana, text="Hello", now=NOON)
    return {"Authorization": f"Bearer {token_of(ana)}"}


@functools.cache
def operations_of_the_site() -> list[Any]:
    """Every operation, as schemathesis reads the schema; reading it takes as long as trying many of them."""
    loaded: Any = schemathesis.openapi.from_wsgi("/api/v1/schema", get_wsgi_application())
    # It seeks 5,000 letters of a pattern for more than a minute, and finds none. All other edges are tried.
    del loaded.raw_schema["components"]["schemas"]["NewNote"]["properties"]["text"]["pattern"]
    return [result.ok() for result in loaded.get_all_operations()]


MORE_EXAMPLES = pytest.mark.exhaustive("three made-up requests of each operation with a token, not one")
ON_BOTH = pytest.mark.both_databases
PARTS = 4
"""One test would take too long on a busy machine."""
KEPT_SHORT = settings(derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.long("made-up requests for every operation; `make test` tries the edges of every field")
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("mode", GenerationMode)
@pytest.mark.parametrize(
    ("known", "examples"),
    [
        pytest.param(True, 1, marks=ON_BOTH, id="with a token"),
        # Whether the schema is kept to, no database changes: each is tried by the first example.
        pytest.param(True, 3, marks=[pytest.mark.postgres, MORE_EXAMPLES], id="with a token, more"),
        pytest.param(False, 1, id="without"),
    ],
)
@pytest.mark.sampled(4, "every operation, not one in four")
def test_every_operation_keeps_to_the_schema(
    world: dict[str, str], known: bool, examples: int, mode: GenerationMode, part: int
):
    """Whatever is sent, whether the schema allows it or not: no failure of the site, and no reply it does not name."""
    operations = operations_of_the_site()[part::PARTS]
    for operation in operations:
        _try(operation, mode, world if known else {}, examples)
    assert len(operations) > 14


def _try(operation: Any, mode: GenerationMode, headers: dict[str, str], examples: int) -> None:
    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(KEPT_SHORT, max_examples=examples, phases=[Phase.explicit, Phase.generate])
    def keeps(case: Any) -> None:
        _sent(case, headers)

    keeps()


def _sent(case: Any, headers: dict[str, str]) -> None:
    """Send a request, and check the reply."""
    _mostly_real(case)
    excluded = list(NOT_OF_A_SCHEMA)
    if not _wrong_parts(case) & {ParameterLocation.QUERY, ParameterLocation.BODY}:
        excluded.append(negative_data_rejection)  # what was wrong has been put right above
    case.call_and_validate(headers=headers, excluded_checks=excluded)


NOT_OF_A_SCHEMA: list[Any] = [positive_data_acceptance]
"""What the rules of a game or a cursor's signature refuse, no schema can say."""


@pytest.mark.parametrize("part", some_of(range(PARTS), 1, "the edges of every operation, not of one in four"))
def test_the_edges_of_every_field_keep_to_the_schema(world: dict[str, str], part: int):
    """The least and the most of each field, one less and one more, each field missing and of each wrong type."""
    tried = 0
    for operation in operations_of_the_site()[part::PARTS]:
        cache.clear()  # nobody asks so much in a minute
        for case in _edges(operation):
            _sent(case, world)
            tried += 1
    assert tried > 800


def _edges(operation: Any) -> Iterator[Any]:
    config: Any = operation.schema.config.generation
    found: Iterator[Any] = operation.schema.iter_coverage_cases(
        operation, generation_modes=list(GenerationMode), generation_config=config
    )
    return found


@pytest.mark.exhaustive("requests made of replies; `make test` makes them up")
def test_what_is_made_of_replies_keeps_to_the_schema(world: dict[str, str]):
    """Requests whose parts stood in the reply to another: a replay's token, a ladder's slug."""
    machine: Any = operations_of_the_site()[0].schema.as_state_machine()
    found: set[tuple[str, int]] = set()

    class Followed(machine):  # type: ignore[misc]
        """A few requests in a row, undone before the next row."""

        def setup(self) -> None:
            cache.clear()
            self.undone = transaction.atomic()
            self.undone.__enter__()

        def teardown(self) -> None:
            transaction.set_rollback(True)
            self.undone.__exit__(None, None, None)

        def get_call_kwargs(self, case: Any) -> dict[str, Any]:
            return {"headers": world}

        def after_call(self, response: Any, case: Any) -> None:
            found.add((case.operation.label, response.status_code))

        def validate_response(self, response: Any, case: Any, additional_checks: Any = None, **sent: Any) -> None:
            case.validate_response(response, headers=world, excluded_checks=NOT_OF_A_SCHEMA, transport_kwargs=sent)

    def is_followed() -> bool:
        """True if a token was read from a reply: nobody guesses one."""
        return any("{token}" in operation and status < 300 for operation, status in found)

    # Three in a hundred rows follow a token. Which rows are drawn depends on the numbers that earlier tests used up.
    for examples in (100, 300, 900):
        if not is_followed():
            bounds = settings(KEPT_SHORT, max_examples=examples, stateful_step_count=6, phases=[Phase.generate])
            Followed.run(settings=bounds)
    assert is_followed()


def _wrong_parts(case: Any) -> set[ParameterLocation]:
    """The parts of a request that the schema does not allow."""
    return {place for place, part in case.meta.components.items() if part.mode == GenerationMode.NEGATIVE}


def _mostly_real(case: Any) -> None:
    """Make most requests name existing things, as random numbers and names find nothing."""
    for name, given_value in (case.path_parameters or {}).items():
        known = [*_real(case.operation.path, name), given_value]
        case.path_parameters[name] = known[zlib.crc32(repr(given_value).encode()) % len(known)]
    # Where the body is as the schema allows it, it is about people whom there are.
    if isinstance(case.body, dict) and ParameterLocation.BODY not in _wrong_parts(case):
        case.body.update({name: people for name, people in PEOPLE.items() if name in case.body})


PEOPLE = {"name": "ben", "player": "ben", "opponents": ["ben"], "one": "ana", "other": "ben"}
"""The fields of bodies that name people."""
NUMBERED: dict[str, type[Model]] = {
    "matches": Match,
    "challenges": Challenge,
    "tournaments": Tournament,
    "clubs": Club,
}
"""What the numbers in URLs stand for."""


def _real(path: str, name: str) -> list[Any]:
    """Existing names for URLs."""
    kind = path.removeprefix("/api/v1/").partition("/")[0]
    if name == "number":
        return list(NUMBERED[kind]._default_manager.values_list("pk", flat=True))
    if name == "slug":
        return list(Ladder.objects.values_list("slug", flat=True)) if kind == "ladders" else list(GAMES)
    if name == "season":
        return list(Season.objects.values_list("pk", flat=True))
    if name == "key":
        return [*Ladder.objects.values_list("slug", flat=True), *Tournament.objects.values_list("pk", flat=True)]
    return FIXED[name]


FIXED: dict[str, list[Any]] = {
    "name": ["ana", "ben"],
    "other": ["ana", "ben"],
    "channel": ["ntfy", "matrix", "telegram"],
    "step": [0],
    "token": ["a-replay"],
    "place": [0],
    "room": ["players"],
    "message": [1],
    "one": ["ana"],
    "seat": [0, 1],
    "what": list(SHEETS),
}


def test_what_requests_are_about_is_there(world: dict[str, str]):
    """Each URL with parts finds something; otherwise the test above would only try refusals."""
    parts = [(operation.path, name) for operation in operations_of_the_site() for name in NAMED.findall(operation.path)]
    assert len(parts) > 50
    assert all(_real(path, name) for path, name in parts)


NAMED = re.compile(r"\{(\w+)\}")
