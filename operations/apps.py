"""The app for operators."""

import os

from django.apps import AppConfig
from django.conf import settings


class OperationsConfig(AppConfig):
    """Metrics shared by all processes, and signals of the workers."""

    name = "operations"
    verbose_name = "Operations"

    def ready(self) -> None:
        """Set the directory of the metrics before any is created, and connect the signals."""
        if settings.METRICS_DIR:
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = settings.METRICS_DIR
        from matches.signals import bot_failed
        from operations import checks, old_database, worker_signals  # noqa: F401 - importing registers them
        from operations.metrics import count_bot_failure

        bot_failed.connect(count_bot_failure)
