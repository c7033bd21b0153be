"""Numbers that hold for all clubs."""

OWNED_MOST = 3
"""How many clubs one person may own."""
JOINED_MOST = 30
"""How many clubs one person may belong to, or ask to join."""
MEMBERS_MOST = 300
WAITING_MOST = 100
"""How many people may wait for an answer of one club."""
LINK_DAYS = (1, 7, 30)
"""How long an invitation link may last."""
LONGEST_TITLE = 60
LONGEST_ABOUT = 1000
LONGEST_MESSAGE = 1000
