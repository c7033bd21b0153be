"""The rules for user names."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from accounts.values.lookalikes import keep_names, keep_numbered_names, looks_kept, looks_official

SHORTEST, LONGEST = 2, 24
LONGEST_TYPED = 320
"""No name or mail address is longer. Unicode sorts marks in a time that grows with the square of their number, while
the whole process waits, so no more of what somebody types is looked at."""
# Parts of the site's addresses, and names that could impersonate the site.
RESERVED = frozenset({"me", "keep", "house", "admin", "administrator", "moderator", "system", "piecepack"})
NUMBERED = frozenset({"guest", "player", "former"})
"""What the site calls accounts without a name of their own, with a number."""
keep_names(RESERVED)
keep_numbered_names(NUMBERED)
_PATTERN = re.compile(r"[\w.-]+")
# Scripts with letters that look alike.
_LOOKALIKE_SCRIPTS = frozenset({"LATIN", "CYRILLIC", "GREEK", "CHEROKEE", "ARMENIAN", "COPTIC", "LISU"})


def name_normal(name: str) -> str:
    """The stored spelling of a name (Unicode NFKC), from its first `LONGEST_TYPED` characters."""
    return unicodedata.normalize("NFKC", name[:LONGEST_TYPED])


def name_key(name: str) -> str:
    """The unique key of a name: the name without case, in any alphabet."""
    return unicodedata.normalize("NFKC", name_normal(name).casefold())


def name_found(name: str) -> re.Pattern[str]:
    """A pattern that finds a name or mail address as a whole word in a text, ignoring case."""
    return re.compile(rf"(?<!\w)(?<!\w[.-]){re.escape(name)}(?!\w)(?![.-]\w)", re.IGNORECASE)


def _scripts(name: str) -> set[str]:
    words = {unicodedata.name(letter, "").split(" ")[0] for letter in name if letter.isalpha()}
    return words & _LOOKALIKE_SCRIPTS


def validate_name(name: str) -> None:
    """Reject a name of a wrong length, with markup or blanks, or with mixed alphabets."""
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(
            gettext("A name has {shortest} to {longest} characters. Choose another.").format(
                shortest=SHORTEST, longest=LONGEST
            ),
            code="name_length",
        )
    if not _PATTERN.fullmatch(name) or not any(sign.isalnum() for sign in name):
        message = gettext("A name is made of letters, digits, full stops, hyphens and underscores. Choose another.")
        raise ValidationError(message, code="name_signs")
    if len(_scripts(name)) > 1:
        raise ValidationError(
            gettext("The letters of a name come from one alphabet. Choose another."), code="name_mixed"
        )


def validate_name_of_person(name: str) -> None:
    """Reject a name that is reserved for the site or for guests."""
    if name_key(name).startswith(("guest-", "house-", "former-")) or looks_kept(name) or looks_official(name):
        raise ValidationError(gettext("This name is kept for the site. Choose another."), code="name_reserved")
