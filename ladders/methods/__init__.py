"""Ratings, rungs, pairings and tie-breaks as functions of values: no database, no clock, no luck of their own."""
