"""What is lost or done twice when servers end, lines break, clocks differ and disks are full: `make test-faults`.

Checked in Jepsen's manner: from what the clients noted as acknowledged, not from what the site says of itself.
"""

import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random

import httpx
import psycopg

from bench.faults.compare import Seat, doubled_steps, lost_answers, notices_of, steps_of, told_again
from bench.faults.line import line_to
from bench.faults.people import WAYS, Person, playing, ways
from bench.faults.trouble import Trouble, say
from bench.figures import Figure
from games.verify import check_file
from tests.support import postgres, redis, smtp
from tests.support.processes import running as services
from tests.support.site import ServerSite, server

MATCHES = int(os.environ.get("MATCHES", "200"))
PEOPLE = 24
BETWEEN = 8.0
"""Seconds of play between two faults."""
PATIENCE = 900.0

MAKE = """
import json
from datetime import timedelta
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone
from accounts.security.tokens import create_token
from api.scopes import Scope
from engine.table_settings import TableSettings, TimeControl
from games.registry import GAMES
from matches.lobby.tables import SeatSpec, create_match, join_match
from tests.support.people import create_person

def person(name):
    user = create_person(name=name, address=f"{name}@example.org", password="piecepack", confirmed=True)
    session = SessionStore()
    session[SESSION_KEY], session[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session.save()
    token = create_token(user=user, name="faults", scopes=list(Scope), days=30, now=timezone.now())[1]
    return user, token, session.session_key

def table(number, people):
    slug, game = list(GAMES.items())[number % len(GAMES)]
    host, guest = people[number % len(people)], people[(number * 7 + 1) % len(people)]
    # A bot at each table, also of a game for two.
    seats = [SeatSpec("open"), *[SeatSpec("bot", "random")] * (max(3, game.players[0]) - 2)]
    common = dict(contribution="", now=timezone.now())
    match = create_match(host=host, slug=slug, options=game.Options(), seats=seats,
                         time_control=TimeControl(86400), table_settings=TableSettings(), **common)
    join_match(match_id=match.pk, user=guest, token="", **common)
    return {seat.user.username: [match.pk, seat.number] for seat in match.seats.select_related("user") if seat.user}

made = [person(f"faults-{number}") for number in range(PEOPLE)]
tables = [table(number, [user for user, *_ in made]) for number in range(MATCHES)]
print("MADE" + json.dumps({"people": [[user.username, *rest] for user, *rest in made], "tables": tables}))
"""
UNFINISHED = "SELECT count(*) FROM matches_match WHERE status <> 'finished'"


def figures(_seconds: float) -> Iterator[Figure]:
    """Play while things break, let all matches end, then compare records with what was acknowledged."""
    with ExitStack() as stack:
        database, queue = stack.enter_context(postgres.started(durable=True)), stack.enter_context(redis.started())
        stack.callback(_stop_all)
        mail = stack.enter_context(smtp.started())
        line, port = stack.enter_context(line_to(database.port))
        site = stack.enter_context(server(database, queue.url, EMAIL_URL=mail.url))
        direct = site.database_url
        _through(site, str(database.port), str(port))
        # As in production, one worker takes rounds alone.
        site.start_one("rounds")
        people = _make(site)
        trouble = Trouble(site, database, database.service, queue, queue.service, line, mail)
        with playing(people):
            _break(trouble)
            say("All was broken once; now the matches go on to their end.")
            _wait_for_the_end(direct)
        yield from _compare(site, direct, people, mail, trouble.stopped)


def _stop_all() -> None:
    """Stop the servers that were started again: who started them first knows nothing of it."""
    for service in list(services):
        service.stop()


def _through(site: ServerSite, direct: str, line: str) -> None:
    """Start the site's processes again, with the line between them and PostgreSQL."""
    site.stop()
    site.env["DATABASE_URL"] = site.env["DATABASE_URL"].replace(f":{direct}/", f":{line}/")
    site.start()


