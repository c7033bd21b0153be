"""Queries of moderation."""
