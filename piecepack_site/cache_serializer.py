"""How values are kept in the cache: as JSON. Django pickles them, so anyone who writes to Redis could run code here."""

import json


class JsonSerializer:
    """Writes and reads values of the cache. It keeps what JSON can say, and refuses everything else."""

    def dumps(self, value: object) -> int | bytes:
        """Return the value as it is kept. Redis counts whole numbers, so they stay numbers. Raises `TypeError`."""
        if type(value) is int:
            return value
        kept = json.dumps(value, allow_nan=False)
        if json.loads(kept) != value:
            raise TypeError(f"The cache would change this value: {value!r}.")
        return kept.encode()

    def loads(self, kept: bytes) -> object:
        """Return a value as it was given."""
        return json.loads(kept)
