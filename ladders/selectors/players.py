"""A player's record in finished public matches, per game and against each opponent."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Prefetch
from django.utils.translation import gettext, gettext_lazy

from accounts.models import User
from foundation.language import reword
from games.registry import GAMES
from ladders.methods.tiebreaks import points_of
from ladders.models import Result, SeasonPlace
from ladders.selectors.ratings import seat_facts
from ladders.selectors.tournaments import Trophy, trophies_of
from matches.models import Match, Seat
from matches.view.result_feeds import PUBLIC

LATEST = 2000
"""The number of matches a record looks back on."""
SHOWN_MATCHES = 10


@dataclass
class GameRecord:
    """A player's results in one game."""

    game: str
    title: str
    played: int = 0
    firsts: int = 0
    points: float = 0.0

    @property
    def per_cent(self) -> int:
        """The mean share of opponents left behind, in per cent."""
        return round(100 * self.points / self.played) if self.played else 0


@dataclass
class Versus:
    """A player's results against one opponent."""

    other: User
    met: int = 0
    ahead: int = 0
    tied: int = 0
    behind: int = 0


@dataclass(frozen=True)
class Outing:
    """One finished match in a list of a player's matches."""

    number: int
    game: str
    title: str
    place: int
    players: int
    ended_at: datetime | None
    unrated: str
    """Why it does not count, in words, or empty."""
    places: dict[int, int] = field(default_factory=dict)
    """The place of each player."""
    voided: bool = False
    """True if it no longer counts: it stays in the list but in no figure."""


@dataclass(frozen=True)
class Record:
    """A player's record in finished public matches."""

    games: list[GameRecord]
    opponents: list[Versus]
    latest: list[Outing]


UNRATED = {"agreed": gettext_lazy("unrated"), "alone": gettext_lazy("unrated: nobody to compare with")}


def record_of(user: User) -> Record:
    """A player's record; private matches do not show in it."""
    outings = outings_of(user)
    others = User.objects.in_bulk({other for outing in outings for other in outing.places} - {user.pk})
    counted = [outing for outing in outings if not outing.voided]
    return Record(_by_game(counted), _by_opponent(counted, user, others), outings[:SHOWN_MATCHES])


def head_to_head(one: User, other: User) -> tuple[Versus, list[Outing]]:
    """One player's results against the other, with the matches, newest first."""
    shared = [outing for outing in outings_of(one) if other.pk in outing.places]
    found = _by_opponent((outing for outing in shared if not outing.voided), one, {other.pk: other})
    return (found[0] if found else Versus(other), shared)


def versus_by_game(one: User, other: User, matches: Iterable[Outing]) -> list[tuple[str, Versus]]:
    """One player's results against the other in each game, the most played first. Voided matches count for nothing."""
    games: dict[str, list[Outing]] = {}
    for outing in matches:
        if not outing.voided:
            games.setdefault(outing.title, []).append(outing)
    found = [(title, _by_opponent(outings, one, {other.pk: other})[0]) for title, outings in games.items()]
    return sorted(found, key=lambda row: -row[1].met)


def outings_of(user: User) -> list[Outing]:
    """Finished public matches that count for a player, newest first."""
    matches = (
        Match.objects.filter(PUBLIC, seats__user=user) | Match.objects.filter(PUBLIC, seats__first_user=user)
    ).distinct()
    seats = Prefetch("seats", Seat.objects.order_by("number"))
    found = matches.select_related("ladder_result").prefetch_related(seats).order_by("-ended_at", "-pk")[:LATEST]
    outings = [_outing(match, user, getattr(match, "ladder_result", None)) for match in found]
    return [outing for outing in outings if outing is not None]


def _outing(match: Match, user: User, result: Result | None) -> Outing | None:
    places = {fact.user_id: fact.place for fact in seat_facts(list(match.seats.all()))}
    if user.pk not in places:
        return None
    game = GAMES.get(match.game)
    return Outing(
        number=match.pk,
        game=match.game,
        title=game.title if game else match.game,
        place=places[user.pk],
        players=match.players,
        ended_at=match.ended_at,
        unrated=_unrated(match, result),
        places=places,
        voided=result is not None and result.voided_at is not None,
    )


def _unrated(match: Match, result: Result | None) -> str:
    if result is None:
        return "" if match.rated else str(UNRATED["agreed"])
    if result.voided_at:
        return (
            gettext("voided: {reason}").format(reason=reword(result.void_reason))
            if result.void_reason
            else gettext("voided")
        )
    return str(UNRATED.get(result.unrated, ""))


def _by_game(outings: Iterable[Outing]) -> list[GameRecord]:
    records: dict[str, GameRecord] = {}
    for outing in outings:
        record = records.setdefault(outing.title, GameRecord(outing.game, outing.title))
        record.played += 1
        record.firsts += outing.place == 1
        record.points += points_of(outing.place, list(outing.places.values())) if len(outing.places) > 1 else 0.0
    return sorted(records.values(), key=lambda record: -record.played)


def _by_opponent(outings: Iterable[Outing], user: User, others: dict[int, User]) -> list[Versus]:
    found: dict[int, Versus] = {}
    for outing in outings:
        mine = outing.places[user.pk]
        for pk, place in outing.places.items():
            if pk in others:
                versus = found.setdefault(pk, Versus(others[pk]))
                versus.met += 1
                versus.ahead += mine < place
                versus.tied += mine == place
                versus.behind += mine > place
    return sorted(found.values(), key=lambda versus: (-versus.met, versus.other.username))


def trophies(user: User) -> list[Trophy]:
    """A player's first three places in tournaments and in seasons of ladders, except those of clubs."""
    kept = SeasonPlace.objects.filter(user=user, level=1, position__lte=3, season__ladder__club=None).select_related(
        "season__ladder"
    )
    seasons = [
        Trophy(place.position, f"{place.season.ladder.title}, {place.season.title}", place.season.get_absolute_url())
        for place in kept.order_by("position", "-season__ended_at")
    ]
    return sorted([*trophies_of(user), *seasons], key=lambda trophy: trophy.place)
