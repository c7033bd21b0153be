"""What a user name may be."""

import re
import unicodedata

from django.core.exceptions import ValidationError

SHORTEST, LONGEST = 2, 24
# Parts of addresses on this site, and names that would pass for the site itself.
RESERVED = frozenset({"me", "guest", "keep", "house", "admin", "administrator", "moderator", "system", "piecepack"})
_PATTERN = re.compile(r"[\w.-]+")
# Scripts whose letters can be taken for one another.
_LOOKALIKE_SCRIPTS = frozenset({"LATIN", "CYRILLIC", "GREEK", "CHEROKEE", "ARMENIAN", "COPTIC", "LISU"})


def name_normal(name: str) -> str:
    """The one spelling in which a name is kept (Unicode NFKC)."""
    return unicodedata.normalize("NFKC", name)


def name_key(name: str) -> str:
    """What two names must not share: the name without regard to case, in any alphabet."""
    return name_normal(name_normal(name).casefold())


def name_found(name: str) -> re.Pattern[str]:
    """What finds a name, or a mail address, where it stands in a text as a word of its own, in whatever case."""
    return re.compile(rf"(?<!\w)(?<!\w[.-]){re.escape(name)}(?!\w)(?![.-]\w)", re.IGNORECASE)


def _scripts(name: str) -> set[str]:
    words = {unicodedata.name(letter, "").split(" ")[0] for letter in name if letter.isalpha()}
    return words & _LOOKALIKE_SCRIPTS


def validate_name(name: str) -> None:
    """Refuse a name that is too short or long, holds markup or blanks, or mixes alphabets."""
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(f"A name has {SHORTEST} to {LONGEST} characters. Choose another.", code="name_length")
    if not _PATTERN.fullmatch(name) or not any(sign.isalnum() for sign in name):
        message = "A name is made of letters, digits, full stops, hyphens and underscores. Choose another."
        raise ValidationError(message, code="name_signs")
    if len(_scripts(name)) > 1:
        raise ValidationError("The letters of a name come from one alphabet. Choose another.", code="name_mixed")


def validate_name_of_person(name: str) -> None:
    """Refuse a name that the site keeps for itself or for guests."""
    key = name_key(name)
    if key in RESERVED or key.startswith(("guest-", "house-", "former-")):
        raise ValidationError("This name is kept for the site. Choose another.", code="name_reserved")
