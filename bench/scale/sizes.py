"""How large the small and the big site are."""

from typing import NamedTuple

RUNNING, FINISHED = 200_000, 1_000_000
"""Matches of the big site at `SCALE=1`."""
PLAYED_MOST, PLAYED_LEAST = 36, 6
"""How many matches of each kind are really played: all others are copies of them."""
SHARE = 5
"""The fifth part of a very small site is played."""
STORM_MOST, SOCKETS_MOST = 2000, 1000


class Sizes(NamedTuple):
    """What is played, and how often it is copied."""

    running: int
    """Running matches that are really played, and as many that are played to their end: the small site."""
    copies: int
    """How often people and running matches are copied."""
    ended: int
    """How often the matches that have ended are copied."""
    storm: int
    """Rounds that are complete at the same time."""
    sockets: int
    times: int
    """How often each page is asked for."""
    tables: int
    """Tables at which answers are given, to measure the CPU of one."""
    every: int
    """Of so many pages one is asked for."""

    @property
    def people(self) -> int:
        """Everyone sits at about four running tables."""
        return max(12, self.running)


def sizes_of(scale: float) -> Sizes:
    """Return the sizes for a share of the whole."""
    wanted = round(RUNNING * scale)
    running = min(PLAYED_MOST, max(PLAYED_LEAST, wanted // SHARE))
    copies = max(1, round(wanted / running) - 1)
    few = scale < 0.01
    return Sizes(
        running=running,
        copies=copies,
        ended=max(1, round(FINISHED * scale / running) - 1),
        storm=30 if few else STORM_MOST,
        sockets=60 if few else SOCKETS_MOST,
        times=1 if few else 3,
        tables=12 if few else 120,
        every=24 if few else 1,
    )
