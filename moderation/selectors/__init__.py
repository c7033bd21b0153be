"""What moderation asks of the database."""
