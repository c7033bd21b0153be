"""The embedded site killed or stopped at any moment goes on after its next start: nothing is lost or done twice."""

import contextlib
import os
import random
import signal
import sqlite3
import time

import pytest

from bench.processor import cpu_seconds, with_children
from games.verify import check_file
from tests.support.players import Player
from tests.support.site import EmbeddedSite, embedded, eventually

OPTIONS = {"option_reroll": "pawns", "option_target": "40", "option_round_limit": "100"}
HEXES = {"option_tokens": "7", "option_specials_to_end": "4"}
KILLS = 3
BEGUN = 0.3
"""Seconds of the processor that no process takes but one of bots, which has its first decision then."""
ANSWERED_BY = """
from matches.log.sealed_answers import open_answer
from matches.models import Answer
print(*[open_answer(answer).answered_by for answer in Answer.objects.filter(match={number})])
"""


def play_while_killing(site: EmbeddedSite, people: list[Player], path: str, kills: int) -> None:
    """Play to the end; now and then kill the site right after an answer was accepted, and start it again."""
    dice, give_up = random.Random(3), time.monotonic() + 200
    while not people[0].sees_the_end(path):
        assert time.monotonic() < give_up
        for person in people:
            if person.answer(path) and kills and dice.random() < 0.5:
                site.kill()
                site.start()
                kills -= 1
    assert kills == 0


@pytest.mark.exhaustive("a site killed while people play; `make test` kills one that is idle")
def test_a_killed_site_loses_and_doubles_nothing() -> None:
    with embedded(SWEEP_SECONDS="0.5") as site, Player(site.url, "ana") as ana, Player(site.url, "ben") as ben:
        ana.log_in()
        ben.log_in()
        path = ana.open_table("bid", seat_1="open", seat_2="bot:steady", **OPTIONS)
        ben.join(path)
        play_while_killing(site, [ana, ben], path, kills=KILLS)
        record = ana.client.get(f"{path}match.json").content
        assert [check.detail for check in check_file(record) if not check.ok] == []
        assert "ok   head" in site.manage("verify", path.strip("/").split("/")[1])


@pytest.mark.exhaustive("a second start; `make test` starts a site again after a kill")
def test_a_second_start_keeps_the_data(embedded_site: EmbeddedSite) -> None:
    with Player(embedded_site.url, "ana") as ana:
        ana.log_in()
        before = ana.client.get("/turns/").text.count("Table ")
        embedded_site.stop()
        embedded_site.start()
        assert ana.client.get("/turns/").text.count("Table ") == before > 0


@pytest.mark.exhaustive("a site stopped while a bot thinks; `make test` closes the process of a bot")
def test_a_bot_that_thinks_while_the_site_stops_answers_after_its_next_start() -> None:
    with embedded(SWEEP_SECONDS="0.5", BOT_PATIENT_SECONDS="30") as site:
        with Player(site.url, "ana") as ana:
            ana.log_in()
            number = ana.open_table("hexes", seat_1="bot:patient", **HEXES).strip("/").split("/")[1]
        for pid in eventually(lambda: searching(site), 60):
            # Or it might answer by itself while the site waits for it.
            os.kill(pid, signal.SIGSTOP)
        site.stop()
        assert answers(site, number) == 0, site.manage("shell", "-v0", "-c", ANSWERED_BY.format(number=number))
        site.extra = {**site.extra, "BOT_PATIENT_SECONDS": "1"}
        site.start()
        assert eventually(lambda: answers(site, number), 60) == 1
        assert site.manage("shell", "-v0", "-c", ANSWERED_BY.format(number=number)).split() == ["bot"]


def searching(site: EmbeddedSite) -> list[int]:
    """The processes that the site started and that have something to do."""
    assert site.service is not None
    return [pid for pid in with_children(site.service.pid)[1:] if cpu_seconds([pid]) > BEGUN]


def answers(site: EmbeddedSite, number: str) -> int:
    """How many answers of the open round are stored."""
    with contextlib.closing(sqlite3.connect(site.var_dir / "piecepack.sqlite3")) as database:
        [[count]] = database.execute("SELECT count(*) FROM matches_answer WHERE match_id = ?", [number])
    return int(count)
