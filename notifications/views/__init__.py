"""The pages of notices."""
