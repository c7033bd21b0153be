"""What changes clubs, their members and their chat."""
