"""Settings of the site.

Without any environment the site is *embedded*: SQLite, in-memory queue and sockets, mail stored on the site. With
`DATABASE_URL` it is a *server*, and also needs `REDIS_URL`, `SECRET_KEY` and `VAULT_KEYS`.
`docs/operators.md` lists every variable read here.
"""

import os
from pathlib import Path
from typing import Any

import environ
from kombu import Queue

from foundation.queue import BOTS, QUEUES, ROUNDS, SLOW, SWEEPS
from games.registry import BOX
from operations.logs import logging_settings
from piecepack_site import __version__
from piecepack_site.account_forms import ACCOUNT_FORMS, MFA_FORMS  # noqa: F401 - each is a setting
from piecepack_site.environment import EMBEDDED, env
from piecepack_site.keys import load_or_make_keys
from piecepack_site.languages import *  # noqa: F403 - each of its names is a setting
from piecepack_site.mail import mail_settings
from piecepack_site.safety import *  # noqa: F403 - each of its names is a setting

BASE_DIR = Path(__file__).resolve().parent.parent

VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var")))
if EMBEDDED:
    VAR_DIR.mkdir(parents=True, exist_ok=True)
_kept_keys = load_or_make_keys(VAR_DIR / "keys.json") if EMBEDDED else {}

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default=_kept_keys.get("SECRET_KEY", environ.Env.NOTSET))
# Old secret keys still open sessions and links in mails, but sign nothing new.
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
# Newest first. Older keys only decrypt. See docs/operators.md on rotation.
VAULT_KEYS = env.list(
    "VAULT_KEYS", default=_kept_keys.get("VAULT_KEYS", "").split(",") if EMBEDDED else environ.Env.NOTSET
)
# Signs push notices. Create one with `manage.py vapid`. Without it, push is not offered.
VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", default=_kept_keys.get("VAPID_PRIVATE_KEY", ""))
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"] if EMBEDDED else [])
PORT = env.int("PORT", default=8000)
SITE_URL = env.str("SITE_URL", default=f"http://127.0.0.1:{PORT}")
SITE_NAME = "Piecepack by Post"
SITE_VERSION = __version__
# The log-in page shows the demo's users and their password.
DEMO = env.bool("DEMO", default=EMBEDDED)

INSTALLED_APPS = [
    "foundation",
    "api",
    "accounts",
    "notifications",
    "matches",
    *BOX,
    "ladders",
    "meeting",
    "analysis",
    "friends",
    "clubs",
    "rights",
    "moderation",
    "operations",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.forms",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "channels",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]

MIDDLEWARE = [
    "operations.middleware.for_machines",
    "operations.middleware.Traced",
    "piecepack_site.charsets.utf_8_alone",
    "django.middleware.security.SecurityMiddleware",
    "piecepack_site.headers.KeptPolicy",
    "piecepack_site.headers.permissions_policy",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "accounts.web.languages.visitor_language",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.web.languages.account_language",
    "accounts.security.caching.keep_from_caches",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "piecepack_site.reject_nul.reject_nul",
    "accounts.security.limits.limit_proofs",
    "accounts.security.reauthentication.shown_in_one_browser",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.security.sessions.note_session",
    "accounts.security.second_factor.SecondFactorGate",
    "accounts.security.suspension.keep_suspended_out",
    "accounts.web.login_return.return_to_form",
    "matches.web.mail_access.follow_mail_links",
    "accounts.security.trace_middleware.trace_forms",
    "accounts.security.limits.limit_writes",
    "accounts.web.middleware.reader_time_zone",
    "piecepack_site.bodies.refuse_bodies",
]
MESSAGE_STORAGE = "accounts.web.flash_messages.InReadersLanguage"

if EMBEDDED:
    # On a server the proxy compresses.
    MIDDLEWARE.insert(
        MIDDLEWARE.index("whitenoise.middleware.WhiteNoiseMiddleware"), "operations.middleware.CompressPages"
    )

ROOT_URLCONF = "piecepack_site.urls"
ASGI_APPLICATION = "piecepack_site.asgi.application"
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
TEMPLATES = [
    {
        "BACKEND": "piecepack_site.plain_numbers.PlainNumbers",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["foundation.page_urls"],
            "libraries": {"i18n": "foundation.kept_words"},
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
                "piecepack_site.context.site",
            ],
        },
    },
]

