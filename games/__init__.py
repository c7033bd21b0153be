"""Matches and all that happens at a table."""
