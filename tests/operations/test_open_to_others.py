"""An embedded site with the demo or the open mailbox listens to its own machine alone."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from operations.management.commands import play
from operations.open_to_others import NOT_FOR_OTHERS, is_loopback
from tests.matches.tables import person

EVERYWHERE = "0.0.0.0"  # noqa: S104 - this is what must be refused
pytestmark = pytest.mark.django_db


@pytest.fixture
def served(settings: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The hosts on which it has listened; nothing really starts."""
    hosts: list[str] = []
    settings.EMBEDDED, settings.DEMO, settings.MAILBOX_OPEN = True, False, False
    monkeypatch.setattr(play, "_serve", lambda host, port: hosts.append(host))
    # What comes before it, migrations and the demo, has tests of its own.
    for name in ("call_command", "_workers", "_stop", "Service", "signal", "threading"):
        monkeypatch.setattr(play, name, Anything())
    return hosts


class Anything:
    """Something that takes whatever is done with it."""

    def __getattr__(self, name: str) -> "Anything":
        return self

    def __call__(self, *args: object, **kwargs: object) -> "Anything":
        return self

    def __iter__(self) -> Iterator[Any]:
        return iter(())


@pytest.mark.parametrize("name", ["DEMO", "MAILBOX_OPEN"])
@pytest.mark.parametrize("host", [EVERYWHERE, "::", "192.168.1.7", "piecepack.local", ""])
def test_with_demo_or_mailbox_nobody_else_is_let_in(settings: Any, served: list[str], name: str, host: str):
    setattr(settings, name, True)
    with pytest.raises(CommandError) as refused:
        call_command("play", host=host)
    assert str(refused.value) == NOT_FOR_OTHERS
    assert served == []


def test_the_accounts_of_an_earlier_demo_count(served: list[str]):
    ana = person("ana")
    ana.set_password("piecepack")
    ana.save()
    with pytest.raises(CommandError):
        call_command("play", host=EVERYWHERE)
    ana.set_password("a password of her own")
    ana.save()
    call_command("play", host=EVERYWHERE)
    assert served == [EVERYWHERE]


def test_this_machine_is_always_served(settings: Any, served: list[str]):
    settings.DEMO = settings.MAILBOX_OPEN = True
    call_command("play")
    assert served == ["127.0.0.1"]


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1", "localhost"])
def test_what_this_machine_is_called(host: str):
    assert is_loopback(host)
