"""Moderators' actions, one file each. Each file registers its action on import; all are imported at startup."""
