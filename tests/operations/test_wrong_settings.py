"""A wrong setting, or a database that does not answer, gives one sentence and no trace."""

import subprocess
import sys
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from operations.checks import settings_in_range
from tests.support.processes import ROOT, free_port
from tests.support.server_env import NOWHERE_DATABASE, NOWHERE_REDIS, server_environment


def said(*command: str, **changed: str | None) -> str:
    """What a failing command of a server writes to standard error."""
    env = server_environment(NOWHERE_DATABASE, NOWHERE_REDIS) | changed
    known = {name: value for name, value in env.items() if value is not None}
    done = subprocess.run(
        [sys.executable, "manage.py", *command], cwd=ROOT, env=known, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1, done.stderr
    return done.stderr


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("SECRET_KEY", None, "Set the SECRET_KEY environment variable"),
        ("BACKUP_KEEP", "many", "BACKUP_KEEP: invalid literal for int() with base 10: 'many'"),
        ("EMAIL_URL", "mail.example.org", "EMAIL_URL: Invalid email schema "),
        ("BEACON", "on", "BEACON: Invalid value: on not in ('', 'drand')"),
        ("STAND_IN_LEVEL", "clever", "STAND_IN_LEVEL: Invalid value: clever not in"),
        ("LOG_LEVEL", "loud", "LOG_LEVEL: Invalid value: loud not in"),
    ],
)
def test_a_wrong_setting_is_named(name: str, value: str | None, words: str):
    error = said("doctor", "settings", **{name: value})
    assert error.startswith(f"A setting is missing or wrong. {words}") and "Traceback" not in error


def test_a_database_that_does_not_answer_is_named_at_once():
    """A pool would try for 20 seconds and then say that it has no connection, with a warning for each trial."""
    error = said("verify", "--all")
    assert error.startswith("The database failed: connection failed") and "refused" in error
    assert len(error.splitlines()) <= 3 and "pool" not in error


def test_a_database_that_fails_is_one_sentence(tmp_path: Any):
    error = said("verify", "--all", DATABASE_URL="", VAR_DIR=str(tmp_path), DEMO="0")
    assert error.startswith("The database failed: no such table") and error.count("\n") == 1
    assert "Traceback" in said("verify", "--all", "--traceback", DATABASE_URL="", VAR_DIR=str(tmp_path), DEMO="0")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BACKUP_KEEP", -1),
        ("ALLAUTH_TRUSTED_PROXY_COUNT", -1),
        ("SWEEP_SECONDS", 0.0),
        ("METRICS_ADDRESSES", ["127.0.0.1", "localhost"]),
    ],
)
def test_a_setting_out_of_range_is_named(settings: Any, name: str, value: object):
    assert settings_in_range() == []
    setattr(settings, name, value)
    (found,) = settings_in_range()
    assert found.msg.startswith(("TRUSTED_PROXIES", name))


def test_a_mail_server_that_refuses_is_one_sentence(settings: Any):
    settings.EMAIL_BACKEND = "notifications.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    with pytest.raises(CommandError, match=r"No mail was sent \(ConnectionRefusedError"):
        call_command("sendtestemail", "ana@example.org")
