"""The site's settings with nothing but what sessions and the CSRF token need, and Django's own database backend."""

from piecepack_site.settings import *  # noqa: F403
from piecepack_site.settings import DATABASES

ROOT_URLCONF = "bench.plain.urls"
ASGI_APPLICATION = "bench.plain.asgi.application"
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    # allauth starts without it in no site; here it does next to nothing.
    "allauth.account.middleware.AccountMiddleware",
]
SESSION_ENGINE = "django.contrib.sessions.backends.db"
DATABASES["default"]["ENGINE"] = "django.db.backends.postgresql"
REST_FRAMEWORK = {"DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"]}
