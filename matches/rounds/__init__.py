"""Rounds: sealed, resolved and ended."""
