"""The containers: compose and Caddy read their files, and what is named in them exists."""

import os
import re
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import yaml

from tests.support.debian import program
from tests.support.processes import ROOT, free_port, listens, plain_environment, start
from tests.test_docs import names_read

DEPLOY = ROOT / "deploy"
OF_COMPOSE = {"SITE_HOST": "play.example.org", "POSTGRES_PASSWORD": "secret", "REDIS_PASSWORD": "hidden"}
NAME_GIVEN = re.compile(r"(?m)^([A-Z_]+)=")
PROGRAMS = {"celery", "python", "sh", "uvicorn", "redis-server"}
OURS = {"prepare", "web1", "web2", "worker", "rounds", "beat", "nightly"}


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    """The file with its anchors followed."""
    raw: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return raw


def rendered(tmp_path: Path, text: str) -> "subprocess.CompletedProcess[str]":
    """A file, as compose itself reads it."""
    (tmp_path / "compose.yaml").write_text(text)
    shutil.copy(DEPLOY / "compose.env.example", tmp_path / "piecepack.env")
    command: list[str | Path] = [
        program("docker-compose", "docker-compose"),
        "--file",
        tmp_path / "compose.yaml",
        "config",
    ]
    env = plain_environment() | OF_COMPOSE
    return subprocess.run(command, capture_output=True, text=True, check=False, env=env, cwd=tmp_path)


@pytest.mark.long("a real Compose")
def test_compose_reads_its_file(tmp_path: Path):
    done = rendered(tmp_path, (DEPLOY / "compose.yaml").read_text())
    assert done.returncode == 0, done.stderr
    services = yaml.safe_load(done.stdout)["services"]
    assert set(services) == OURS | {"database", "redis", "proxy"}
    assert services["web2"]["environment"]["REDIS_URL"] == "redis://:PASSWORD-OF-REDIS@redis:6379/0"
    assert services["redis"]["command"][-2:] == ["--requirepass", "hidden"]
    assert services["redis"]["environment"] == {"REDISCLI_AUTH": "hidden"}


def test_no_redis_is_set_up_without_a_password():
    for name in ("compose.env.example", "environment.example"):
        (address,) = re.findall(r"(?m)^REDIS_URL=(.*)$", (DEPLOY / name).read_text())
        assert urlsplit(address).password, name
    assert "requirepass" in (ROOT / "docs/operators/server.md").read_text()


def test_compose_refuses_what_it_does_not_know(tmp_path: Path):
    text = (DEPLOY / "compose.yaml").read_text().replace("read_only:", "reads_only:")
    assert "reads_only" in rendered(tmp_path, text).stderr


def test_every_service_runs_a_program_that_the_image_has(compose: dict[str, Any]):
    first = {name: service["command"][0] for name, service in compose["services"].items() if "command" in service}
    assert set(first.values()) <= PROGRAMS
    assert {name for name in OURS if name not in first} == {"web1", "web2"}
    assert "uvicorn" in (DEPLOY / "Dockerfile").read_text().splitlines()[-1]


@pytest.mark.parametrize(
    ("hours", "done"), [(None, "backup\nclearsessions\n"), (25, "backup\nclearsessions\n"), (2, "")]
)
def test_a_backup_is_made_at_once_where_the_newest_is_a_day_old(
    compose: dict[str, Any], tmp_path: Path, hours: int | None, done: str
):
    if hours is not None:
        note, then = tmp_path / "piecepack-20260504T120000Z.json", time.time() - hours * 3600
        note.touch()
        os.utime(note, (then, then))
    manage = tmp_path / "python"
    manage.write_text('#!/bin/sh\necho "$2"\n')
    manage.chmod(0o755)
    *shell, script = compose["services"]["nightly"]["command"]
    assert script.count("sleep") == 1
    once = script.replace("$$", "$").replace("/srv/backups", str(tmp_path)).replace("sleep 600", "break")
    path = f"{tmp_path}:{os.environ['PATH']}"
    ran = subprocess.run([*shell, once], capture_output=True, text=True, check=True, env={"PATH": path}, timeout=20)
    assert ran.stdout == done


def test_what_the_services_share_is_made_for_them(compose: dict[str, Any]):
    named = {line.split(":")[0] for service in compose["services"].values() for line in service.get("volumes", [])}
    assert {name for name in named if not name.startswith(".")} == set(compose["volumes"])
    needed = {name for service in compose["services"].values() for name in service.get("depends_on", [])}
    assert needed <= set(compose["services"])
    assert (DEPLOY / "Caddyfile").exists()


@pytest.mark.parametrize("name", sorted(OURS))
def test_our_containers_may_do_little(compose: dict[str, Any], name: str):
    service = compose["services"][name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "ports" not in service


def test_only_one_beat_and_only_the_proxy_is_reached_from_outside(compose: dict[str, Any]):
    services = compose["services"]
    assert [name for name, service in services.items() if "beat" in str(service.get("command"))] == ["beat"]
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]


