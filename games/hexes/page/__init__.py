"""How this game's pieces are drawn."""
