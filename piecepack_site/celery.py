"""The Celery application; its settings are the `CELERY_*` names of the Django settings."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "piecepack_site.settings")

app = Celery("piecepack_site")
# In threads other than the first, the current application is this one only if it is the default.
app.set_default()
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
