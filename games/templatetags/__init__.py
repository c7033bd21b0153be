"""Template tags: drawn pieces, times as postmarks, and what a table's page needs."""
