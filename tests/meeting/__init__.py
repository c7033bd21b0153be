"""Quick tables."""
