"""What the programming interfaces of all applications share. It knows no game, no user and no table."""
