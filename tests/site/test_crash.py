"""The embedded site killed at any moment goes on after its next start, with nothing lost or done twice."""

import random
import time

import pytest

from games.verify import check_file
from tests.support.players import Player
from tests.support.site import EmbeddedSite, embedded

OPTIONS = {"option_reroll": "pawns", "option_target": "40", "option_round_limit": "100"}
KILLS = 3


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
