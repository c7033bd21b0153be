"""A whole match on a server of separate processes: one is killed in the middle, and the database restarted."""

import random
import time

import psycopg

from games.verify import check_file
from tests.support.players import Player
from tests.support.site import ServerSite

MAKE_PEOPLE = """
from allauth.account.models import EmailAddress
from accounts.models import User
for name in ("ana", "ben"):
    user = User.objects.create_user(username=name, email=f"{name}@example.org", password="piecepack")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
"""
OPTIONS = {"option_reroll": "coins", "option_target": "30", "option_round_limit": "100"}
ANSWERS_BEFORE_THE_KILL = 6
ANSWERS_BEFORE_THE_CUT = 9
CUT = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


def cut_connections(site: ServerSite) -> int:
    """End all connections of the site, as PostgreSQL does when it is restarted; how many there were."""
    with psycopg.connect(site.database_url, autocommit=True) as connection:
        return len(connection.execute(CUT).fetchall())


def test_a_match_survives_the_death_of_a_worker_and_a_restart_of_the_database(server_site: ServerSite) -> None:
    server_site.manage("shell", "-v0", "-c", MAKE_PEOPLE)
    urls, doomed = server_site.urls, server_site.services["worker-0"]
    # Each talks to a web process of their own.
    with Player(urls[0], "ana", random.Random(5)) as ana, Player(urls[1], "ben", random.Random(6)) as ben:
        ana.log_in()
        ben.log_in()
        path = ana.open_table("bid", seat_1="open", seat_2="bot:steady", seat_3="bot:random", **OPTIONS)
        ben.join(path)
        answers, cut, give_up = 0, 0, time.monotonic() + 300
        while not ana.sees_the_end(path):
            assert time.monotonic() < give_up
            answers += ana.answer(path) + ben.answer(path)
            if answers >= ANSWERS_BEFORE_THE_KILL and doomed.process.poll() is None:
                doomed.kill()
            if answers >= ANSWERS_BEFORE_THE_CUT and not cut:
                cut = cut_connections(server_site)
        assert cut > server_site.webs
        assert doomed.process.poll() is not None
        record = ben.client.get(f"{path}match.json").content
    assert [check.detail for check in check_file(record) if not check.ok] == []
    assert b'"name":"ben"' in record
