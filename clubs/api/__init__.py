"""The API of clubs."""
