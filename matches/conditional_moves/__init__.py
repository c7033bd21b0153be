"""Conditional moves: stored sealed, and applied in their round."""
