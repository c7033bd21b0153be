"""Tests of people: names, sign-up, guests, preferences and the reader's dates."""
