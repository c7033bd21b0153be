"""Shared by every app, and dependent on none."""
