"""Pages: one view each, which reads through selectors and writes through services."""
