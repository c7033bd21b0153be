"""Vacation and quiet hours."""
