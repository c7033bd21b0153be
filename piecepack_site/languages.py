"""The languages that readers can choose.

A language is offered once it is complete: see `docs/translating.md`. Add it to `OFFERED_LANGUAGES` then.
"""

from pathlib import Path

from piecepack_site.environment import env

LANGUAGE_NAMES = {
    "en-gb": "English",
    "de": "Deutsch",
    "es": "español",
    "fr": "français",
}
"""Languages that somebody translates into, each as its speakers call it."""
OFFERED_LANGUAGES = ("en-gb", "de", "es", "fr")

LANGUAGE_CODE = "en-gb"
# To look at a language that is not complete: LANGUAGES=en-gb,de make run
LANGUAGES = [(code, LANGUAGE_NAMES.get(code, code)) for code in env.list("LANGUAGES", default=list(OFFERED_LANGUAGES))]
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
USE_I18N = True
# `python -m foundation.catalogues` compiles what lies in the `locale` folders of apps and games.
LOCALE_PATHS = [Path(__file__).resolve().parent.parent / "var/locale"]
