"""What people ask for, and the work that it takes."""
