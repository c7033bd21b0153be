"""What is measured of this game beside what is measured of all."""

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
