"""`make messages`: write what can be translated to the catalogues, and keep what is translated.

python -m tests.tooling.messages            write all catalogues
python -m tests.tooling.messages de         also begin catalogues of another language
python -m tests.tooling.messages --state    print how far each language is
python -m tests.tooling.messages --write    also write it to the page about translating
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_javascript, extract_python
from babel.messages.pofile import write_po
from django.utils.translation.template import templatize

from foundation.catalogues import (
    INSIDE,
    ROOT,
    TEMPLATE,
    catalogue_folders,
    catalogues_of,
    is_translated,
    languages,
    read_catalogue,
)
from handbook.pages import PAGES
from piecepack_site.languages import LANGUAGE_NAMES
from tests.tooling import help_pages
from tests.tooling.messages_in_python import Message, messages_in

WITHOUT = {"tests", "bench", "deploy", "docs", "examples", "dist", "var", "node_modules"}
MACHINERY = {ROOT / "engine/language.py", ROOT / "foundation/language.py"}
JS_KEYWORDS = {"gettext": None, "ngettext": None}
TEMPLATE_KEYWORDS = dict.fromkeys(("_", "gettext", "ngettext", "pgettext", "npgettext"))
WIDTH = 100
PAGE = ROOT / "docs/translating.md"
STATE = "## State\n"


def folders() -> list[Path]:
    """Where a catalogue belongs: `locale/` for what is in no app, and one for each app and game."""
    apps = [path.parent for path in ROOT.glob("*/__init__.py")]
    games = [path.parent for path in ROOT.glob("games/*/__init__.py")]
    kept = [app for app in sorted([*apps, *games]) if app.name not in WITHOUT and app.name != "piecepack_site"]
    return [ROOT, *kept]


def sources(folder: Path) -> list[Path]:
    """The files whose messages lie in the catalogue of a folder."""
    places: tuple[str, ...]
    if folder == ROOT:
        places = ("templates/**/*.*", "static/js/*.js", "piecepack_site/*.py")
    elif folder == ROOT / "games":
        places = ("*.py",)
    else:
        places = ("**/*.py", "**/templates/**/*.*", "static/**/*.js")
    found = {path for place in places for path in folder.glob(place) if path.suffix in EXTRACTORS}
    return sorted(path for path in found if "migrations" not in path.parts and path not in MACHINERY)


def _of_python(text: str) -> Iterator[Message]:
    yield from messages_in(text)


def _of_template(text: str) -> Iterator[Message]:
    # What surrounds the messages is blanked out, but indented as the template is.
    code = "\n".join(line.lstrip() for line in templatize(text).splitlines())
    yield from _found(extract_python(BytesIO(code.encode()), TEMPLATE_KEYWORDS, [], {}))


def _of_script(text: str) -> Iterator[Message]:
    yield from _found(extract_javascript(BytesIO(text.encode()), JS_KEYWORDS, [], {}))


def _found(calls: Iterable[Any]) -> Iterator[Message]:
    """The messages of calls that Babel has found."""
    for line, function, texts, _ in calls:
        given = [one for one in (texts if isinstance(texts, tuple) else (texts,)) if one is not None]
        context = given.pop(0) if function in ("pgettext", "npgettext") else None
        is_counted = function in ("ngettext", "npgettext")
        yield Message(line, (given[0], given[1]) if is_counted else given[0], context)


EXTRACTORS = {".py": _of_python, ".html": _of_template, ".txt": _of_template, ".svg": _of_template, ".js": _of_script}


def template_of(folder: Path) -> Catalog:
    """All messages of a folder, without translations."""
    catalogue = Catalog(domain="django", header_comment=f"# Messages of {name_of(folder)}.", fuzzy=False)
    for path in sources(folder):
        for message in EXTRACTORS[path.suffix](path.read_text()):
            place = (str(path.relative_to(ROOT)), message.line)
            catalogue.add(message.id, context=message.context, locations=[place])
    return catalogue


def name_of(folder: Path) -> str:
    """The name of an app or game, as it is imported."""
    return ".".join(folder.relative_to(ROOT).parts) or "pages"


def written(catalogue: Catalog) -> bytes:
    """A catalogue as text, which changes only with its messages."""
    file = BytesIO()
    write_po(file, catalogue, width=WIDTH, omit_header=True, include_lineno=False, ignore_obsolete=True)
    return (HEADER if catalogue.locale is None else header_of(catalogue)).encode() + file.getvalue()


HEADER = """msgid ""
msgstr ""
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def header_of(catalogue: Catalog) -> str:
    """The head of a catalogue, without dates and names that would change each time."""
    more = f'"Language: {catalogue.locale_identifier}\\n"\n"Plural-Forms: {catalogue.plural_forms}\\n"\n\n'
    return HEADER.rstrip("\n") + "\n" + more


