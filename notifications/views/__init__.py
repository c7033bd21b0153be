"""Views for notices."""
