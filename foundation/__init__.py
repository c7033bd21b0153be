"""Shared by every app, and dependent on none."""

from foundation.compiled import prefer_compiled

# Every process of the site imports this package first, also those in which bots think.
prefer_compiled()
