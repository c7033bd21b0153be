"""Django's PostgreSQL, whose pool gets over a server that was away."""
