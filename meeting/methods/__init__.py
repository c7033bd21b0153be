"""What is decided by values alone, without a database."""
