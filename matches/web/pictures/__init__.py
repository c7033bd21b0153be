"""Standalone pictures: the SVG of a position, and the card that other sites show for a link."""
