"""The API of data rights."""
