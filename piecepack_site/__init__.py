"""Wiring of the site: settings, URLs, server entry points and the task queue."""

from foundation.collector import collect_seldom

# Loading the libraries below makes many objects, and none to collect.
collect_seldom()

from piecepack_site.celery import app as celery_app  # noqa: E402

__version__ = "0.1.0"
__all__ = ["__version__", "celery_app"]