def _make(site: ServerSite) -> list[Person]:
    code = f"PEOPLE, MATCHES = {PEOPLE}, {MATCHES}\n{MAKE}"
    made = json.loads(site.manage("shell", "-v0", "-c", code).partition("MADE")[2])
    seats: dict[str, dict[int, int]] = {}
    for table in made["tables"]:
        for name, (match, seat) in table.items():
            seats.setdefault(name, {})[match] = seat
    return [
        Person(site.urls[number // len(WAYS) % 2], name, token, session, way, Random(number), seats.get(name, {}))
        for number, ((name, token, session), way) in enumerate(zip(made["people"], ways(PEOPLE), strict=True))
    ]


def _break(trouble: Trouble) -> None:
    for what, do in trouble.all().items():
        time.sleep(BETWEEN)
        say(what)
        do()


def _wait_for_the_end(direct: str) -> None:
    give_up = time.monotonic() + PATIENCE
    while (running := _running(direct)) and time.monotonic() < give_up:
        say(f"{running} matches run.")
        time.sleep(10)


def _running(direct: str) -> int | str:
    """Return how many matches are not over, in words if the database cannot be asked."""
    try:
        return _number(direct, UNFINISHED)
    except psycopg.OperationalError:
        return "Unknown how many"


def _number(database_url: str, question: str) -> int:
    with psycopg.connect(database_url, connect_timeout=5) as connection:
        row = connection.execute(question.encode()).fetchone()
    return int(row[0]) if row else 0


def _compare(
    site: ServerSite, direct: str, people: list[Person], mail: smtp.MailServer, stopped: list[str]
) -> Iterator[Figure]:
    tables = _by_table(people)
    records = {match: record for match, (person, _) in tables.items() if (record := _record(site, person, match))}
    verified = [match for match, record in records.items() if all(check.ok for check in check_file(record))]
    steps = {match: steps_of(json.loads(record)) for match, record in records.items()}
    lost = [note for match, some in steps.items() for note in lost_answers(some, tables[match][1])]
    doubled = {match: found for match, some in steps.items() if (found := doubled_steps(some, tables[match][1]))}
    told = [one for letter in mail.deliveries for to in letter.recipients for one in notices_of(to, letter.message)]
    for note in lost[:10]:
        say(f"Lost: table {note.match}, step {note.step}, {note.action}")
    for match, found in list(doubled.items())[:10]:
        say(f"Doubled: table {match}, steps {sorted(found)}")
    by = Counter(answer["by"] for some in steps.values() for step in some for answer in step.get("answers", ()))
    noted = [len(seat.notes) for person in people for seat in person.known.values()]
    yield Figure("faults.matches", len(tables), "matches")
    yield Figure("faults.answers", sum(noted), "answers")
    yield Figure("faults.answers_of_bots", by["bot"], "answers")
    yield Figure("faults.moves_planned", sum(person.plans for person in people), "moves")
    yield Figure("faults.answers_planned", by["conditional_move"], "answers")
    yield Figure("faults.requests_failed", sum(person.trouble for person in people), "requests")
    yield Figure("faults.lines_cut", sum(person.cuts for person in people), "lines")
    yield Figure("faults.mails", len(mail.deliveries), "mails")
    yield Figure("faults.notices", len(told), "notices")
    yield Figure("faults.notices_of_turns", sum(one.kind == "turn" for one in told), "notices")
    yield Figure("faults.answers_lost", len(lost), "answers", most=0)
    yield Figure("faults.steps_doubled", sum(map(len, doubled.values())), "steps", most=0)
    yield Figure("faults.notices_doubled", told_again(told), "notices", most=0)
    yield Figure("faults.sweeps_stopped", len(stopped), "sweeps", most=0)
    yield Figure("faults.matches_unfinished", _number(direct, UNFINISHED), "matches", most=0)
    yield Figure("faults.records_not_verified", len(tables) - len(verified), "records", most=0)


def _by_table(people: list[Person]) -> dict[int, tuple[Person, dict[int, Seat]]]:
    """Return for each match one of its people, and what the client of each seat knows."""
    found: dict[int, tuple[Person, dict[int, Seat]]] = {}
    for person in people:
        for match, number in person.seats.items():
            found.setdefault(match, (person, {}))[1][number] = person.known.get(match, Seat())
    return found


def _record(site: ServerSite, person: Person, match: int) -> bytes | None:
    """Return the record of a match, or None before its end."""
    cookies = {"sessionid": person.session}
    address = f"{site.url}/table/{match}/match.json"
    reply = httpx.get(address, cookies=cookies, timeout=60, trust_env=False)
    return reply.content if reply.is_success else None
