"""The attributes of pages that people read or hear, some of them by a script."""

import re
from collections.abc import Iterable
from pathlib import Path

from foundation.catalogues import ROOT

SCRIPTS = ("static/js/*.js", "games/*/static/**/*.js")
SAID_BY_SCRIPTS = {
    f"data-{name}"
    for name in (
        *("about", "busy", "copied", "join", "label", "lead", "lost", "moment", "more", "name", "new", "next", "out"),
        *("read", "refused", "seal", "selected", "silent", "stays", "the", "unreachable", "words"),
    )
}
SPOKEN = {"title", "aria-label", "placeholder", "alt", "label", "summary"} | SAID_BY_SCRIPTS
FOR_SCRIPTS = {
    f"data-{name}"
    for name in (
        # Numbers, addresses, and what pages and scripts call things.
        *("asked", "at", "cell", "cells", "clash", "coach", "colours", "copies", "count", "csrf", "do", "for", "from"),
        *("hex", "kept-receipt", "kind", "kinds", "limit", "listening", "look", "match", "mine", "most", "of-run"),
        *("offline", "owners", "push", "rank", "reader", "reply", "room", "run", "schema", "seat", "seed-hash", "seen"),
        *("seen-by", "shares", "socket", "stands", "step", "tile", "topic", "touched", "tp5", "unread", "value"),
        # What a script keeps of a page’s own text.
        *("before", "idle", "unnamed"),
        # Texts as JSON, which `static/js/texts.js` reads.
        "says",
    )
}
"""The attributes that scripts read, and nobody else."""
NAME = re.compile(r"\bdataset\.(\w+)")


def scripts() -> list[Path]:
    """The scripts of the site and of its games."""
    return sorted(path for place in SCRIPTS for path in ROOT.glob(place))


def attributes_in(texts: Iterable[str]) -> set[str]:
    """The attributes that these scripts read or write."""
    names = {name for text in texts for name in NAME.findall(text)}
    return {"data-" + re.sub("[A-Z]", lambda letter: f"-{letter[0].lower()}", name) for name in names}
