"""What services refuse, with a code for programs, a sentence for people and an HTTP status."""


class Refused(Exception):
    """Something that cannot be done now, and why."""

    status = 400

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Forbidden(Refused):
    """Not for this person."""

    status = 403


class Stale(Refused):
    """The table has moved on."""

    status = 409
