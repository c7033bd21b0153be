"""The delivery channels. Each delivers one notice or raises an error."""


class GivenUp(Exception):
    """A permanent failure, which is not retried. `address` is set if the mail address does not work."""

    def __init__(self, reason: str, *, address: str = "") -> None:
        super().__init__(reason)
        self.address = address
