"""Reports, the moderators' desk, moderators' actions, and the chained audit."""