# W003: our tags of the library i18n replace Django's. W021: preloading HSTS is the operator's choice.
SILENCED_SYSTEM_CHECKS = ["templates.W003", "security.W021"]

# --- Database -----------------------------------------------------------------------------------
DATABASES: dict[str, dict[str, Any]]
if EMBEDDED:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": VAR_DIR / "piecepack.sqlite3",
            "TEST": {"NAME": str(VAR_DIR / "test.sqlite3")},
            "OPTIONS": {
                # Deferred transactions fail with "database is locked" under concurrent tasks.
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
            },
        }
    }
else:
    # Check a connection before use: PostgreSQL may have restarted.
    DATABASES = {"default": env.db("DATABASE_URL") | {"ENGINE": "foundation.postgresql", "CONN_HEALTH_CHECKS": True}}
    if most := env.int("DATABASE_POOL_MAX", default=20):
        DATABASES["default"].setdefault("OPTIONS", {})["pool"] = {
            "min_size": env.int("DATABASE_POOL_MIN", default=2),
            "max_size": most,
            "timeout": 20,
        }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Queue, sockets, cache ----------------------------------------------------------------------
REDIS_URL = env.str("REDIS_URL", default="")
# A large site may keep each use on a server of its own.
SOCKETS_REDIS_URL = env.str("SOCKETS_REDIS_URL", default=REDIS_URL)
CACHE_REDIS_URL = env.str("CACHE_REDIS_URL", default=REDIS_URL)
CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
# The number of tasks for which a worker keeps its database connection.
CELERY_DB_REUSE_MAX = 500
CELERY_TASK_SERIALIZER = "json"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_DEFAULT_QUEUE = SLOW
CELERY_TASK_QUEUES = [Queue(name) for name in QUEUES]
CELERY_TASK_ROUTES = ["foundation.queue.route"]
QUEUE_OF_TASK = {
    "matches.resolve_round": ROUNDS,
    "matches.resolve_complete": ROUNDS,
    "matches.resolve_rounds": SWEEPS,
    "matches.pass_deadlines": SWEEPS,
    "matches.pass_deadlines_of_many": SWEEPS,
    "notifications.send_due": SWEEPS,
    "matches.play_bots": BOTS,
    "analysis.hint": BOTS,
    "analysis.look": BOTS,
}
# Longer than `statement_timeout` in `deploy/`. Tasks that work for long have limits of their own.
CELERY_TASK_TIME_LIMIT = 60
BOT_SECONDS = {
    "sharp": env.float("BOT_SHARP_SECONDS", default=2.0),
    "patient": env.float("BOT_PATIENT_SECONDS", default=20.0),
}
BOT_SEARCHES = env.int("BOT_SEARCHES", default=1)
# On one core a second search would take half of it from the one that a player waits for.
BOT_PATIENT_SEARCHES = env.int("BOT_PATIENT_SEARCHES", default=int((os.cpu_count() or 1) > 1))
STAND_IN_LEVEL = env.str("STAND_IN_LEVEL", default="steady", choices=("random", "easy", "steady", "sharp", "patient"))
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0.1}
SWEEP_SECONDS = env.float("SWEEP_SECONDS", default=5.0)
CELERY_BEAT_SCHEDULER = "piecepack_site.beat:OneOfMany"
# Intervals count from the start of beat, so daily jobs are tried every ten minutes; a row records the last run.
DAILY = 10 * 60


