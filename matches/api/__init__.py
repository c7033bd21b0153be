"""The interface of tables: a short module for each thing a player does."""
