"""How this game's page is drawn."""
