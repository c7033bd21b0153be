"""The API of hints and analyses."""
