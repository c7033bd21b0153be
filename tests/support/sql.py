"""The statements that are sent to PostgreSQL as one."""

import re
from collections.abc import Iterator

QUOTED = re.compile(r"'(?:[^']|'')*'|[()]")
NAMED = re.compile(r",?\s*\w+ AS \($")


def parts_of(sql: str) -> Iterator[str]:
    """Yield the parts of a `WITH` and what follows it, or the statement itself."""
    sql = " ".join(sql.split())
    if not sql.startswith("WITH "):
        yield sql
        return
    rest = sql.removeprefix("WITH ")
    while NAMED.match(rest[: rest.find("(") + 1]):
        begin = rest.find("(") + 1
        end = _closing(rest, begin)
        yield rest[begin:end].strip()
        rest = rest[end + 1 :].lstrip()
    yield rest


def _closing(sql: str, begin: int) -> int:
    """Return the place of the parenthesis that closes the one before `begin`."""
    depth = 1
    for found in QUOTED.finditer(sql, begin):
        depth += {"(": 1, ")": -1}.get(found[0], 0)
        if not depth:
            return found.start()
    raise ValueError(f"A parenthesis is left open: {sql[begin:]}")
