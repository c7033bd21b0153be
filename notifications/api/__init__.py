"""The API of notices."""
