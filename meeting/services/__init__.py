"""What changes who waits and who sits."""
