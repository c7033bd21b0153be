"""The numbers of moderation."""

from datetime import timedelta

OPEN_MOST = 10
"""Reports that one person may have open at once."""
UNFOUNDED_MOST = 3
"""After so many unfounded reports within `UNFOUNDED_FOR` a person may have one report open at a time."""
UNFOUNDED_FOR = timedelta(days=60)
SAME_WITHIN = timedelta(days=1)
"""The same thing is reported once a day."""
LONGEST_REPORT = 2000
