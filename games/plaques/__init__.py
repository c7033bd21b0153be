"""Plaque Auction and Concealed Draw: two games with the same plaques and ranking."""
