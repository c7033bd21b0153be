"""Clubs: people who stay together, with a chat and tables of their own."""
