"""All that changes a match. Every service takes keywords, the time as `now`, and locks before it looks."""
