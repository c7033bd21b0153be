"""Tests of the site: pages, verbs and drawings."""
