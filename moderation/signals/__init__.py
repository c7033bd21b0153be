"""Evidence that two players work together: pure functions that judge nobody."""
