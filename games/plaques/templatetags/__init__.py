"""Template tags of these games."""
