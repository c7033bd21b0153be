"""Ratings, rungs, pairings and tie-breaks as pure functions: no database, no clock, no global randomness."""
