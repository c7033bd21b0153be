"""Creating, joining and leaving tables, votes, substitutes and rematches."""
