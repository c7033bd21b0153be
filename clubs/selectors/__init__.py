"""What a reader may know of clubs."""
