"""The interface of accounts: who is asking, and who others are."""
