"""Catalogues of translations: one for each app and game, compiled into one for each language.

`python -m foundation.catalogues` compiles those that changed. It needs no programs of gettext.
"""

from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("locale", "*/locale", "games/*/locale")
COMPILED = ROOT / "var/locale"
"""Where the site looks for compiled catalogues."""
TEMPLATE = "django.pot"
"""All messages of an app, without translations."""
INSIDE = Path("LC_MESSAGES")


def catalogue_folders() -> list[Path]:
    """The folders that hold catalogues: that of `templates/` first."""
    return [path for pattern in FOLDERS for path in sorted(ROOT.glob(pattern)) if (path / TEMPLATE).is_file()]


def catalogues_of(language: str) -> list[Path]:
    """The catalogues in one language."""
    found = (folder / language / INSIDE / "django.po" for folder in catalogue_folders())
    return [path for path in found if path.is_file()]


def languages() -> list[str]:
    """The languages that somebody translates into."""
    return sorted({path.parts[-3] for folder in catalogue_folders() for path in folder.glob("*/LC_MESSAGES/django.po")})


def read_catalogue(path: Path, language: str | None = None) -> Catalog:
    """Read one catalogue."""
    with path.open("rb") as file:
        return read_po(file, locale=language, domain="django", abort_invalid=True)


def forms(text: object) -> tuple[str, ...]:
    """The texts of a message or translation: one, or one for each count."""
    return tuple(text) if isinstance(text, (list, tuple)) else (str(text or ""),)


def is_translated(message: Message) -> bool:
    """True if a message has a translation in full, and nobody doubts it."""
    return not message.fuzzy and all(forms(message.string))


def merge(language: str) -> Catalog:
    """One catalogue of all messages that are translated into a language."""
    whole = Catalog(locale=language, domain="django", fuzzy=False)
    for path in catalogues_of(language):
        for message in read_catalogue(path, language):
            if message.id and is_translated(message):
                whole.add(message.id, message.string, context=message.context)
    return whole


def compile_languages(target: Path = COMPILED) -> list[str]:
    """Write the catalogue of each language that changed, where Django looks. Return these languages."""
    changed = []
    for language in languages():
        compiled = compiled_at(target, language)
        newest = max(path.stat().st_mtime for path in catalogues_of(language))
        if not compiled.is_file() or compiled.stat().st_mtime < newest:
            write_compiled(merge(language), compiled)
            changed.append(language)
    return changed


def compiled_at(target: Path, language: str) -> Path:
    """Where the compiled catalogue of a language lies."""
    return target / language / INSIDE / "django.mo"


def write_compiled(catalogue: Catalog, path: Path) -> None:
    """Write a catalogue, whole at once: other processes may be reading the old one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(f".{id(catalogue)}")
    with unfinished.open("wb") as file:
        write_mo(file, catalogue)
    unfinished.replace(path)


if __name__ == "__main__":
    compile_languages()
