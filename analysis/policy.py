"""How often people may ask, and how long the teacher takes."""

from datetime import timedelta

HINTS_AN_HOUR = 30
ANALYSES_AN_HOUR = 6

HINT_SECONDS = 2.0
HINT_AGAIN_AFTER = timedelta(minutes=1)
"""When a hint that failed may be asked for again, after it was asked for."""
POSITIONS_SECONDS, LUCK_DRAWS, ANSWERS_SECONDS = 40.0, 6, 60.0
"""For all positions of a match, and for all answers; and how many other draws each draw is compared with."""
LEAST_SECONDS, MOST_SECONDS = 0.05, 0.5
"""For one position."""
SLICE_SECONDS = 6.0
"""An analysis works for so long, then lets other bots think."""
TRIES, RETRIES = 3, 30
"""How often a position is looked at that fails, and how often positions of one analysis are looked at again in all."""
PARTS_LOST = 3
"""An analysis is given up after so many parts in a row that were begun and not ended: they may kill their workers."""
AGAIN_AFTER = timedelta(hours=1)
"""When one that was given up may be asked for again, after it was asked for."""
LEASE_SECONDS = 120
"""Work that was begun and not ended after this time is begun again."""
