"""Bots for the two games of plaques."""
