"""What the APIs of all apps share. It knows no game, user or table."""
