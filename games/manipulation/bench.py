"""Benchmark settings of this game."""

from bench.games import Bench, Seasons

BENCH = {
    "manipulation": Bench(
        least=100_000,
        seasons=Seasons("collusion.manipulation", finds=False),
        endless={"turn_limit": None},
    )
}
