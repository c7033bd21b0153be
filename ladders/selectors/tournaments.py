"""Queries for tournaments: standings, tables, players still in."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import msgspec
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from foundation.kept_queries import keep_related
from foundation.vault import unseal
from games.registry import GAMES
from ladders.methods.pairing import meetings
from ladders.methods.pairing.field import Field
from ladders.methods.tiebreaks import Line, Result, Table, standings
from ladders.models import Entry, Round, StandingChange, TableSeat, Tournament, TournamentTable
from ladders.selectors.access import seen_by
from ladders.selectors.ladders import kept_apart
from matches.lobby.limits import is_playable
from matches.models import Match

State = Entry.State


def seed_of(tournament: Tournament) -> str:
    """The seed of a tournament; keep it secret until the tournament is over."""
    return str(unseal(bytes(tournament.sealed_seed), str))


def tables_of(tournament: Tournament, *, players: bool = True) -> list[TournamentTable]:
    """All tables with their rounds, seats and players, in order; `keep_entries` can give them their players later."""
    found = TournamentTable.objects.filter(round__tournament=tournament).select_related("round", "match")
    seats = found.prefetch_related("seats__entry__user" if players else "seats")
    return list(seats.order_by("round__number", "number"))


def keep_entries(tournament: Tournament, tables: Sequence[TournamentTable]) -> Mapping[int, Entry]:
    """Read all entries and their players once, for the seats of these tables and all who ask the tournament for them.

    Read after the tables, so that all who sit there are among them.
    """
    entries = {entry.pk: entry for entry in tournament.entries.select_related("user").order_by("pk")}
    keep_related(tournament, "entries", list(entries.values()))
    for seat in chain.from_iterable(table.seats.all() for table in tables):
        seat.entry = entries[seat.entry_id]
    return entries


def results_of(tables: Sequence[TournamentTable]) -> list[Table]:
    """The places of all finished tables, by entry, as the tie-breaks count them."""
    return [
        [Result(seat.entry_id, seat.place) for seat in table.seats.all() if seat.place is not None]
        for table in tables
        if table.ended_at
    ]


def standings_of(tournament: Tournament, tables: Sequence[TournamentTable]) -> list[Line]:
    """The standings by entry, best first. In a knock-out, players who came further rank higher.

    Players who withdrew before sitting at any table have no place.
    """
    seated = {seat.entry_id for table in tables for seat in table.seats.all()}
    entries = [
        one.pk
        for one in tournament.entries.all()
        if one.state != State.RESERVE and (one.state != State.WITHDRAWN or one.pk in seated)
    ]
    lines = standings(entries, results_of(tables), seed_of(tournament))
    if not tournament.knocks_out:
        return lines
    reached = reached_in(tables)
    return sorted(lines, key=lambda line: (reached.get(line.player, (0, False, 0)), line.rank))


def reached_in(tables: Sequence[TournamentTable]) -> dict[int, tuple[int, bool, int]]:
    """For each entry, the last round it played (negated), whether it is out since, and its place there.

    Players still in would have gone on, so those who left never rank above them. In a round with a single table there
    is nothing to go on to, and the places decide.
    """
    found: dict[int, tuple[int, bool, int]] = {}
    of_round = Counter(table.round_id for table in tables)
    for table in tables:
        for seat in table.seats.all():
            out = of_round[table.round_id] > 1 and seat.entry.state != State.IN
            found[seat.entry_id] = (-table.round.number, out, seat.place or 1)
    return found


def sizes_of(tournament: Tournament) -> range:
    """The table sizes around the chosen one at which these options can be played."""
    game = GAMES[tournament.game]
    options = msgspec.convert(tournament.options, game.Options)
    fewest = most = tournament.seats
    while is_playable(game, fewest - 1, options):
        fewest -= 1
    while is_playable(game, most + 1, options):
        most += 1
    return range(fewest, most + 1)


def field_of(tournament: Tournament, tables: Sequence[TournamentTable], number: int) -> Field:
    """The input for pairing a round: the players still in, best first, and the history so far."""
    entries = {entry.pk: entry for entry in tournament.entries.filter(state=State.IN)}
    points = {line.player: line.points for line in standings_of(tournament, tables)}
    order = [player for player in points if player in entries]
    if tournament.knocks_out:
        order.sort(key=lambda pk: (-points[pk], -entries[pk].seed_mu))
    sizes = sizes_of(tournament)
    # Includes those who have left: recomputing the original plan needs the same pairs.
    by_user = dict(tournament.entries.values_list("user_id", "pk"))
    return Field(
        players=order,
        seats=tournament.seats,
        fewest=sizes[0],
        most=sizes[-1],
        seed=f"{seed_of(tournament)} round {number}",
        plan_seed=seed_of(tournament),
        met=meetings.count([seat.entry_id for seat in table.seats.all()] for table in tables),
        byes=Counter(seat.entry_id for table in tables if table.match_id is None for seat in table.seats.all()),
        apart=frozenset(meetings.pair(by_user[one], by_user[other]) for one, other in kept_apart(by_user)),
    )


def score_groups(lines: Sequence[Line]) -> dict[int, int]:
    """Each entry's score group, 0 the best."""
    steps = sorted({line.points for line in lines}, reverse=True)
    return {line.player: steps.index(line.points) for line in lines}


