"""Manipulation: a code of tiles, and coins that change it."""
