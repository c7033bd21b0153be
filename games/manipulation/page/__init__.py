"""What the page of Manipulation says and draws."""
