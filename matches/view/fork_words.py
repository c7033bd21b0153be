"""Where a match was played on from, in words for its reader."""

import re

from django.utils.translation import gettext

from matches.view.round_words import round_words

_KEPT = re.compile(r"(?P<unit>round|step) (?P<number>\d+) of (?:table (?P<table>\d+)|an uploaded match)")
"""The form in which `Match.fork_words` keeps it: with the round, which is known only where a match is played on."""


def kept_words(number: int, *, is_round: bool, table: int | None) -> str:
    """Return what a match keeps: "round 7 of table 12", "step 9 of an uploaded match"."""
    unit = "round" if is_round else "step"
    return f"{unit} {number} of an uploaded match" if table is None else f"{unit} {number} of table {table}"


def fork_place(kept: str, slug: str) -> str:
    """Say what a match of this game keeps for its reader, "turn 7 of table 12"; empty if it began by the rules."""
    found = _KEPT.fullmatch(kept)
    if found is None:
        return kept
    number, table = found["number"], found["table"]
    if table is None:
        return gettext("step {step} of an uploaded match").format(step=number)
    if found["unit"] == "step":
        return gettext("step {step} of table {table}").format(step=number, table=table)
    return gettext("{round} of table {table}").format(round=round_words(slug, int(number)), table=table)
