"""Reports, for programs."""
