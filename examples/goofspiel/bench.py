"""Benchmark settings of this game."""

from bench.games import Bench

BENCH = {
    "goofspiel": Bench(
        least=400_000,
        peers={
            "openspiel": "peers.openspiel.goofspiel_py",
            "boardgameio": "peers.boardgameio.goofspiel",
        },
    )
}