# How much longer than until the next one a task of beat may wait. Beat's clock says until when it is good, and the
# worker's clock says whether that is over. So this is far more than the clocks of two machines may differ by: the
# doctor calls five seconds wrong. The sweeps that wait meanwhile cost little: those that meet one of their kind at work
# are skipped, and the others find nothing left to do.
BEAT_PATIENCE_SECONDS = 5 * 60


def _each(seconds: float, task: str) -> dict[str, Any]:
    """A task that is sent so often. If workers are behind for long, the next ones take its place."""
    return {"task": task, "schedule": seconds, "options": {"expires": seconds + BEAT_PATIENCE_SECONDS}}


CELERY_BEAT_SCHEDULE = {
    "sweep matches": _each(SWEEP_SECONDS, "matches.sweep"),
    "sweep ladders": _each(12 * SWEEP_SECONDS, "ladders.sweep"),
    "sweep quick tables": _each(SWEEP_SECONDS, "meeting.sweep"),
    "sweep analyses": _each(SWEEP_SECONDS, "analysis.sweep"),
    "sweep moderation": _each(12 * SWEEP_SECONDS, "moderation.sweep"),
    "sweep notices": _each(SWEEP_SECONDS, "notifications.sweep"),
    "sweep archives and erasures": _each(10 * 60, "rights.sweep"),
    "weigh matches": _each(60, "moderation.weigh"),
    "forget kept replies": _each(60 * 60, "api.forget_replies"),
    "work out signals": _each(DAILY, "moderation.recompute_signals"),
    "check the chains": _each(DAILY, "moderation.verify"),
    "fold attendance": _each(DAILY, "matches.fold_attendance"),
    "make the dump of public matches": _each(DAILY, "rights.make_dump"),
    "remove what was kept long enough": _each(DAILY, "rights.clean_up"),
}
LOCMEM = "django.core.cache.backends.locmem.LocMemCache"
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "piecepack_site.channel_layer.PlainPubSubLayer",
            "CONFIG": {"hosts": [{"address": SOCKETS_REDIS_URL, "socket_timeout": None}]},
        }
    }
    REDIS_CACHE = {
        "pool_class": "piecepack_site.redis_pool.SharedPool",
        "serializer": "piecepack_site.cache_serializer.JsonSerializer",
    }
    REDIS_BACKEND = "piecepack_site.redis_cache.CountingCache"
    CACHES = {"default": {"BACKEND": REDIS_BACKEND, "LOCATION": CACHE_REDIS_URL, "OPTIONS": REDIS_CACHE}}
else:
    # Kombu's own sleeps between its looks.
    CELERY_BROKER_TRANSPORT = "piecepack_site.memory_queue:Transport"
    CHANNEL_LAYERS = {"default": {"BACKEND": "piecepack_site.channel_layer.HomeLoopChannelLayer"}}
    # Limits are counted here. With Django's 300 entries, others' tries would push a count out.
    CACHES = {"default": {"BACKEND": "piecepack_site.local_cache.LocalCache", "OPTIONS": {"MAX_ENTRIES": 100_000}}}
# A local cache per process, to avoid doing the same thing twice.
CACHES["near"] = {"BACKEND": LOCMEM, "LOCATION": "near", "OPTIONS": {"MAX_ENTRIES": 50_000}}

# --- Mail ---------------------------------------------------------------------------------------
EMAIL_URL = env.str("EMAIL_URL", default="")
vars().update(mail_settings(env.email("EMAIL_URL") if EMAIL_URL else {}))
# The mailbox shows all mails to everyone: never open it on a server.
MAILBOX_OPEN = EMBEDDED and not EMAIL_URL
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Piecepack by Post <table@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# The address for bounces: name@host. A plus sign and the notice's number are added to the name.
BOUNCE_ADDRESS = env.str("BOUNCE_ADDRESS", default="")

