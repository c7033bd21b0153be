"""Services that change a match. Each takes keywords and the time as `now`, and locks before it reads."""
