"""Pages, pictures, feeds and sockets of matches."""
