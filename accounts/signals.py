"""What happens to accounts, for applications that follow it."""

from django.dispatch import Signal

password_setting = Signal()
"""An administrator is about to set a password: receivers take the locks that they will need, before any row changes."""
password_set = Signal()
"""An administrator has set somebody's password: `user`, `by`, `now`. Receivers are in the same transaction."""
account_erased = Signal()
"""An account has lost its name: `user`, `words` (name and addresses until now), `now`. Likewise in the transaction."""
