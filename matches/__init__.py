"""Matches and everything that happens at a table."""
