"""Table activity outside the game: its records and its sentences."""
