"""Chat and notes at a table."""
