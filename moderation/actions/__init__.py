"""What moderators can do: one file each. A file registers its action when it is imported; all are, at the start."""
