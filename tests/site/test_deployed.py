"""The site as `deploy/` sets it up: nginx with TLS in front, units as they are written, upgrades while people play."""

import json
import random
import re
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from engine.log import MatchRecord
from games.verify import check_file
from tests.site.test_server_mode import MAKE_PEOPLE, OPTIONS
from tests.support.deployed import HOST, Deployed, clone, deployed, origin_of, release
from tests.support.players import Player
from tests.support.postgres import Postgres
from tests.support.processes import listens
from tests.support.redis import Redis
from tests.support.site import eventually

OPEN_SOCKETS = 'piecepack_sockets{kind="turns"}'
EXPANDING = """
from django.db import migrations

class Migration(migrations.Migration):
    dependencies = [("matches", "{last}")]
    operations = [migrations.RunSQL("ALTER TABLE matches_answer ADD COLUMN mood varchar(9) NOT NULL DEFAULT 'calm'")]
"""
# `tests/deploy` reads the files, and `test_server_mode` runs the server.
pytestmark = pytest.mark.exhaustive(
    "a server set up by the files of `deploy/`, and its upgrades; `make test` runs one without"
)


@pytest.fixture(scope="module")
def site(postgres: Postgres, redis_server: Redis) -> Iterator[Deployed]:
    """The first release, put in place by `deploy/upgrade`, with nginx in front."""
    redis_server.empty()
    with postgres.database() as database_url, deployed(database_url, redis_server.url) as running:
        origin = origin_of(running.directory)
        clone(origin, running.home / "source")
        done = running.upgrade("v1")
        assert done.returncode == 0, done.stdout + done.stderr
        running.start_nginx()
        assert running.manage("shell", "-v0", "-c", MAKE_PEOPLE).returncode == 0
        yield running


def player(site: Deployed, name: str, seed: int = 1) -> Player:
    person = Player(site.url, name, random.Random(seed))
    person.client.close()
    person.client = site.client(follow=True)
    return person


def test_pages_come_through_nginx(site: Deployed):
    with site.client() as visitor:
        page = visitor.get("/accounts/login/")
        assert page.status_code == 200
        assert "max-age=31536000" in page.headers["Strict-Transport-Security"]
        again = visitor.get("/accounts/login/", headers={"X-Request-ID": "chosen-by-a-visitor"})
        assert re.fullmatch(r"[0-9a-f]{32}", again.headers["X-Request-ID"])
        style = re.search(r'href="(/static/css/site\.[0-9a-f]+\.css)"', page.text)
        assert style is not None
        file = visitor.get(style[1], headers={"Accept-Encoding": "gzip"})
        assert (file.status_code, file.headers["Content-Encoding"]) == (200, "gzip")
        assert "immutable" in file.headers["Cache-Control"]
        assert "X-Request-ID" not in file.headers  # nginx gave it, not the site


def test_plain_http_is_sent_to_https(site: Deployed):
    reply = httpx.get(f"http://127.0.0.1:{site.http}/turns/?a=1", headers={"Host": HOST}, trust_env=False)
    assert (reply.status_code, reply.headers["Location"]) == (301, f"https://{HOST}/turns/?a=1")


def test_a_large_upload_is_refused_before_the_site_sees_it(site: Deployed):
    with site.client() as visitor:
        assert visitor.post("/accounts/login/", content=b"x" * (9 * 1024 * 1024 + 1)).status_code == 413


@pytest.mark.parametrize(("path", "status"), [("/healthz", 200), ("/readyz", 404), ("/metrics", 404)])
def test_what_is_for_machines_stays_inside(site: Deployed, path: str, status: int):
    with site.client() as visitor:
        assert visitor.get(path).status_code == status
    assert httpx.get(f"http://127.0.0.1:{site.ports}1{path}", trust_env=False).status_code == 200


def test_an_invented_host_is_refused(site: Deployed):
    with site.client() as visitor:
        assert visitor.get("/accounts/login/", headers={"Host": "evil.example.org"}).status_code == 400


