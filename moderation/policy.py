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
WISH_STANDS = timedelta(days=7)
"""For so long a wish to break a seal waits for a second moderator."""
CONSENT_STANDS = timedelta(days=2)
"""Within so long who may look does: what was agreed to is what the match was like then."""
LONGEST_CONSENT = 300
"""Letters of a second moderator's reason."""
