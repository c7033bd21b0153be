"""Hints in unrated matches, and the teacher that looks at finished ones."""
