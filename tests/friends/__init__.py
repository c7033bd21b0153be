"""Tests of friends."""
