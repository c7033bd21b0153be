"""Friends: whom a person follows, who waits for whom, and the tables that friends open."""
