"""Two players compared, and all tables as downloads."""

import csv
import io
import json
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext, pgettext
from django.views.decorators.http import require_safe

from accounts.identity.selectors import user_by_name
from accounts.security.limits import costly
from ladders.selectors.exports import SHEETS, Sheet
from ladders.selectors.players import head_to_head, versus_by_game

FORMULA = ("=", "+", "-", "@", "\t", "\r")


@require_safe
def versus(request: HttpRequest, one: str, other: str) -> HttpResponse:
    """Compare two players head to head."""
    first, second = user_by_name(name=one), user_by_name(name=other)
    if first is None or second is None or first == second:
        raise Http404(gettext("Nobody here has these names."))
    record, matches = head_to_head(first, second)
    rows = [(match, match.places[first.pk], match.places[second.pk]) for match in matches]
    games = versus_by_game(first, second, matches)
    page = {"one": first, "other": second, "record": record, "games": games, "rows": rows}
    return render(request, "ladders/versus.html", page)


@require_safe
@costly
def export(request: HttpRequest, what: str, key: str, form: str) -> HttpResponse:
    """A table as CSV or JSON."""
    if what not in SHEETS:
        raise Http404(pgettext("sheet", "There is no such table."))
    try:
        sheet = SHEETS[what](key, request.user.pk)
    except (ObjectDoesNotExist, ValueError) as error:
        raise Http404(pgettext("sheet", "There is no such table.")) from error
    answer = HttpResponse(_csv(sheet), content_type="text/csv; charset=utf-8") if form == "csv" else _json(sheet)
    answer["Content-Disposition"] = str(content_disposition_header(True, f"{what}-{key}.{form}"))
    return answer


def _csv(sheet: Sheet) -> str:
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(sheet.columns)
    writer.writerows([_cell(value) for value in row] for row in sheet.rows)
    return written.getvalue()


def _cell(value: Any) -> Any:
    """Keep spreadsheets from reading a name as a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def _json(sheet: Sheet) -> HttpResponse:
    rows = [dict(zip(sheet.columns, row, strict=True)) for row in sheet.rows]
    return HttpResponse(json.dumps(rows, ensure_ascii=False, indent=1), content_type="application/json")
