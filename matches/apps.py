"""Django configuration of matches."""

from typing import Any

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    """Matches and everything that happens at a table."""

    name = "matches"

    def ready(self) -> None:
        """Register notices, checks of turns, the guest's first page and the names of bots with the apps below."""
        from accounts.identity.welcome import register_welcome
        from accounts.signals import hours_changed
        from accounts.values.lookalikes import keep_numbered_names
        from games.levels import levels_of
        from games.registry import GAMES
        from matches.conditional_moves.apply import turns_open, turns_settled
        from matches.lobby.bot_tables import guest_welcome
        from matches.notice_kinds import SPECS
        from notifications.held_back import ask_before_sending, ask_whether_open
        from notifications.kinds import register

        for spec in SPECS:
            register(spec)
        ask_before_sending(turns_settled)
        ask_whether_open(turns_open)
        register_welcome(guest_welcome)
        keep_numbered_names(bot for game in GAMES.values() for bot in levels_of(game))
        hours_changed.connect(_follow_hours)


def _follow_hours(*, user_id: int, **_: Any) -> None:
    from matches.queue import enqueue_follow_hours

    enqueue_follow_hours(user_id)
