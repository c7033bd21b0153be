"""What is asked about ratings, ladders and tournaments."""
