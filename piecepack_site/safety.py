"""Settings of what keeps the site safe: cookies, headers, proxies, limits and passwords."""

from csp.constants import NONCE, NONE, SELF

from accounts.security import limit_table
from piecepack_site.environment import EMBEDDED, env

# --- Browsers -----------------------------------------------------------------------------------
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "worker-src": [SELF],
        "manifest-src": [SELF],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "report-uri": ["/csp-reports"],
    }
}
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "piecepack_site.error_pages.csrf_failed"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_ENGINE = "accounts.security.session_store"
# Not in a cookie, which another host of the domain could set.
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90
if not EMBEDDED:
    SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=True)
    SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=31_536_000)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    # The lists that browsers ship are slow to forget a name, so this is the operator's choice.
    SECURE_HSTS_PRELOAD = env.bool("SECURE_HSTS_PRELOAD", default=False)
    SESSION_COOKIE_SECURE = env.bool("SESSION_COOKIE_SECURE", default=True)
    CSRF_COOKIE_SECURE = env.bool("CSRF_COOKIE_SECURE", default=True)
    # Browsers take a cookie of this name from this host alone and over HTTPS, so no other host of the domain sets it.
    SESSION_COOKIE_NAME = "__Host-sessionid" if SESSION_COOKIE_SECURE else "sessionid"
    CSRF_COOKIE_NAME = "__Host-csrftoken" if CSRF_COOKIE_SECURE else "csrftoken"
    LANGUAGE_COOKIE_NAME = "__Host-language" if SESSION_COOKIE_SECURE else "language"

# Whom to tell of a weakness: mailto: or https:, for /.well-known/security.txt.
SECURITY_CONTACT = env.str("SECURITY_CONTACT", default="")

# --- Limits -------------------------------------------------------------------------------------
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
API_LARGEST_BODY = 64 * 1024
# The numbers are in accounts/security/limit_table.py. Those that an operator may change are settings.
ACCOUNT_RATE_LIMITS = limit_table.rates(guest=f"{env.int('GUESTS_PER_HOUR', default=limit_table.GUESTS_PER_HOUR)}/h/ip")
API_REQUESTS_PER_MINUTE = env.int("API_REQUESTS_PER_MINUTE", default=limit_table.API_REQUESTS_PER_MINUTE)
MFA_RATE_LIMITS = {"webauthn_login": ACCOUNT_RATE_LIMITS["webauthn_login"]}
# Writes of any kind. 0 means no limit.
WRITES_PER_MINUTE = env.int("WRITES_PER_MINUTE", default=limit_table.WRITES_PER_MINUTE)
BOT_WRITES_PER_MINUTE = env.int("BOT_WRITES_PER_MINUTE", default=limit_table.BOT_WRITES_PER_MINUTE)
ADDRESS_WRITES_PER_MINUTE = env.int("ADDRESS_WRITES_PER_MINUTE", default=limit_table.ADDRESS_WRITES_PER_MINUTE)
COSTLY_PER_MINUTE = env.int("COSTLY_PER_MINUTE", default=limit_table.COSTLY_PER_MINUTE)
STEPS_PER_MINUTE = env.int("STEPS_PER_MINUTE", default=limit_table.STEPS_PER_MINUTE)
STRANGERS_PER_MINUTE = env.int("STRANGERS_PER_MINUTE", default=limit_table.STRANGERS_PER_MINUTE)
CSP_REPORTS_PER_MINUTE = env.int("CSP_REPORTS_PER_MINUTE", default=limit_table.CSP_REPORTS_PER_MINUTE)
SOCKETS_PER_ADDRESS = env.int("SOCKETS_PER_ADDRESS", default=limit_table.SOCKETS_PER_ADDRESS)
SOCKETS_PER_USER = env.int("SOCKETS_PER_USER", default=limit_table.SOCKETS_PER_USER)
# The number of trusted proxies, whose headers contain the visitor's address and whether they came by HTTPS.
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", default=0 if EMBEDDED else 1)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if ALLAUTH_TRUSTED_PROXY_COUNT else None
# Webhooks and push notices go to public addresses over https only, unless a developer allows others.
OUTGOING_TO_PRIVATE = env.bool("OUTGOING_TO_PRIVATE", default=False)
# Telegram: the token and the name of the site's bot, made with @BotFather. Without both it is not offered.
TELEGRAM_TOKEN = env.str("TELEGRAM_TOKEN", default="")
TELEGRAM_BOT = env.str("TELEGRAM_BOT", default="").removeprefix("@")
TELEGRAM_URL = env.str("TELEGRAM_URL", default="https://api.telegram.org").rstrip("/")
# Matrix: the homeserver, and the name and access token of the site's user there. Without all three it is not offered.
MATRIX_URL = env.str("MATRIX_URL", default="").rstrip("/")
MATRIX_USER = env.str("MATRIX_USER", default="")
MATRIX_TOKEN = env.str("MATRIX_TOKEN", default="")

# --- Passwords ----------------------------------------------------------------------------------
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "accounts.security.breaches.BreachedPasswordValidator"},
]
# A service that knows stolen passwords by range, such as https://api.pwnedpasswords.com/range. Empty: nobody is asked.
BREACHED_PASSWORDS_URL = env.str("BREACHED_PASSWORDS_URL", default="")

# --- Public randomness --------------------------------------------------------------------------
# "drand" mixes public randomness into every match of a new table; empty: no service is asked.
BEACON = env.str("BEACON", default="", choices=("", "drand"))
BEACON_URLS = env.list("BEACON_URLS", default=["https://api.drand.sh", "https://drand.cloudflare.com"])
# How long a full table waits for it before the match begins without.
BEACON_MINUTES = env.int("BEACON_MINUTES", default=10)

# --- Second factors -----------------------------------------------------------------------------
# Staff, and users with a permission in the apps of POWERS, directly or through a group, show a second factor before
# they enter the apps of AREAS.
SECOND_FACTOR_POWERS = ("moderation",)
SECOND_FACTOR_AREAS: tuple[str, ...] = ("admin", "moderation")
