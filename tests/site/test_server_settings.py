"""What the environment of a server makes of the settings of safety."""

import functools
import json
import subprocess
import sys
from typing import Any

import pytest
from django.contrib.messages.storage.session import SessionStorage
from django.utils.module_loading import import_string

from tests.support.processes import ROOT
from tests.support.server_env import NOWHERE_DATABASE, NOWHERE_REDIS, server_environment

PRINTED = """
import json, os
os.environ["DJANGO_SETTINGS_MODULE"] = "piecepack_site.settings"
from django.conf import settings
found = {name: getattr(settings, name) for name in dir(settings) if name.isupper()}
print(json.dumps(found, default=str, skipkeys=True))
"""


@functools.cache
def settings_of(**environment: str) -> dict[str, Any]:
    """All settings of a server, which takes seconds to read."""
    env = server_environment(NOWHERE_DATABASE, NOWHERE_REDIS) | environment
    done = subprocess.run(
        [sys.executable, "-c", PRINTED], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def setting(name: str, **environment: str) -> Any:
    """One setting of a server."""
    return settings_of(**environment)[name]


def test_what_a_page_says_once_is_in_no_cookie():
    """Its cookie would have no name that keeps other hosts of the domain from setting it."""
    assert issubclass(import_string(setting("MESSAGE_STORAGE")), SessionStorage)


@pytest.mark.parametrize(("given", "wanted"), [({}, False), ({"SECURE_HSTS_PRELOAD": "1"}, True)])
def test_the_operator_chooses_whether_browsers_list_the_host(given: dict[str, str], wanted: bool):
    assert setting("SECURE_HSTS_PRELOAD", **given) is wanted
    assert "security.W021" in setting("SILENCED_SYSTEM_CHECKS")


@pytest.mark.parametrize(
    ("name", "switch", "secure", "plain"),
    [
        ("SESSION_COOKIE_NAME", "SESSION_COOKIE_SECURE", "__Host-sessionid", "sessionid"),
        ("LANGUAGE_COOKIE_NAME", "SESSION_COOKIE_SECURE", "__Host-language", "language"),
        ("CSRF_COOKIE_NAME", "CSRF_COOKIE_SECURE", "__Host-csrftoken", "csrftoken"),
    ],
)
def test_cookies_belong_to_the_host_where_there_is_https(name: str, switch: str, secure: str, plain: str):
    """Browsers refuse plain cookies of these names, and those with a domain or another path."""
    assert setting(name) == secure
    assert setting(name, **{switch: "0"}) == plain
    kind = name.removesuffix("_NAME")
    assert (setting(f"{kind}_PATH"), setting(f"{kind}_DOMAIN")) == ("/", None)
