"""What moderators can do to a match. Each of it is a step of the match's log, written in the same transaction.

Nothing here asks who acts, or why in detail: the audit of the moderation does. What stands in the step is for
everyone to read.
"""
