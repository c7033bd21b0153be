"""Limits and durations of moderation."""

from datetime import timedelta

OPEN_MOST = 10
"""How many open reports one person may have."""
UNFOUNDED_MOST = 3
"""After this many unfounded reports within `UNFOUNDED_FOR`, a person may have only one open report at a time."""
UNFOUNDED_FOR = timedelta(days=60)
SAME_WITHIN = timedelta(days=1)
"""The same thing can be reported once in this time."""
TOLD_AT_MOST_EVERY = timedelta(hours=1)
"""A moderator is told of new reports no more often than this."""
TOLD_AGAIN_AFTER = timedelta(days=1)
"""A moderator is told once more, if a report still waits after this time."""
LONGEST_REPORT = 2000
REQUEST_STANDS = timedelta(days=7)
"""How long a request to break a seal waits for a second moderator."""
CONSENT_STANDS = timedelta(days=2)
"""How long consent is valid: the match must still be much as it was when consent was given."""
LONGEST_CONSENT = 300
"""The most characters of a second moderator's reason."""
