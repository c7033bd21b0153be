"""Fill patterns that games bring along: a page must hold them itself, as browsers fetch none from another file."""

PATTERNS: list[str] = []
"""Templates of `<pattern>` elements, in the order of the games."""


def register_patterns(template: str) -> None:
    """Draw a template's patterns into every page, once."""
    if template not in PATTERNS:
        PATTERNS.append(template)
