"""Which pages of the help are translated, and which of them the English has left behind.

python -m tests.tooling.help_pages                       print what is missing or behind, for each language
python -m tests.tooling.help_pages docs/de/players.md    note that this translation is that of the English as it is now
"""

import re
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from foundation.catalogues import languages
from handbook.pages import PAGES, Page
from handbook.sources import MADE_FROM, PARSER, english_text, translated_text, translation_of

SECTION = re.compile(r"^## ", re.MULTILINE)
TOP = "(top)"
LIGHT = "-light.webp"
"""How the name of a picture of the site in English ends."""


def digests(page: Page) -> str:
    """A line for each section of the English: a digest of its words, and its heading."""
    parts = SECTION.split(f"{TOP}\n{english_text(page)}")
    # Lines may be broken elsewhere.
    words = [" ".join(part.split()) for part in parts]
    return "".join(
        f"{sha256(text.encode()).hexdigest()[:8]} {part.partition(chr(10))[0]}\n"
        for part, text in zip(parts, words, strict=True)
    )


def translated(language: str) -> list[Page]:
    """The pages that a language has."""
    return [page for page in PAGES if translation_of(page, language).is_file()]


def missing(language: str) -> list[str]:
    """The pages that a language lacks."""
    return [page.slug for page in PAGES if page not in translated(language)]


def made_from(page: Page, language: str) -> str:
    """The English that a translation was made from: a line with a digest for each section."""
    found = MADE_FROM.match(translation_of(page, language).read_text(encoding="utf-8"))
    return found[1] if found else ""


def behind(page: Page, language: str) -> list[str]:
    """The sections whose English was changed, added or removed since this translation."""
    then, now = made_from(page, language).splitlines(), digests(page).splitlines()
    changed = [line for line in now if line not in then] + [line for line in then if line not in now]
    return list(dict.fromkeys(line.partition(" ")[2] for line in changed))


def different(page: Page, language: str) -> list[str]:
    """The sections of the English whose headings, paragraphs, lists, tables, code, links or images are others here."""
    own = re.compile(rf"src images/languages/([\w-]+)-{re.escape(language)}\.webp")
    english, other = _outline(english_text(page)), _outline(translated_text(page, language), own)
    if len(english) != len(other):
        return [f"{len(english) - 1} headings in English, {len(other) - 1} here"]
    return [heading for (heading, *here), (_, *there) in zip(english, other, strict=True) if here != there]


def pictures_in_english(language: str) -> list[str]:
    """The pictures of the site that these translations show in English."""
    pages = [_outline(translated_text(page, language)) for page in translated(language)]
    shown = [target for page in pages for *_, targets in page for target in targets]
    return [target for target in shown if target.startswith("src images/") and target.endswith(LIGHT)]


def _outline(text: str, own: re.Pattern[str] | None = None) -> list[tuple[str, list[str], list[str]]]:
    """For each heading: its text, what stands below it, and where links and images lead.

    A picture that `own` matches stands for the English one.
    """
    found: list[tuple[str, list[str], list[str]]] = [(TOP, [], [])]
    tokens = PARSER.parse(text)
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open" and following:
            found.append((following.content, [token.tag], []))
        _, below, targets = found[-1]
        if token.type != "inline":
            below.append(f"{token.type} {token.content}")
        for part in token.children or ():
            named = [f"{name} {part.attrs[name]}" for name in ("href", "src") if name in part.attrs]
            targets += [own.sub(rf"src images/\1{LIGHT}", target) for target in named] if own else named
    # Words may come in another order.
    return [(heading, below, sorted(targets)) for heading, below, targets in found]


def state(language: str) -> Iterator[str]:
    """Lines that say how far the help is in one language."""
    yield f"{language} help: {len(translated(language))} of {len(PAGES)} pages"
    if lacking := missing(language):
        yield f"  missing: {', '.join(lacking)}"
    for page in translated(language):
        for what, sections in (("behind", behind(page, language)), ("different", different(page, language))):
            if sections:
                yield f"  {what}: {page.slug}: {'; '.join(sections)}"


def note(page: Page, language: str) -> None:
    """Write the digests of the English into a translation."""
    path = translation_of(page, language)
    kept = path.read_text().removeprefix(f"<!--\n{made_from(page, language)}-->\n")
    path.write_text(f"<!--\n{digests(page)}-->\n{kept}")


def page_at(path: Path) -> tuple[Page, str]:
    """The page and the language of a translation. Raises `ValueError` with what to do."""
    for page in PAGES:
        if translation_of(page, path.parent.name).resolve() == path.resolve() and path.is_file():
            return page, path.parent.name
    raise ValueError(f"{path} is not a page of the help in another language: name a file such as docs/de/players.md.")


def main(arguments: list[str]) -> None:
    """Print the state, or note what translations were made from."""
    if not arguments:
        sys.stdout.write("".join(f"{line}\n" for language in languages() for line in state(language)))
        return
    try:
        named = [page_at(Path(argument)) for argument in arguments]
    except ValueError as error:
        sys.exit(str(error))
    for page, language in named:
        note(page, language)
        sys.stdout.write("".join(f"{page.slug}: {text}\n" for text in different(page, language)))


if __name__ == "__main__":
    main(sys.argv[1:])
