"""The application of what operators need."""

import os

from django.apps import AppConfig
from django.conf import settings


class OperationsConfig(AppConfig):
    """Figures that processes share, and signals of the workers."""

    name = "operations"
    verbose_name = "Operations"

    def ready(self) -> None:
        """Say where figures are kept, before anything makes one, and listen to the workers."""
        if settings.METRICS_DIR:
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = settings.METRICS_DIR
        from operations import worker_signals  # noqa: F401 - connects itself
