"""What a bot may do wrong, for processes that know nothing of the site."""

from typing import NoReturn


def raise_error(*_: object) -> NoReturn:
    """Fail at once."""
    raise RuntimeError


def hang(*_: object) -> NoReturn:
    """Compute for ever."""
    while True:
        pass


def hoard(*_: object) -> int:
    """Ask for more memory than a process of bots has."""
    return len(bytearray(4 << 30))


def answer_illegally(*_: object) -> int:
    """Name an action that is not there."""
    return 10_000
