"""Signals about accounts for other apps."""

from django.dispatch import Signal

account_setting = Signal()
"""An administrator is about to change an account. Receivers take their locks now, before any row changes."""
password_set = Signal()
"""An administrator has set a password: `user`, `by`, `now`. Same transaction."""
rights_set = Signal()
"""An administrator has changed a user's rights: `user`, `by`, `given`, `taken` (words), `now`. Same transaction."""
group_set = Signal()
"""A group's permissions have changed: `name`, `members`, `by`, `given`, `taken`, `now`. Same transaction."""
account_erased = Signal()
"""An account was erased: `user`, `words` (its former name and addresses), `now`. Same transaction."""
user_blocked = Signal()
"""A user has blocked another: `user`, `other`, `now`. Same transaction."""
hours_changed = Signal()
"""A user's time zone, quiet hours, vacation or language have changed: `user_id`. Same transaction."""
