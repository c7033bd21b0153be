"""What a name looks like: a spelling that names share if readers may take one for the other (UTS 39, skeletons).

The table is the part of Unicode's confusables.txt that a name can hold, from confusable-homoglyphs 3.3.1: each line
has a spelling, and the characters that look like it.
"""

import json
import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path

SIGNS = re.compile(r"[._-]+")
DIGITS = "0123456789"
OFFICES = frozenset({"admin", "admins", "administrator", "administrators", "moderator", "moderators", "staff"})
"""Words that no part of a name may look like."""
_kept: set[str] = set()
"""The looks that no name may have, with a number after it or without."""
_numbered: set[str] = set()
"""Those of words after which the site itself writes numbers."""


@cache
def _table() -> dict[int, str]:
    """What to write in place of each character."""
    rows = json.loads(Path(__file__).with_name("confusables.json").read_text(encoding="utf-8"))
    return {ord(character): spelling for spelling, characters in rows.items() for character in characters}


def look_of(name: str) -> str:
    """The look of a name in any case, without the signs between its letters: `Ana` and `а.na` share one."""
    return SIGNS.sub("", _skeleton(_skeleton(name).casefold()))


def _skeleton(text: str) -> str:
    drawn = unicodedata.normalize("NFKD", text).translate(_table())
    return unicodedata.normalize("NFD", drawn)


def _looks_of(words: Iterable[str]) -> set[str]:
    """The looks of words in small and in capital letters: an `l` looks like the I of `ADMIN`."""
    return {look_of(written) for word in words for written in (word, word.upper())}


def keep_names(names: Iterable[str]) -> None:
    """Let nobody take a name that looks like one of these."""
    _kept.update(_looks_of(names))


def keep_numbered_names(names: Iterable[str]) -> None:
    """Let nobody take a name that looks like one of these with a number, such as `Steady-lO`, as the site needs it."""
    words = list(names)
    keep_names(words)
    _numbered.update(_looks_of(words))


def looks_kept(name: str) -> bool:
    """True if a name looks like one that is kept for the site, such as a bot's `Steady-7`."""
    look, digits = look_of(name), {look_of(digit) for digit in DIGITS}
    if any(look.startswith(word) and digits.issuperset(look[len(word) :]) for word in _numbered):
        return True
    return not _kept.isdisjoint({look, look_of(name.rstrip(DIGITS))})


def looks_official(name: str) -> bool:
    """True if a part of a name looks like an office: `moderator1`, `Ana-Admin` or `m0derator`."""
    parts = {written for part in (*SIGNS.split(name), SIGNS.sub("", name)) for written in (part, part.strip(DIGITS))}
    return not {look_of(part) for part in parts}.isdisjoint(_looks_of(OFFICES))
