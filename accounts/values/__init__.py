"""Values of accounts that need no database."""
