"""The API of ladders, ratings and tournaments."""
