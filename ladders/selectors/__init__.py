"""Queries for ratings, ladders and tournaments."""
