"""The API of quick tables."""
