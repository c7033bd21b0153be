"""The interface of ladders, ratings and tournaments."""
