"""The log of a match: its states, seeds and chain, and its sealed answers."""
