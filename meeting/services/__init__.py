"""Services that change who waits for a table and who gets a seat."""
