"""Sockets of tables' pages, for tests."""

from typing import Any

from matches.web.sockets import TableConsumer
from tests.support.sockets import PageSocket


class TableSocket(PageSocket):
    """A socket on a table, with the first pulse that it heard."""

    first: dict[str, str]

    async def connect(self) -> int:
        """Knock, and hear what stands if let in."""
        code = await super().connect()
        if code == 0:
            self.first = await self.hear()
        return code


def socket_of(user: Any, number: int, query: str = "") -> TableSocket:
    """A reader's socket on a table."""
    return TableSocket(TableConsumer.as_asgi(), f"/ws/table/{number}/{query}", user, number=number)
