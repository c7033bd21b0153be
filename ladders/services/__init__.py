"""What is done to ratings, ladders and tournaments."""
