"""The attacks that the site is known to hold against, listed in docs/security.md."""
