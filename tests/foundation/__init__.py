"""Tests of the tools of all apps."""
