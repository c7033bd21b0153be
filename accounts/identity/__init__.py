"""Names, guests, bot accounts and blocks."""
