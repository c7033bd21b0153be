"""The games app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Matches and all that happens at a table."""

    name = "games"

    def ready(self) -> None:
        """Have nobody told of a turn that a plan has settled."""
        from games.services.planned import turns_open, turns_settled
        from notifications.held_back import ask_before_sending, ask_whether_open

        ask_before_sending(turns_settled)
        ask_whether_open(turns_open)
