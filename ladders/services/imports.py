"""Import a club's list of players from CSV: parse it, preview it, then enter it line by line."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext

from accounts.identity.selectors import selves, user_by_name
from accounts.models import User
from foundation.errors import Refused
from ladders.models import Ladder, Tournament
from ladders.services.ladders import join_ladder
from ladders.services.organisers import check_organiser, stands_on
from ladders.services.tournaments import enter_tournament

MOST_LINES = 500
NAME_WORDS = ("name", "player", "user", "username")
DIVISION_WORDS = ("division", "group", "class")


@dataclass(frozen=True)
class ImportLine:
    """One line of a list and its result."""

    number: int
    name: str
    division: str = ""
    error: str = ""
    """Why it cannot be entered, as a sentence, or empty."""


def read_lines(text: str) -> list[ImportLine]:
    """Parse a list with a column `name` and optionally `division`; without a header, the first two columns.

    Columns are separated by commas, semicolons or tabs. Raises `Refused` if the list cannot be read.
    """
    try:
        rows = [(number, row) for number, row in _rows(text) if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise Refused(
            "unreadable_list", gettext("A quotation mark is never closed. Save the list as CSV again.")
        ) from error
    if not rows:
        raise Refused("empty_list", gettext("The list is empty. Give one player a line."))
    if len(rows) > MOST_LINES:
        raise Refused(
            "list_too_long",
            gettext("The list has more than {most} lines. Import it in parts.").format(most=MOST_LINES),
        )
    header = [cell.strip().lower() for cell in rows[0][1]]
    name_at = next((at for at, word in enumerate(header) if word in NAME_WORDS), None)
    division_at = next((at for at, word in enumerate(header) if word in DIVISION_WORDS), 1 if name_at is None else None)
    body = rows if name_at is None else rows[1:]
    return [_line(number, row, name_at or 0, division_at) for number, row in body]


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """The rows, each with its first line number: a quoted cell may span several lines."""
    # No name contains NUL, and the database rejects it.
    lines = text.lstrip("\ufeff").replace("\x00", "\ufffd").splitlines()
    mark = max(",;\t", key=lines[0].count) if lines else ","
    reader, begins = csv.reader(lines, delimiter=mark), 1
    for row in reader:
        yield begins, row
        begins = reader.line_num + 1


def _line(number: int, row: list[str], name_at: int, division_at: int | None) -> ImportLine:
    name = row[name_at].strip() if name_at < len(row) else ""
    division = row[division_at].strip() if division_at is not None and division_at < len(row) else ""
    return ImportLine(
        number, name, division, "" if name else gettext("This line has no name. Give one, or take it out.")
    )


def import_list(
    *, target: Ladder | Tournament, lines: list[ImportLine], by: User, now: datetime, keep: bool
) -> list[ImportLine]:
    """Enter every line that can be entered, in order, and give the reason for each other line.

    Organisers in their own list enter the others before themselves. Without `keep` it is a trial run that is rolled
    back.
    """
    check_organiser(by, target.club_id)
    with transaction.atomic():
        found = [None if line.error else user_by_name(name=line.name) for line in lines]
        mine = selves(by)
        on_it = isinstance(target, Ladder) and stands_on(target, mine)
        order = list(range(len(lines)))
        if isinstance(target, Tournament):
            order.sort(key=lambda at: getattr(found[at], "pk", None) in mine)
        done = {at: _enter(target, lines[at], found[at], by, on_it, now) for at in order}
        if not keep:
            transaction.set_rollback(True)
    return [done[at] for at in range(len(lines))]


def _enter(
    target: Ladder | Tournament, line: ImportLine, user: User | None, by: User, on_it: bool, now: datetime
) -> ImportLine:
    if line.error:
        return line
    if user is None:
        error = gettext("Nobody here is called “{name}”. Check the spelling, or ask them to sign up first.").format(
            name=line.name
        )
        return ImportLine(line.number, line.name, line.division, error)
    try:
        with transaction.atomic():
            if isinstance(target, Ladder):
                division = line.division
                join_ladder(ladder_id=target.pk, user=user, now=now, by=by, division_title=division, on_it=on_it)
            else:
                enter_tournament(tournament_id=target.pk, user=user, now=now, by=by)
    except Refused as refused:
        return ImportLine(line.number, line.name, line.division, refused.message)
    return ImportLine(line.number, user.display_name, line.division)
