"""Positions as pictures that stand alone: SVG of a table, and the card that other sites show beside a link."""
