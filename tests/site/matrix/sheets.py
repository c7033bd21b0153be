"""The sheets of the matrix: what is asked, as whom, and how."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from ladders.sockets import socket_urls as of_ladders
from matches.api.answer_socket import answer_urls
from matches.api.stream import stream_urls
from matches.web.sockets import socket_urls as of_tables
from tests.site.matrix import admin
from tests.site.matrix.asking import Ask, addresses, asked_by_browser, asked_by_program, cases, words_for
from tests.site.matrix.sockets import knocks, let_in
from tests.site.matrix.table import Case
from tests.site.matrix.world import BOT_ACCOUNTS, BROWSERS, FATES, FATES_OF_PROGRAMS, World

ADDRESSES = {address.route: address for address in sorted(addresses())}


class Words(Protocol):
    """What each of some roles gets, if need be with what the strongest is known to get."""

    def __call__(self, world: World, case: Case, roles: Sequence[str], strongest: str = "") -> Sequence[str]:
        """Ask as these roles."""


class Sheet(NamedTuple):
    """One file of the matrix."""

    name: str
    roles: Sequence[str]
    cases: Callable[[], list[Case]]
    words: Words


def _of_pages(*, for_programs: bool) -> list[Case]:
    return [case for one in ADDRESSES.values() if one.for_programs is for_programs for case in cases(one)]


def _asked(ask: Ask) -> Words:
    return lambda world, case, roles, strongest="": words_for(world, ADDRESSES[case.route], case, ask, roles, strongest)


def _each(ask: Callable[[World, Case, str], str]) -> Words:
    return lambda world, case, roles, strongest="": [ask(world, case, role) for role in roles]


PEOPLE, TOKENS = (*BROWSERS, *FATES), (*BOT_ACCOUNTS, *FATES_OF_PROGRAMS)
SHEETS = (
    Sheet("pages", PEOPLE, lambda: _of_pages(for_programs=False), _asked(asked_by_browser)),
    Sheet("programs", TOKENS, lambda: _of_pages(for_programs=True), _asked(asked_by_program)),
    Sheet(
        "sockets",
        PEOPLE,
        lambda: knocks([*of_tables, *of_ladders]),
        _each(let_in),
    ),
    Sheet(
        "streams",
        TOKENS,
        lambda: knocks([*stream_urls, *answer_urls]),
        _each(let_in),
    ),
    Sheet("admin", admin.ROLES, lambda: list(admin.cases()), _each(admin.word)),
)
