"""Actions on ratings, ladders and tournaments."""
