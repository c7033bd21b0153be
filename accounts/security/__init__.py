"""Logging in, sessions, tokens, limits, suspension."""