def test_sockets_come_through_nginx_and_are_counted_by_all_processes(site: Deployed):
    address = f"wss://{HOST}:{site.https}/ws/turns/"
    with pytest.raises(InvalidStatus, match="403"):
        connect(address, ssl=site.trust, origin=Origin(site.url)).__enter__()
    with player(site, "ana") as ana, ExitStack() as stack:
        ana.log_in()
        cookies = "; ".join(f"{name}={value}" for name, value in ana.client.cookies.items())
        knocks = [
            connect(address, ssl=site.trust, origin=Origin(site.url), additional_headers={"Cookie": cookies})
            for _ in range(4)
        ]
        opened = [stack.enter_context(knock) for knock in knocks]
        # Any process reports the sockets of both.
        assert eventually(lambda: {figures(site, number)[OPEN_SOCKETS] for number in "12"} == {4})
        ana.open_table("bid", seat_1="bot:steady", seat_2="bot:random", **OPTIONS)
        assert [json.loads(socket.recv(timeout=15)) for socket in opened] == [{"event": "table-moved"}] * 4
    assert eventually(lambda: figures(site, "1")[OPEN_SOCKETS] == 0)


def figures(site: Deployed, number: str) -> dict[str, float]:
    text = httpx.get(f"http://127.0.0.1:{site.ports}{number}/metrics", trust_env=False).text
    lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


def test_nginx_logs_no_key_of_a_mails_link(site: Deployed):
    with site.client() as visitor:
        visitor.get("/accounts/confirm-email/the-key-of-a-mail/?and=this")
    log = site.directory / "nginx/piecepack.log"
    assert eventually(lambda: " /accounts " in log.read_text())
    assert "the-key-of" not in log.read_text() and "and=this" not in log.read_text()


def test_a_hint_carries_the_id_of_its_request_to_the_worker(site: Deployed):
    with player(site, "ben") as ben:
        ben.log_in()
        path = ben.open_table("bid", seat_1="bot:steady", seat_2="bot:random", **OPTIONS)
        assert ben.answer(path)
    webs = "".join((site.directory / f"piecepack-web@{number}.service.log").read_text() for number in "12")
    (asked,) = [line for line in logged(webs) if line.get("view") == "matches:answer"]
    workers = [site.directory / f"piecepack-{name}.service.log" for name in ("rounds", "worker")]

    def resolved() -> list[dict[str, object]]:
        """What either worker wrote for the same request."""
        lines = logged("".join(log.read_text() for log in workers))
        return [line for line in lines if line.get("request_id") == asked["request_id"]]

    same = eventually(resolved)
    assert {line["match"] for line in same} == {asked["match"]} == {int(path.split("/")[2])}


