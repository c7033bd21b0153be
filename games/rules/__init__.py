"""The rules of the games: pure Python, without Django, clock, files, network or `random`."""
