"""Tests of hints and of the teacher."""