# --- People -------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.security.backend.OneLook"]
LOGIN_REDIRECT_URL = "matches:mine"
LOGOUT_REDIRECT_URL = "matches:front"
ACCOUNT_ADAPTER = "accounts.web.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
# The owner of the mailbox, with the second factor if there is one, gets in however many guess meanwhile.
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = "accounts.security.reset_keys.ResetKeys"  # noqa: S105 - a name
# Send no mail to unknown addresses.
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
# A guest may log in to an earlier account.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
MFA_ADAPTER = "accounts.security.second_factor.SecondFactors"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
# Browsers allow passkeys on localhost without HTTPS.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = EMBEDDED
# Pages that stay open during a suspension: its reason, and the user's own data to export or erase.
OPEN_TO_SUSPENDED = frozenset(
    {
        *(f"rights:{name}" for name in ("privacy", "data", "archive_ask", "archive", "erase", "keep")),
        *("moderation:mine", "account_logout"),
        *("account_reauthenticate", "mfa_reauthenticate", "mfa_reauthenticate_webauthn"),
    }
)
# The operator, in one sentence for the privacy page: name, address, contact.
OPERATOR = env.str("OPERATOR", default="")
# For the help: whom people ask who found no answer (`mailto:` or a page), and where the files of this source are.
CONTACT = env.str("CONTACT", default="")
SOURCE_URL = env.str("SOURCE_URL", default="")
# A text that users must agree to at sign-up, such as a minimum age. Empty: no question.
CONSENT = env.str("CONSENT", default="")

# --- API ----------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.api.authentication.TokenAuthentication",
        "accounts.api.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["api.scopes.HasScope"],
    "DEFAULT_THROTTLE_CLASSES": [
        "api.limits.PerToken",
        "accounts.api.throttles.Strangers",
        "accounts.api.throttles.WritesOfUser",
    ],
    "DEFAULT_PARSER_CLASSES": ["api.parsing.JsonParser"],
    "DEFAULT_RENDERER_CLASSES": ["api.parsing.JsonRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "api.parsing.AlwaysJson",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "api.problems.handle",
}
SPECTACULAR_SETTINGS = {
    "OAS_VERSION": "3.1.0",
    "TITLE": SITE_NAME,
    "VERSION": "1",
    "DESCRIPTION": "Everything that a player does on the site. Begin at [For programs](/api/v1/).",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],
    "SERVE_PERMISSIONS": [],
    "SWAGGER_UI_DIST": "SIDECAR",
    "POSTPROCESSING_HOOKS": ["api.schema.add_schemas"],
}

# --- Time ---------------------------------------------------------------------------------------
USE_TZ = True
TIME_ZONE = "UTC"

# --- Files --------------------------------------------------------------------------------------
STATIC_URL = "static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(VAR_DIR / "static")))
if EMBEDDED:
    STATIC_ROOT.mkdir(parents=True, exist_ok=True)
# The pictures of `docs/` are those of the help.
STATICFILES_DIRS = [BASE_DIR / "static", ("help", BASE_DIR / "docs/images")]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "foundation.bundles.BundleFinder",
]
WHITENOISE_USE_FINDERS = EMBEDDED
# Files that browsers and search engines look for at the root of a site.
WHITENOISE_ROOT = BASE_DIR / "static/root"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if EMBEDDED
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

# --- Operations ---------------------------------------------------------------------------------
LOG_LEVEL = env.str("LOG_LEVEL", default="INFO", choices=("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"))
LOG_JSON = env.bool("LOG_JSON", default=not EMBEDDED)
LOGGING = logging_settings(level=LOG_LEVEL, as_json=LOG_JSON, each_request=not EMBEDDED, whole_errors=DEBUG)
# The directory where processes behind one address share their metrics.
METRICS_DIR = env.str("METRICS_DIR", default="")
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
METRICS_ADDRESSES = env.list("METRICS_ADDRESSES", default=["127.0.0.0/8", "::1"])
BACKUP_DIR = env.str("BACKUP_DIR", default="")
BACKUP_KEEP = env.int("BACKUP_KEEP", default=14)
