"""Whom each socket of the site lets in. The consumers' own looks at the database are asked, in this transaction."""

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib.auth import get_user
from django.http import HttpRequest
from django.urls import URLPattern

from accounts.security.session_store import SessionStore
from accounts.security.tokens import TokenRefused
from ladders import sockets as standings
from matches.api.answer_socket import AnswersSocket
from matches.api.sockets import ProgramSocket, valid_token
from matches.api.stream import TurnsStream
from matches.web import sockets
from tests.site.matrix.asking import undone
from tests.site.matrix.states import MEMBERS, bring_about
from tests.site.matrix.table import Case
from tests.site.matrix.world import FATES, STATES, World


def knocks(sockets: Sequence[URLPattern]) -> list[Case]:
    """Each socket; those of tables in each state."""
    return [Case(str(part.pattern), "WS", state) for part in sockets for state in _states(str(part.pattern))]


def _states(pattern: str) -> tuple[str, ...]:
    if "table" in pattern:
        return (*STATES, MEMBERS)
    return ("-", "club") if "ladder" in pattern or "tournament" in pattern else ("-",)


def let_in(world: World, case: Case, role: str) -> str:
    """What a role hears on a socket.

    Of `chat` and the table, of the `table` alone, of their own `turns`, of the `standings` that they may read, or `no`.
    """
    who, becomes = FATES.get(role, (role, None))
    with undone():
        if becomes:
            becomes(world)
        return DOORS[case.route](world, case.state, who)


def _reader(world: World, who: str) -> Any:
    request = HttpRequest()
    key = world.cookies[who].get("sessionid")
    request.session = SessionStore(key)
    return get_user(request)


def _at_table(world: World, state: str, who: str) -> str:
    bring_about(world, "table", state)
    number = world.tables[state if state in STATES else "running"].pk
    *_, groups = sockets._groups.func(number, _reader(world, who))
    return "no" if not groups else "chat" if any(group.startswith("chat.") for group in groups) else "table"


def _of_reader(world: World, state: str, who: str) -> str:
    page = sockets.ReaderConsumer()
    page.scope = {"user": _reader(world, who)}
    return "turns" if page.own() else "no"


def _of_program(socket: type[ProgramSocket], heard: str) -> Callable[[World, str, str], str]:
    def knock(world: World, state: str, who: str) -> str:
        try:
            valid_token.func(world.tokens[who], socket.needed)
        except TokenRefused as refused:
            return refused.code
        return heard

    return knock


def _of_standings(kind: str) -> Callable[[World, str, str], str]:
    def knock(world: World, state: str, who: str) -> str:
        number = {"ladder": world.ladder, "tournament": world.cup}[kind].pk
        bring_about(world, kind, state)
        return "standings" if standings._subject.func(kind, number, _reader(world, who).pk) else "no"

    return knock


DOORS: dict[str, Callable[[World, str, str], str]] = {
    "ws/table/<int:number>/": _at_table,
    "ws/turns/": _of_reader,
    "ws/ladder/<int:number>/": _of_standings("ladder"),
    "ws/tournament/<int:number>/": _of_standings("tournament"),
    "ws/v1/turns": _of_program(TurnsStream, "turns"),
    "ws/v1/answers": _of_program(AnswersSocket, "answers"),
}
