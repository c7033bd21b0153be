"""Random play of other collections of games and of this one, measured side by side in one run."""
