"""The API of tables: a module for each thing a player does."""
