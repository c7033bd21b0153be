"""Real services, a real browser and the running site, for the tests that need them."""
