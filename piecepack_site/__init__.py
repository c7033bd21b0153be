"""Wiring of the site: settings, URLs, server entry points and the task queue."""

from piecepack_site.celery import app as celery_app

__version__ = "0.1.0"
__all__ = ["__version__", "celery_app"]
