"""The API of matches: a module for each thing a player does."""
