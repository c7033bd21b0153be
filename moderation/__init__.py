"""Reports, the moderators' desk, what moderators do, and the chain of its audit rows."""
