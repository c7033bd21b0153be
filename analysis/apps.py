"""The analysis app."""

from django.apps import AppConfig


class AnalysisConfig(AppConfig):
    """Hints and the teacher."""

    name = "analysis"

    def ready(self) -> None:
        """Connect signals."""
        from analysis.services.hints import longest_waiting
        from matches.signals import searches_asked

        searches_asked.connect(longest_waiting)
