"""How the pieces of these games are drawn."""
