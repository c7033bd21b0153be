"""Ratings, ladders and tournaments for matches of two to twelve players."""
