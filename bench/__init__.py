"""Benchmarks of the site's parts: `make bench`, or `python -m bench rules` for one family."""
