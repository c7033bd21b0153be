"""TP5: statements about tiles, claims on them, and thirteen phestivities."""
