"""Benchmarks of the site's parts: `make bench`, or `python -m bench rules` for one family."""

import foundation  # noqa: F401 - what the site runs is measured: compiled rules, where there are any
