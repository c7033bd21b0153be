"""What one reader may know of a match, and the formats in which they get it."""
