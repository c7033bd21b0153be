"""The small site: people, a ladder, a club, a tournament and matches of all games, really played by the services."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import NamedTuple

from django.db.models import Max

from accounts.models import User
from bench.scale.copied import copied_models, key_of
from bench.scale.progress import shown
from bench.scale.sizes import Sizes
from engine.quick_chance import RandomChance
from engine.table_settings import TableSettings, TimeControl
from friends.services.following import follow
from games.registry import GAMES
from ladders.models import Ladder
from matches.bots.play import play_bots
from matches.chat.write import star_table, write_message, write_note
from matches.lobby.tables import SeatSpec, create_match, join_match
from matches.models import Match
from matches.rounds.resolve import resolve_round
from moderation.services.signals import weigh_match
from notifications.models import Notice, State
from tests.clubs.founded import club_of
from tests.ladders.play import answer_people, ladder_of, play_to_the_end, tournament_of
from tests.support.people import create_person

WORD = "piecepack"
OPEN_TABLES = 30
"""More than a page of the lobby."""
OFTEN, SELDOM, RARE = 3, 10, 6
CHAT_LINES, STEPS = 3, range(5, 16)
"""A running match is at step ten on the average."""
DAYS = 14
"""Nobody's time is up while the bench runs."""
Marks = Mapping[str, int]
"""The highest number in each table at some moment."""


class Played(NamedTuple):
    """The numbers of rows, from which is known what belongs to what."""

    people: Marks
    """After the people, open tables and what is there once: the running matches come next."""
    running: Marks
    """After the running matches: those that have ended come next."""
    all: Marks


def play_site(sizes: Sizes, now: datetime) -> Played:
    """Make the small site."""
    site = _Site(sizes, now)
    for number in range(OPEN_TABLES):
        site.table(number, fill=False)
    site.cup()
    _settle_notices(now)
    people = marks()
    for number in shown(range(sizes.running), "running matches played"):
        site.running(number)
    _settle_notices(now)
    running = marks()
    for number in shown(range(sizes.running), "matches played to their end"):
        site.finished(number)
    # What the answers gave others takes minutes to find out, and is kept in a row of much the same size.
    while weigh_match(weigh_it=lambda load: []):
        pass
    _settle_notices(now)
    return Played(people, running, marks())


def marks() -> Marks:
    """Return the highest number in each table that is copied."""
    models = copied_models()
    found = {one._meta.db_table: one._base_manager.aggregate(last=Max(key_of(one).attname))["last"] for one in models}
    return {table: last or 0 for table, last in found.items()}


class _Site:
    """What is played with: the people take turns to sit down."""

    def __init__(self, sizes: Sizes, now: datetime) -> None:
        self.now, self.luck = now, Random(1)
        names = [f"post-{chr(97 + number // 26)}{chr(97 + number % 26)}" for number in range(sizes.people)]
        self.people = [
            create_person(name=name, address=f"{name}@example.org", password=WORD, confirmed=True) for name in names
        ]
        for one, other in zip(self.people, self.people[1:], strict=False):
            follow(user=one, other=other, now=now)
        self.ladder: Ladder = ladder_of(self.people, now, title="The ladder of all")
        club_of(*[user.username for user in self.people[:8]], title="The round table", now=now)

    def table(self, number: int, *, fill: bool = True) -> Match:
        """Open a table of the next game, and seat people at it unless it stays open."""
        slug = list(GAMES)[number % len(GAMES)]
        few = GAMES[slug].players[0]
        players = min(GAMES[slug].players[-1], max(few, 2 + number % OFTEN))
        bots = 1 if fill and number % RARE == 1 and players > 2 else 0
        people = self.luck.sample(self.people, players - bots)
        host, *guests = people
        match = create_match(
            host=host,
            slug=slug,
            options=GAMES[slug].Options(),
            seats=[SeatSpec("open")] * len(guests) + [SeatSpec("bot", "random")] * bots,
            time_control=TimeControl(DAYS * 86_400),
            table_settings=TableSettings(private=fill and number % SELDOM == 0),
            contribution="",
            now=self.now,
        )
        for user in guests if fill else []:
            join_match(match_id=match.pk, user=user, token=match.invite_token, contribution="", now=self.now)
        return match

    def running(self, number: int) -> None:
        """Play some rounds of a match, leave it in the middle of one, and let people talk about it."""
        match = self.table(number)
        chance = RandomChance(number)
        for _ in range(self.luck.choice(STEPS)):
            self._answer(match, chance)
            resolve_round(match_id=match.pk, now=self.now)
        self._answer(match, chance, leave=1)
        # Bots go on until people are awaited, so that nothing is left for a sweep to do.
        while play_bots(match_id=match.pk, now=self.now):
            resolve_round(match_id=match.pk, now=self.now)
        self._talk(match)

    def _answer(self, match: Match, chance: RandomChance, *, leave: int = 0) -> None:
        play_bots(match_id=match.pk, now=self.now)
        answer_people(match, chance, self.now, leave=leave)

    def _talk(self, match: Match) -> None:
        sitting = [seat.user for seat in match.seats.select_related("user")]
        people: Sequence[User] = [user for user in sitting if user is not None and not user.is_house]
        for line in range(CHAT_LINES):
            write_message(
                match_id=match.pk, user=people[line % len(people)], room="players", text=f"Line {line}", now=self.now
            )
        write_note(match=match, user=people[0], text="Look at this again.", now=self.now)
        star_table(match=match, user=people[-1], starred=True)

    def finished(self, number: int) -> None:
        """Play a match to its end, with its rating."""
        play_to_the_end(self.table(number).pk, self.now)

    def cup(self) -> None:
        """Begin a tournament of eight."""
        tournament_of(self.people[:8], now=self.now, title="The cup of all")


def _settle_notices(now: datetime) -> None:
    """Count what is due within a day as sent, so that the sweep of notices is idle."""
    due = Notice.objects.filter(state=State.DUE, due_at__lte=now + timedelta(days=1))
    due.update(state=State.SENT, settled_at=now)
