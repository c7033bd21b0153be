"""SQL that a process runs again and again with other values."""


class KeptSql(str):
    """One statement, or several for one round trip, that PostgreSQL may keep prepared for a connection."""

    __slots__ = ("statements",)
    statements: tuple[str, ...]

    def __new__(cls, *statements: str) -> "KeptSql":
        """Join statements with placeholders, which take their values in the order of the text."""
        made = super().__new__(cls, "; ".join(statements))
        made.statements = statements
        return made