def updated(path: Path, template: Catalog, language: str) -> Catalog:
    """The catalogue of a language with all messages of the template, keeping its translations."""
    catalogue = read_catalogue(path, language) if path.is_file() else Catalog(locale=language, domain="django")
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.fuzzy = False
    return catalogue


def planned(more: Sequence[str] = ()) -> Iterator[tuple[Path, bytes]]:
    """What each file of catalogues should hold."""
    for folder in folders():
        template = template_of(folder)
        if len(template):
            place = folder / "locale"
            yield place / TEMPLATE, written(template)
            for language in sorted({*languages(), *more}):
                path = place / language / INSIDE / "django.po"
                yield path, written(updated(path, template, language))


def state() -> Iterator[str]:
    """For each language: how many messages of each folder are translated, and how far its help is."""
    for language in languages():
        for path in catalogues_of(language):
            catalogue = read_catalogue(path, language)
            done = sum(is_translated(message) for message in catalogue if message.id)
            yield f"{language} {path.parent.parent.parent.relative_to(ROOT)}: {done} of {len(catalogue)}"
        yield from help_pages.state(language)


def state_table() -> list[str]:
    """The table of how far each language is."""
    lines = ["| Language | Messages | Pages of help |", "| --- | --- | --- |"]
    for language in languages():
        read = [read_catalogue(path, language) for path in catalogues_of(language)]
        done = sum(is_translated(message) for catalogue in read for message in catalogue if message.id)
        needed = sum(len(read_catalogue(folder / TEMPLATE)) for folder in catalogue_folders())
        pages = len(help_pages.translated(language)), len(PAGES)
        name = LANGUAGE_NAMES.get(language, language)
        lines.append(f"| {name} | {_so_far(done, needed)} | {_so_far(*pages)} |")
    return lines


def _so_far(done: int, needed: int) -> str:
    return f"all {needed}" if done == needed else f"{done} of {needed}"


def written_state() -> list[str]:
    """The table as the page about translating has it."""
    section = PAGE.read_text().split(STATE)[1].split("\n## ")[0]
    return [line for line in section.splitlines() if line.startswith("|")]


def write_state() -> None:
    """Write the table to the page about translating."""
    PAGE.write_text(PAGE.read_text().replace("\n".join(written_state()), "\n".join(state_table())))


def missing_in(language: str) -> dict[str, list[str]]:
    """The messages without a translation, by catalogue; "all" of them where a whole catalogue is missing.

    Under "docs", the pages of the help.
    """
    found = {"docs": help_pages.missing(language)}
    for folder in catalogue_folders():
        path = folder / language / INSIDE / "django.po"
        missing = ["all"]
        if path.is_file():
            missing = [str(one.id) for one in read_catalogue(path) if one.id and not is_translated(one)]
        found[str(folder.relative_to(ROOT))] = missing
    return {folder: texts for folder, texts in found.items() if texts}


def complete_languages() -> list[str]:
    """The languages in which no message and no page of the help lacks a translation."""
    return [language for language in languages() if not missing_in(language)]


def main(arguments: list[str]) -> None:
    """Write the catalogues, or print how far each language is."""
    if arguments == ["--write"]:
        write_state()
    if arguments in (["--state"], ["--write"]):
        sys.stdout.write("\n".join(state()) + "\n")
        return
    for path, text in planned(arguments):
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_bytes() != text:
            path.write_bytes(text)
            sys.stdout.write(f"{path.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