@pytest.mark.parametrize("name", ["environment.example", "compose.env.example", "Dockerfile"])
def test_settings_that_are_given_exist(name: str):
    text = (DEPLOY / name).read_text()
    given = set(NAME_GIVEN.findall(text))
    if name == "Dockerfile":
        given = set(re.findall(r"\b([A-Z_]+)=", text)) - {"PIP_DISABLE_PIP_VERSION_CHECK", "PIP_NO_CACHE_DIR"}
        given -= {"PATH", "PYTHON_IMAGE", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"}
    assert given
    assert given - names_read() == set()


def test_the_database_has_the_version_of_the_programs_that_back_it_up(compose: dict[str, Any]):
    (version,) = re.findall(r"postgresql-client-(\d+)", (DEPLOY / "Dockerfile").read_text())
    assert compose["services"]["database"]["image"] == f"${{POSTGRES_IMAGE:-postgres:{version}-bookworm}}"


def test_the_image_is_not_roots_and_its_packages_are_pinned():
    lines = (DEPLOY / "Dockerfile").read_text()
    assert re.findall(r"(?m)^USER (\S+)$", lines) == ["10001"]
    copied = re.findall(r"(?m)^COPY (?:--\S+ )*(\S+) ", lines)
    assert [name for name in copied if not name.startswith("/") and not (ROOT / name).exists()] == []


def test_packages_are_installed_in_one_way():
    """What developers and CI install in a clean copy every day is what an operator installs."""
    ways = set()
    for name in ("Makefile", "deploy/Dockerfile", "deploy/upgrade"):
        words = " ".join((ROOT / name).read_text().replace("\\\n", " ").split())
        ways.update(re.findall(r"--no-deps --require-hashes --only-binary :all:(?: --no-binary \S+)*", words))
    assert ways == {"--no-deps --require-hashes --only-binary :all: --no-binary http-ece"}


@pytest.mark.long("a real Caddy")
@pytest.mark.parametrize(("old", "new", "well"), [("", "", True), ("reverse_proxy", "reverse_poxy", False)])
def test_caddy_reads_its_file(tmp_path: Path, old: str, new: str, well: bool):
    text = (DEPLOY / "Caddyfile").read_text()
    (tmp_path / "Caddyfile").write_text(text.replace(old, new) if old else text)
    command: list[str | Path] = [
        program("caddy", "caddy"),
        "validate",
        "--adapter",
        "caddyfile",
        "--config",
        tmp_path / "Caddyfile",
    ]
    env = plain_environment() | OF_COMPOSE | {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
    assert (done.returncode == 0) is well, done.stderr


@pytest.mark.parametrize("name", ["upgrade", "manage"])
def test_scripts_can_be_run_and_read(name: str):
    script = DEPLOY / name
    assert os.access(script, os.X_OK)
    shell = script.read_text().splitlines()[0].rpartition("/")[2].split()[-1]
    assert subprocess.run([shell, "-n", script], check=False).returncode == 0


class Site(BaseHTTPRequestHandler):
    """Answers whatever it is asked with the headers that it was sent."""

    def do_GET(self) -> None:
        """Tell what came."""
        headers = str(self.headers).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(headers)))
        self.end_headers()
        self.wfile.write(headers)

    def do_POST(self) -> None:
        """Read what is sent."""
        self.rfile.read(int(self.headers["Content-Length"]))
        self.do_GET()

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[str]:
    """The address of Caddy with its real file, except for paths."""
    site, port = ThreadingHTTPServer(("127.0.0.1", 0), Site), free_port()
    threading.Thread(target=site.serve_forever, args=(0.01,), daemon=True).start()
    text = (DEPLOY / "Caddyfile").read_text().replace("web1:8000 web2:8000", f"127.0.0.1:{site.server_port}")
    (tmp_path / "app.css").write_text("body {}")
    (tmp_path / "Caddyfile").write_text("{\nadmin off\n}\n" + text.replace("/srv/static", str(tmp_path)))
    env = plain_environment() | {"SITE_HOST": f"http://127.0.0.1:{port}", "HOME": str(tmp_path)}
    command = [program("caddy", "caddy"), "run", "--adapter", "caddyfile", "--config", tmp_path / "Caddyfile"]
    service = start("caddy", [str(word) for word in command], log=tmp_path / "caddy.log", env=env)
    service.wait_until(lambda: listens(port))
    yield f"http://127.0.0.1:{port}"
    service.stop()
    site.shutdown()
    site.server_close()


@pytest.mark.long("a real Caddy in front of a server")
def test_caddy_does_what_its_file_says(proxy: str):
    invented = {"X-Forwarded-For": "1.2.3.4", "X-Request-ID": "mine", "Forwarded": "for=1.2.3.4"}
    with httpx.Client(base_url=proxy, headers=invented) as visitor:
        came = visitor.get("/turns/")
        assert came.status_code == 200
        assert "X-Forwarded-For: 127.0.0.1" in came.text
        assert not any(word in came.text for word in ("1.2.3.4", "mine"))
        assert [visitor.get(path).status_code for path in ("/metrics", "/readyz", "/healthz")] == [404, 404, 200]
        assert visitor.get("/static/app.css").headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert visitor.post("/replays/", content=b"x" * 8_000_000).status_code == 200
        # Debian's Caddy stops reading and says 502; newer ones say 413.
        assert visitor.post("/replays/", content=b"x" * 9_100_000).status_code in (413, 502)
