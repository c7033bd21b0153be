"""The site's settings for tests: a private `var`, fast passwords, no waiting for the disk."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

_var_dir = tempfile.mkdtemp(prefix="piecepack-tests-")
# A server warns of a place for static files that is not there.
Path(_var_dir, "static").mkdir()
atexit.register(shutil.rmtree, _var_dir, ignore_errors=True)
os.environ["VAR_DIR"] = _var_dir
# The source is tested; `COMPILED_RULES=.venv/compiled make test` tests what was made of it.
os.environ.setdefault("COMPILED_RULES", "")

from piecepack_site.environment import EMBEDDED  # noqa: E402
from piecepack_site.settings import *  # noqa: E402, F403
from piecepack_site.settings import CACHES, DATABASES, LOCALE_PATHS, REDIS_URL, STORAGES  # noqa: E402

# Catalogues of the languages for tests: see `tests/support/pseudo.py`.
LOCALE_PATHS = [Path(_var_dir, "pseudo"), *LOCALE_PATHS]
LANGUAGES_BIDI = ["ar", "fa", "he", "qpr"]
# Argon2 takes 0.1 s a password, on purpose.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# At the one moment of many tests all their requests fall into one minute; the limit has tests of its own.
API_REQUESTS_PER_MINUTE = 1_000_000
# The manifest of a server is made by `collectstatic`, which tests in the process do without.
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
# Each client of a test builds the middleware, and WhiteNoise would list all static files each time.
WHITENOISE_AUTOREFRESH = True
if REDIS_URL:
    # Tests clear their cache, and parallel ones must not lose theirs: each worker has its own.
    _worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    CACHES["default"]["LOCATION"] = f"{REDIS_URL.rpartition('/')[0]}/{int(_worker) + 1}"
if EMBEDDED:
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
# Tests that are about something else log in with a password alone.
SECOND_FACTOR_AREAS = ()
# Tests in the process ask as fast as they can; those of the limits set their own.
COSTLY_PER_MINUTE = STEPS_PER_MINUTE = STRANGERS_PER_MINUTE = 0
WRITES_PER_MINUTE = BOT_WRITES_PER_MINUTE = ADDRESS_WRITES_PER_MINUTE = 0
