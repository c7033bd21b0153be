"""How all peers are measured: units of work per second of processor time."""

import json
import random
import time
from collections.abc import Callable


def print_rate(figure: str, work: Callable[[random.Random], int], seconds: float) -> None:
    """Repeat `work`, which returns its number of decisions, for about `seconds`, and print the figure's line."""
    chance = random.Random(1)
    done = 0
    start = now = time.process_time()
    while now - start < seconds or not done:
        done += work(chance)
        now = time.process_time()
    print(json.dumps({"figure": figure, "value": round(done / (now - start)), "unit": "1/s"}), flush=True)
