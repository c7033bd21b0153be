"""The analysis app."""

from django.apps import AppConfig


class AnalysisConfig(AppConfig):
    """Hints and the teacher."""

    name = "analysis"
