"""The API of friends."""
