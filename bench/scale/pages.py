"""Every page and API list as a visitor, a player, a moderator and an admin see it: how long, and how many queries.

What is asked for comes from the permission matrix, so a new page is measured by itself.
"""

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bench.scale.progress import shown
from tests.api.routes import ROUTES
from tests.site.matrix.asking import path_of, query_of, undone
from tests.site.matrix.sheets import ADDRESSES, SHEETS
from tests.site.matrix.states import bring_about, is_first
from tests.site.matrix.table import Case
from tests.site.matrix.world import World

ROLES = {
    "pages": ("visitor", "player", "senior", "staff"),
    "programs": ("player", "organiser"),
    "admin": ("staff",),
    "machines": ("visitor",),
}
FIGURES = Case("/metrics", "GET", "-")
"""No URL of the site: it is answered before one is looked for."""
KEPT_SHORTLY = ("gauge:rounds", "gauge:overdue")
"""What the figures are counted from every half a minute."""
OK = 200
OVER = "over"
MOVES = re.compile("^(SAVEPOINT|RELEASE|ROLLBACK)")
OF_ROWS = ("_changelist", "_add", "index")
"""The pages of the admin that are about no row in particular."""


class Page(NamedTuple):
    """A page as one reader sees it."""

    route: str
    state: str
    role: str

    def __str__(self) -> str:
        return " ".join(self)


class Cost(NamedTuple):
    """What a page takes."""

    ms: float
    queries: int


Ask = Callable[[], tuple[int, bytes]]


def page_costs(world: World, times: int, every: int) -> Mapping[Page, Cost]:
    """Return what each page, or one in `every`, takes that its reader gets: the best of some times."""
    found: dict[Page, Cost] = {}
    for name, case in shown(pages_asked_for()[::every], "pages asked for"):
        for role in ROLES[name]:
            if cost := cost_of(world, name, case, role, times):
                found[Page(case.route, case.state, role)] = cost
    return found


def pages_asked_for() -> Sequence[tuple[str, Case]]:
    """Return each page and API list, with the sheet of the matrix that has it."""
    of_sheets = [(sheet.name, case) for sheet in SHEETS if sheet.name in ROLES for case in sheet.cases()]
    return [*_looked_at(of_sheets), ("machines", FIGURES)]


def _looked_at(cases: Sequence[tuple[str, Case]]) -> Iterator[tuple[str, Case]]:
    """Yield each page once, in the first state that its address has, and once more for tables that have ended."""
    seen: set[tuple[str, str]] = set()
    for name, case in cases:
        if case.method != "GET" or not is_first(case.route, case.state):
            continue
        if (name, case.route) not in seen or case.state == OVER:
            yield name, case
        seen.add((name, case.route))


def cost_of(world: World, name: str, case: Case, role: str, times: int) -> Cost | None:
    """Return what a page takes, or None if this reader gets no page; without `times`, only how many queries."""
    with undone():
        bring_about(world, case.route, case.state)
        ask = _asking(world, name, case, role)
        if ask is None or ask() != OK:
            return None
        with CaptureQueriesContext(connection) as captured:
            ask()
        queries = sum(not MOVES.match(query["sql"]) for query in captured.captured_queries)
        return Cost(min((_timed(ask) for _ in range(times)), default=0.0), queries)


def _asking(world: World, name: str, case: Case, role: str) -> Callable[[], int] | None:
    client = world.client()
    if name == "programs":
        address = ADDRESSES[case.route]
        route = next(one for one in ROUTES[case.route.removeprefix("api:")] if one.method.upper() == "GET")
        path = path_of(world, address, case.state) + query_of(route.path, case.state)
        headers = {"Authorization": f"Bearer {world.tokens[role]}"}
        return lambda: _status(client, path, headers)
    if name == "machines":
        return lambda: _counted_again(client, case.route)
    client.cookies.load(world.cookies[role])
    if name == "admin":
        if not case.route.endswith(OF_ROWS):
            return None
        path = reverse(case.route)
    else:
        path = path_of(world, ADDRESSES[case.route], case.state)
    return lambda: _status(client, path, {})


def _counted_again(client: Client, path: str) -> int:
    cache.delete_many(KEPT_SHORTLY)
    return _status(client, path, {})


def _status(client: Client, path: str, headers: Mapping[str, str]) -> int:
    """Ask, read the reply to its end, and take back what that changed, but not what is cached for a while."""
    with transaction.atomic():
        reply = client.get(path, headers=headers)
        # A streamed reply is made only as it is read.
        reply.getvalue()
        transaction.set_rollback(True)
        return int(reply.status_code)


def _timed(ask: Callable[[], int]) -> float:
    begun = time.perf_counter()
    ask()
    return 1000 * (time.perf_counter() - begun)


def ratios(small: Mapping[Page, Cost], big: Mapping[Page, Cost], *, floor: float) -> Sequence[tuple[float, Page]]:
    """Return how many times as long each page takes on the big site, the worst first.

    Below `floor` milliseconds, chance decides more than the page does.
    """
    both = [(big[page].ms / max(small[page].ms, floor), page) for page in small if page in big]
    return sorted(both, reverse=True)
