"""What is shown of hints and analyses."""
