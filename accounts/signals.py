"""What happens to accounts, for applications that follow it."""

from django.dispatch import Signal

account_setting = Signal()
"""An administrator is about to change an account: receivers take the locks they will need, before any row changes."""
password_set = Signal()
"""An administrator has set somebody's password: `user`, `by`, `now`. Receivers are in the same transaction."""
rights_set = Signal()
"""An administrator has given or taken rights: `user`, `by`, `given`, `taken` (words), `now`. Likewise."""
group_set = Signal()
"""An administrator has changed what a group may do: `name`, `members`, `by`, `given`, `taken`, `now`. Likewise."""
account_erased = Signal()
"""An account has lost its name: `user`, `words` (name and addresses until now), `now`. Likewise in the transaction."""
