"""Benchmark settings of this game."""

from bench.games import Bench, Seasons, Short

BENCH = {
    "bid": Bench(
        least=200_000,
        seats=3,
        seasons=Seasons("collusion", bots=24, pairs=4),
        short=Short({"target": 25}, seats=3),
        long={"target": 150},
        peers={
            "rlcard_uno": "peers.rlcard.uno",
            "openspiel_python": "peers.openspiel.python_iterated_prisoners_dilemma",
        },
    )
}
