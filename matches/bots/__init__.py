"""Bots: how they choose and submit answers."""
