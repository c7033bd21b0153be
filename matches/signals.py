"""Signals about matches for other apps."""

from django.dispatch import Signal

ratings_asked = Signal()
"""Sent with `user` to ask for ratings. A receiver returns the number for every game and speed, as a mapping from both;
a player without a rating has the number of a newcomer.
"""
table_opened = Signal()
"""Sent with `match` and `now` when a host has opened a table. Receivers run in the same transaction."""
rematch_opened = Signal()
"""Sent with `old` and `new` when players have opened a rematch. Receivers run in the same transaction."""
match_begun = Signal()
"""Sent with `match` (locked and saved) and `now` when a match has been set up. Receivers run in the same
transaction and may add steps that change no state.
"""
match_over = Signal()
"""Sent with `match` (locked and saved) and `now` when a match has ended, with or without a result. Receivers run in
the same transaction and may add steps that change no state.
"""
searches_asked = Signal()
"""Sent to ask what else than bots waits for a place to search. A receiver returns since when, and a function that asks
for it, or None.
"""
bot_failed = Signal()
"""Sent with `brain` when a bot raised, took too long or answered illegally: the default action is played, or what a
reader asked of the bot is missing.
"""
outcome_changed = Signal()
"""Sent with `match` (locked and saved) when a match has ended by its rules, or a moderator changed or voided its
outcome. Receivers run in the same transaction.
"""
