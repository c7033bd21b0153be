"""Wiring of the site: settings, addresses, server entry points and the task queue."""

from piecepack_site.celery import app as celery_app

__all__ = ["celery_app"]
