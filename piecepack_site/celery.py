"""The Celery app, configured by the `CELERY_*` settings."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "piecepack_site.settings")

app = Celery("piecepack_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
