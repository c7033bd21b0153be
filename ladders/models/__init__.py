"""The database models of ratings, ladders and tournaments."""

from ladders.models.ladders import (
    Apart,
    Challenge,
    ChallengeSeat,
    Division,
    Ladder,
    Rung,
    RungChange,
    Season,
    SeasonPlace,
)
from ladders.models.ratings import Pool, Rating, RatingChange, Result
from ladders.models.tournaments import Entry, Round, StandingChange, TableSeat, Tournament, TournamentTable

__all__ = [
    "Apart",
    "Challenge",
    "ChallengeSeat",
    "Division",
    "Entry",
    "Ladder",
    "Pool",
    "Rating",
    "RatingChange",
    "Result",
    "Round",
    "Rung",
    "RungChange",
    "Season",
    "SeasonPlace",
    "StandingChange",
    "TableSeat",
    "Tournament",
    "TournamentTable",
]
