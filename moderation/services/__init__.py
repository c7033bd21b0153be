"""What moderation changes."""