def seats_had(tables: Sequence[TournamentTable]) -> dict[int, Counter[int]]:
    """The number of times each entry has had each seat."""
    had: dict[int, Counter[int]] = {}
    for table in tables:
        for seat in table.seats.all() if table.match_id else ():
            had.setdefault(seat.entry_id, Counter())[seat.number] += 1
    return had


def tournaments_listed(user_id: int | None) -> QuerySet[Tournament]:
    """The tournaments that a reader may see, with their number of entries, the newest first."""
    entries = Entry.objects.filter(tournament=OuterRef("pk")).exclude(state__in=(State.WITHDRAWN, State.RESERVE))
    # Counted for the tournaments of a page alone: grouping would count the entries of all before it takes some.
    entered = Subquery(entries.order_by().values("tournament").annotate(number=Count("pk")).values("number"))
    found = Tournament.objects.filter(seen_by(user_id)).annotate(entered=Coalesce(entered, 0))
    return found.select_related("ladder", "made_by", "club").order_by("-starts_at", "-pk")


def current_round(tournament: Tournament) -> Round | None:
    """The newest round, or None."""
    return tournament.all_rounds.order_by("number").last()


def entry_of(tournament: Tournament, user_id: int | None) -> Entry | None:
    """A user's entry, or None."""
    return tournament.entries.filter(user_id=user_id).first() if user_id else None


@dataclass(frozen=True)
class Trophy:
    """A place that is kept permanently."""

    place: int
    title: str
    url: str


def trophies_of(user: User) -> list[Trophy]:
    """A player's first three places in finished tournaments that everyone may see."""
    over = {"tournament__club": None, "tournament__status": Tournament.Status.FINISHED}
    won = user.tournament_entries.filter(rank__lte=3, **over)
    found = won.select_related("tournament").order_by("rank", "-tournament__ended_at")
    return [Trophy(entry.rank or 0, entry.tournament.title, entry.tournament.get_absolute_url()) for entry in found]


def reasons_of(tournament: Tournament) -> QuerySet[StandingChange]:
    """Every change of a standing with its reason, newest first."""
    found = StandingChange.objects.filter(entry__tournament=tournament)
    return found.select_related("entry__user", "table").order_by("-pk")


def my_seats(tables: Iterable[TournamentTable], user_id: int | None) -> list[TableSeat]:
    """The seats of a user at those of a tournament's tables where they still play: none once they have withdrawn."""
    playing = [one for one in tables if one.ended_at is None and one.match and one.match.status in Match.GOING_ON]
    seats = [seat for table in playing for seat in table.seats.all() if seat.entry.user_id == user_id]
    return [seat for seat in seats if seat.entry.state != Entry.State.WITHDRAWN]


def seed_shown(tournament: Tournament) -> str:
    """The opened seed once the tournament is over, else empty: earlier it would reveal coming draws."""
    over = tournament.status in (Tournament.Status.FINISHED, Tournament.Status.CALLED_OFF)
    return seed_of(tournament) if over else ""
