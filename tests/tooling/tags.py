"""The tags of a message, which its translations must have too."""

from collections import Counter
from html.parser import HTMLParser

IN_WORDS = {"alt", "aria-label", "placeholder", "title"}
"""Attributes that are translated themselves."""


def tags_in(text: str) -> Counter[str]:
    """Return how often a text has each tag, with its attributes; they may stand in another order."""
    reader = _Reader()
    reader.feed(text)
    # What is not closed is held back, and would take in what follows on the page.
    left = reader.rawdata
    reader.close()
    return reader.found + Counter([left] if "<" in left else [])


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: Counter[str] = Counter()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = sorted((name, "" if name in IN_WORDS else value or "") for name, value in attrs)
        self.found[f"{tag} {said}"] += 1

    def handle_endtag(self, tag: str) -> None:
        self.found[f"/{tag}"] += 1

    def handle_comment(self, data: str) -> None:
        self.found["a comment"] += 1

    def handle_decl(self, decl: str) -> None:
        self.found["a declaration"] += 1

    def handle_pi(self, data: str) -> None:
        self.found["an instruction"] += 1
