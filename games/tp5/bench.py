"""Benchmark settings of this game."""

from bench.games import Bench, Seasons

BENCH = {
    "tp5": Bench(
        least=100_000,
        seasons=Seasons("collusion.tp5", planted=(11,), finds=False, options={"rounds": 2}),
    )
}
