"""A language for tests: every message in it is longer, has accents and stands in brackets.

What a page shows without accents was never given to translators. `qps` is written from left to right, `qpr` from right
to left. Its dates are those of a language with letters of its own, since they come from CLDR.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import allauth
import django
import rest_framework
from babel.messages.catalog import Catalog, Message

from foundation.catalogues import TEMPLATE, catalogue_folders, compiled_at, forms, read_catalogue, write_compiled

LEFT_TO_RIGHT, RIGHT_TO_LEFT = "qps", "qpr"
PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "áƀçðéƒĝĥîĵķļɱñöþʠŕšţûṽŵẋýžÁƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ"
LONGER = 0.3
"""How much longer than English a message gets, as German ones are."""
_ACCENTS = str.maketrans(PLAIN, ACCENTED)
_KEPT = re.compile(r"%\(\w+\)[sd]|%[sd%]|\{\w*\}|<[^>]*>|&\w+;|https?://\S+|\\.|[\w.+-]+@[\w.-]+")
"""Values, markup and addresses, which no translator changes."""
_KEPT_IN_MARKDOWN = re.compile(r"^```.*?^```|`[^`]+`|\]\([^)]*\)", re.MULTILINE | re.DOTALL)
_PACKAGES = (django, allauth, rest_framework)


def pseudo(text: str) -> str:
    """A message as a translator of this language would write it: "Log in" is "⟦Ļöĝ îñ··⟧"."""
    parts, done = [], 0
    for kept in _KEPT.finditer(text):
        parts += [text[done : kept.start()].translate(_ACCENTS), kept[0]]
        done = kept.end()
    parts.append(text[done:].translate(_ACCENTS))
    longer = "·" * round(len(_KEPT.sub("", text).strip()) * LONGER)
    lead, end = ("\n" if text.startswith("\n") else ""), ("\n" if text.endswith("\n") else "")
    return f"{lead}⟦{''.join(parts).strip(chr(10))}{longer}⟧{end}"


def pseudo_markdown(text: str) -> str:
    """A page as a translator of this language would write it: only what is read has accents."""
    kept = _KEPT_IN_MARKDOWN.findall(text)
    read = _KEPT_IN_MARKDOWN.split(text)
    return "".join(part.translate(_ACCENTS) + code for part, code in zip(read, [*kept, ""], strict=True))


def write_pseudo_languages(target: Path) -> None:
    """Write the catalogues of both, where Django looks."""
    for language in (LEFT_TO_RIGHT, RIGHT_TO_LEFT):
        # Its plural is that of English.
        catalogue = Catalog(locale="en", domain="django", fuzzy=False)
        for message in _messages():
            given = tuple(pseudo(form) for form in forms(message.id))
            catalogue.add(message.id, given if len(given) > 1 else given[0], context=message.context)
        write_compiled(catalogue, compiled_at(target, language))


def _messages() -> Iterator[Message]:
    ours = [folder / TEMPLATE for folder in catalogue_folders()]
    theirs = [
        path for package in _PACKAGES for path in Path(str(package.__file__)).parent.rglob("locale/en/*/django.po")
    ]
    for path in [*theirs, *ours]:
        yield from (message for message in read_catalogue(path) if message.id)
