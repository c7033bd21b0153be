"""The interface of notices: what I was told on the page."""
