"""The interface of people's rights."""
