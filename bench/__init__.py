"""What the site's parts can do, in numbers: `make bench`, or `python -m bench rules` for one family."""
