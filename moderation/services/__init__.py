"""Actions of moderation."""
