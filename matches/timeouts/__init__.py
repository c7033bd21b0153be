"""What happens when time runs out: extensions, default answers and stand-ins."""
