"""Random play of other game libraries and of this project, measured side by side in one run."""
