"""How many languages are complete, and how much English is left on the pages of each app in another language."""

import os
from collections.abc import Iterator
from pathlib import Path

from bench.database import own_database
from bench.figures import Figure


def figures(seconds: float) -> Iterator[Figure]:
    """Visit every page in the pseudo-language; `seconds` changes nothing. `LEFT=file` also writes what is left."""
    with own_database():
        from tests.site.english_left import left_by_app
        from tests.tooling import messages, untranslated

        found = left_by_app()
        complete = messages.complete_languages() if not untranslated.counts() else []
    if path := os.environ.get("LEFT"):
        Path(path).write_text("".join(f"{app}: {text}\n" for app, texts in found.items() for text in sorted(texts)))
    for app, texts in found.items():
        yield Figure(f"languages.untranslated_on_pages.{app}", len(texts), "texts")
    yield Figure("languages.untranslated_on_pages", sum(map(len, found.values())), "texts")
    # English is written in the code.
    yield Figure("languages.complete", 1 + len(complete), "languages")
