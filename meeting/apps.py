"""The meeting app: registers its notice kind."""

from django.apps import AppConfig

from meeting.notice_kinds import SPECS
from notifications.kinds import register


class MeetingConfig(AppConfig):
    """Quick tables."""

    name = "meeting"

    def ready(self) -> None:
        """Register the kind of notice."""
        for spec in SPECS:
            register(spec)
