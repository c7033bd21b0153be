"""People find people: quick tables for those who wait for the same game."""
