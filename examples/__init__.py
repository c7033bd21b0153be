"""Games that show how one is made; none of them is in the box."""