def logged(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


def test_the_doctor_finds_all_well(site: Deployed):
    """Except for mail, which goes nowhere here, and an address that belongs to this machine."""
    assert site.manage("backup").returncode == 0
    done = site.manage("doctor", "--skip", "mail", "--skip", "address")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "answers with a valid certificate" in done.stdout and "Sockets arrive." in done.stdout
    assert "warn" not in done.stdout


@dataclass
class Game:
    """People who go on playing one match, whatever happens to the site meanwhile."""

    site: Deployed
    people: list[Player]
    path: str
    accepted: int = 0
    failed: list[str] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def play(self) -> None:
        """Answer whenever asked; count what was accepted, and note every reply that was not a page."""
        while not self.over.is_set():
            for person in self.people:
                try:
                    self.accepted += person.answer(self.path)
                    if person.sees_the_end(self.path):
                        self.over.set()
                except (httpx.HTTPError, AssertionError) as error:
                    self.failed.append(repr(error))


def answers_of_people(record: bytes) -> int:
    """How many answers of the first two seats, which people hold, took effect."""
    steps = msgspec.json.decode(record, type=MatchRecord).steps
    return sum(answer.by == "player" and answer.player < 2 for chained in steps for answer in chained.step.answers)


@pytest.mark.timeout(600)
def test_an_upgrade_while_people_play_loses_nothing(site: Deployed):
    """The next release has another column and other names of tasks: neither side knows the tasks of the other."""
    with player(site, "ana", 5) as ana, player(site, "ben", 6) as ben:
        ana.log_in()
        ben.log_in()
        path = ana.open_table("bid", seat_1="open", seat_2="bot:steady", seat_3="bot:random", **OPTIONS)
        ben.join(path)
        game = Game(site, [ana, ben], path)
        playing = threading.Thread(target=game.play)
        playing.start()
        eventually(lambda: game.accepted > 2)
        before = game.accepted
        next_release(site.directory / "origin")
        done = site.upgrade("v2", site.home / "current/deploy/upgrade")
        assert done.returncode == 0, done.stdout + done.stderr
        after = game.accepted
        eventually(game.over.is_set, seconds=240)
        playing.join()
        assert game.failed == []
        assert before < after, "Nobody played during the upgrade."
        record = ben.client.get(f"{path}match.json").content
    assert (site.home / "current").resolve().name == "v2"
    assert [check.detail for check in check_file(record) if not check.ok] == []
    assert answers_of_people(record) == game.accepted
    assert site.manage("verify", "--all").returncode == 0


def next_release(origin: Path) -> None:
    """Change the code: an added column, and tasks that are called otherwise."""
    for name in ("matches/tasks.py", "matches/queue.py"):
        text, count = re.subn(r'"matches\.(resolve_round|play_bots)"', r'"matches.\1_2"', (origin / name).read_text())
        assert count == 2
        (origin / name).write_text(text)
    last = max(path.stem for path in (origin / "matches/migrations").glob("0*.py"))
    (origin / "matches/migrations/9999_mood.py").write_text(EXPANDING.format(last=last))
    release(origin, "v2")


def test_a_release_that_does_not_become_ready_is_taken_back(site: Deployed):
    origin, before = site.directory / "origin", (site.home / "current").resolve()
    probes = origin / "operations/probes.py"
    probes.write_text(probes.read_text().replace('"late" if', '"late" if True or'))
    tag = f"v3-{time.time_ns()}"  # A second try needs a new name: nobody accepts a tag that was moved.
    release(origin, tag)
    script = site.directory / "impatient"
    script.write_text((before / "deploy/upgrade").read_text().replace("PIECEPACK_WAIT:-90", "PIECEPACK_WAIT:-15"))
    script.chmod(0o755)
    # It never gets ready. So the script need not be given the time to load on a busy machine too.
    site.webs_are_awaited = True
    done = site.upgrade(tag, script)
    site.webs_are_awaited = False
    assert done.returncode == 1, done.stdout + done.stderr
    assert "is not ready" in done.stderr and '"sweep": "late"' in done.stderr
    assert f"going back to {before.name}" in done.stdout
    assert (site.home / "current").resolve() == before
    with site.client() as visitor:
        assert visitor.get("/accounts/login/").status_code == 200


def test_a_tag_that_was_moved_is_refused_with_its_name(site: Deployed):
    before = (site.home / "current").resolve()
    origin, tag = site.directory / "origin", f"v4-{time.time_ns()}"
    release(origin, tag)
    site.fetch()
    release(origin, tag)
    done = site.upgrade(tag)
    assert done.returncode == 1
    assert re.search(rf"rejected.* {tag}.*would clobber existing tag", done.stderr)
    assert (site.home / "current").resolve() == before
    site.fetch("--force")


def test_a_release_that_does_not_exist_changes_nothing(site: Deployed):
    before = (site.home / "current").resolve()
    done = site.upgrade("v99")
    assert done.returncode == 1
    assert "There is no v99" in done.stdout
    assert (site.home / "current").resolve() == before


def test_an_address_stays_open_while_its_process_is_replaced(site: Deployed):
    site.stop("piecepack-web@1.service")
    port = int(f"{site.ports}1")
    assert listens(port)
    waiting: list[int] = []
    asking = threading.Thread(
        target=lambda: waiting.append(
            httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=60, trust_env=False).status_code
        )
    )
    asking.start()
    site.restart("piecepack-web@1.service")
    asking.join()
    assert waiting == [200]
