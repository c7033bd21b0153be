"""Ratings, ladders and tournaments for tables of two to twelve."""
