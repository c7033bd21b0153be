"""The site as `deploy/` sets it up, in a directory of the tests' own: its units without systemd, its nginx for real.

The files of `deploy/` are used unchanged, except that every path and port in them is replaced. What systemd does apart
from starting and stopping (users, restrictions of processes) is not tested here.
"""

import os
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path

import httpx

from tests.support.debian import program
from tests.support.processes import ROOT, Service, free_port, listens, plain_environment, private_directory, start
from tests.support.server_env import server_environment
from tests.support.tls import Certificate, self_signed

HOST = "localhost"
START_SECONDS = 180.0
RUNS_OF_WEBS = ("1", "2")
HELPERS = ("piecepack-rounds.service", "piecepack-worker.service", "piecepack-beat.service")
UNITS = (*HELPERS, *(f"piecepack-web@{n}.service" for n in RUNS_OF_WEBS))
# Installing what the release needs takes minutes; it is what these tests run in already.
STUB_OF_PYTHON = """#!/bin/sh
[ "$1 $2" = "-m venv" ] || exit 9
mkdir -p "$3/bin"
printf '#!/bin/sh\\nexit 0\\n' > "$3/bin/pip"
for name in python uvicorn celery; do
    printf '#!/bin/sh\\nexec {bin}/%s "$@"\\n' $name > "$3/bin/$name"
done
chmod +x "$3"/bin/*
"""
STUB_OF_SYSTEMCTL = """#!{python}
import socket, sys
link = socket.socket(socket.AF_UNIX)
link.connect({address!r})
link.sendall(" ".join(sys.argv[1:]).encode())
link.shutdown(socket.SHUT_WR)
sys.exit(int(link.recv(9) or b"1"))
"""
AS_THIRD = (
    "import os, sys; os.dup2(int(sys.argv[1]), 3); os.set_inheritable(3, True); os.execvp(sys.argv[2], sys.argv[2:])"
)


class Unit:
    """A unit file, read as far as it says what is run and how."""

    def __init__(self, text: str) -> None:
        lines = [line for line in text.splitlines() if line and not line.startswith("#")]
        pairs = [line.partition("=")[::2] for line in lines if "=" in line]
        self.values: dict[str, list[str]] = {}
        for name, value in pairs:
            self.values.setdefault(name.strip(), []).append(value.strip())

    def one(self, name: str) -> str:
        """The only value of a name."""
        (value,) = self.values[name]
        return value

    def commands(self) -> list[list[str]]:
        """What it runs."""
        return [shlex.split(command) for command in self.values["ExecStart"]]

    def environment(self) -> dict[str, str]:
        """What it runs in: its file, then its lines."""
        lines = Path(self.one("EnvironmentFile")).read_text().splitlines()
        lines = [line for line in lines if line and not line.startswith("#")] + self.values.get("Environment", [])
        return dict(shlex.split(line)[0].partition("=")[::2] for line in lines)


def free_ports() -> str:
    """What the ports of all web processes begin with: what follows is the number of the process."""
    while True:
        first = free_port()
        if first % 10 == 1 and all(free_port() == first + number for number in range(1, len(RUNS_OF_WEBS))):
            return str(first // 10)


@dataclass
class Deployed:
    """Everything in one directory; `services` holds what runs, by the unit's name."""

    directory: Path
    database_url: str
    redis_url: str
    services: dict[str, Service] = field(default_factory=dict)
    sockets: dict[str, socket.socket] = field(default_factory=dict)
    ports: str = field(default_factory=free_ports)
    https: int = field(default_factory=free_port)
    http: int = field(default_factory=free_port)
    webs_are_awaited: bool = False
    """True if a web process counts as started when it answers, not when it begins to load."""

    def __post_init__(self) -> None:
        for name in ("etc", "run", "backups", "srv/static", "bin", "tls", "nginx"):
            (self.directory / name).mkdir(parents=True)
        self._write("bin/python3", STUB_OF_PYTHON.format(bin=Path(sys.executable).parent), mode=0o755)

    @property
    def url(self) -> str:
        """The address that visitors use."""
        return f"https://{HOST}:{self.https}"

    @property
    def home(self) -> Path:
        """What is `/srv/piecepack` on a server."""
        return self.directory / "srv"

    @cached_property
    def certificate(self) -> Certificate:
        """What nginx shows; trust its file."""
        return self_signed(self.directory / "tls", HOST)

    def moved(self, text: str) -> str:
        """A file of `deploy/` with every path and port where these tests have it."""
        places = {
            "/srv/piecepack": self.home,
            "/etc/piecepack": self.directory / "etc",
            "/run/piecepack": self.directory / "run",
            "/var/backups/piecepack": self.directory / "backups",
            "/var/log/nginx": self.directory / "nginx",
            "127.0.0.1:800": f"127.0.0.1:{self.ports}",
        }
        for old, new in places.items():
            text = text.replace(old, str(new))
        return text

    def write_environment(self) -> None:
        """Fill the example of the settings in."""
        settings = self.moved((ROOT / "deploy/environment.example").read_text())
        given = server_environment(self.database_url, self.redis_url)
        given |= {"SITE_URL": self.url, "ALLOWED_HOSTS": HOST, "SWEEP_SECONDS": "0.5"}
        own = {name: value for name, value in given.items() if name not in plain_environment()}
        for name, value in own.items():
            line, count = re.subn(rf"(?m)^{name}=.*$", f"{name}={value}", settings)
            settings = line if count else f"{settings}{name}={value}\n"
        self._write("etc/environment", settings, mode=0o600)

    def command_environment(self) -> dict[str, str]:
        """What `deploy/upgrade` and `deploy/manage` are run in here."""
        return plain_environment() | {
            "PATH": f"{self.directory / 'bin'}:{os.environ['PATH']}",
            "PIECEPACK_HOME": str(self.home),
            "PIECEPACK_ENVIRONMENT": str(self.directory / "etc/environment"),
            "PIECEPACK_PORTS": self.ports,
            "SSL_CERT_FILE": str(self.certificate.chain),
        }

    def unit(self, name: str) -> Unit:
        """A unit by the name it is started by."""
        kind, _, rest = name.partition("@")
        instance, _, suffix = rest.rpartition(".") if rest else ("", "", "")
        text = (ROOT / "deploy/systemd" / (f"{kind}@.{suffix}" if rest else name)).read_text()
        return Unit(self.moved(text.replace("%i", instance)))

    def restart(self, name: str) -> None:
        """Stop a unit if it runs, and start it."""
        self.stop(name)
        unit = self.unit(name)
        (command,) = unit.commands()
        held: list[int] = []
        if required := unit.values.get("Requires"):
            held = [self.listener(required[0]).fileno()]
            command = [sys.executable, "-c", AS_THIRD, str(held[0]), *command]
        directory = Path(unit.one("WorkingDirectory")).resolve()
        env = plain_environment() | unit.environment() | {"PYTHONUNBUFFERED": "1"}
        log = self.directory / f"{name}.log"
        self.services[name] = start(name, command, log=log, env=env, cwd=directory, pass_fds=held)
        if self.webs_are_awaited and held:
            number = name.partition("@")[2].partition(".")[0]
            self.services[name].wait_until(partial(_answers, f"http://127.0.0.1:{self.ports}{number}"), START_SECONDS)

    def stop(self, name: str) -> None:
        """Ask a unit to stop, and wait for it."""
        if name in self.services:
            self.services.pop(name).stop(patience_seconds=30)

    def is_active(self, name: str) -> bool:
        """True if a unit runs."""
        return name in self.services and self.services[name].is_running

    def listener(self, name: str) -> socket.socket:
        """The address of a socket unit, open from the first time it is asked for."""
        if name not in self.sockets:
            host, _, port = self.unit(name).one("ListenStream").rpartition(":")
            self.sockets[name] = socket.create_server((host, int(port)), backlog=128)
        return self.sockets[name]

    def start_nginx(self) -> None:
        """Run nginx with the site's own file."""
        binary = program("nginx", "nginx")
        site = self.moved((ROOT / "deploy/nginx/piecepack.conf").read_text())
        changes = {
            r"listen 80;": f"listen 127.0.0.1:{self.http};",
            r"listen 443 ssl http2;": f"listen 127.0.0.1:{self.https} ssl http2;",
            r"(?m)^ *listen \[::\]:.*\n": "",
            r"play\.example\.org;": f"{HOST};",
            r"/etc/letsencrypt/live/play\.example\.org/fullchain\.pem": str(self.certificate.chain),
            r"/etc/letsencrypt/live/play\.example\.org/privkey\.pem": str(self.certificate.key),
        }
        for pattern, new in changes.items():
            site, count = re.subn(pattern, new, site)
            assert count, pattern
        place = self.directory / "nginx"
        whole = (
            f"daemon off; worker_processes 1; pid {place}/pid; error_log {place}/error.log;\n"
            f"{'user root;' if os.geteuid() == 0 else ''}\n"
            "events { worker_connections 256; }\n"
            f"http {{ include {_mime_types()}; default_type application/octet-stream;\n"
            + "".join(
                f"{kind}_temp_path {place}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
            )
            + site
            + "}\n"
        )
        self._write("nginx/nginx.conf", whole)
        command: list[str | Path] = [binary, "-p", place, "-c", place / "nginx.conf", "-e", place / "error.log"]
        self.services["nginx"] = start("nginx", command, log=place / "log", env=plain_environment())
        self.services["nginx"].wait_until(partial(listens, self.https), START_SECONDS)

    def manage(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Run `deploy/manage`, as an operator does."""
        return self._run(self.home / "current/deploy/manage", *arguments)

    def upgrade(self, ref: str, script: Path = ROOT / "deploy/upgrade") -> "subprocess.CompletedProcess[str]":
        """Run `deploy/upgrade`, whose `systemctl` is this object."""
        return self._run(script, ref)

    def fetch(self, *flags: str) -> None:
        """Have the server's copy of the code know the tags there are now."""
        _git(self.home / "source", "fetch", "--quiet", "--tags", *flags)

    def _run(self, *command: str | Path) -> "subprocess.CompletedProcess[str]":
        env = self.command_environment() | {"PIECEPACK_PYTHON": str(self.directory / "bin/python3")}
        return subprocess.run([*map(str, command)], env=env, capture_output=True, text=True, check=False)

    @property
    def trust(self) -> ssl.SSLContext:
        """What finds the certificate valid."""
        return ssl.create_default_context(cafile=str(self.certificate.chain))

    def client(self, *, follow: bool = False) -> httpx.Client:
        """A visitor who trusts the certificate."""
        return httpx.Client(base_url=self.url, verify=self.trust, trust_env=False, follow_redirects=follow, timeout=30)

    def _write(self, name: str, text: str, mode: int = 0o644) -> Path:
        path = self.directory / name
        path.write_text(text)
        path.chmod(mode)
        return path


def _answers(url: str) -> bool:
    """True if a process gives a page, whether it is ready for visitors or not."""
    with suppress(httpx.TransportError):
        return httpx.get(f"{url}/healthz", timeout=10, trust_env=False).status_code == httpx.codes.OK
    return False


@contextmanager
def deployed(database_url: str, redis_url: str) -> Iterator[Deployed]:
    """A directory where the site can be put, with `systemctl` and all; nothing runs yet."""
    with private_directory() as directory:
        site = Deployed(directory, database_url, redis_url)
        site.write_environment()
        with _systemctl(site):
            try:
                yield site
            finally:
                for name in list(site.services):
                    site.stop(name)
                for listener in site.sockets.values():
                    listener.close()


@contextmanager
def _systemctl(site: Deployed) -> Iterator[None]:
    """A `systemctl` that has this process start and stop the units."""
    address = str(site.directory / "systemctl")
    script = site.directory / "bin/systemctl"
    script.write_text(STUB_OF_SYSTEMCTL.format(python=sys.executable, address=address))
    script.chmod(0o755)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        listener.listen()
        threading.Thread(target=_obey, args=(listener, site), daemon=True).start()
        yield
        listener.shutdown(socket.SHUT_RDWR)


def _obey(listener: socket.socket, site: Deployed) -> None:
    with suppress(OSError):  # the listener was shut down
        while True:
            caller, _ = listener.accept()
            with caller:
                verb, *words = caller.recv(4096).decode().split()
                names = [word for word in words if not word.startswith("--")]
                if verb == "is-enabled":
                    caller.sendall(b"0")
                    continue
                if verb == "is-active":
                    caller.sendall(b"0" if all(site.is_active(name) for name in names) else b"3")
                    continue
                for name in names:
                    {"restart": site.restart, "stop": site.stop}[verb](name)
                caller.sendall(b"0")


def origin_of(directory: Path) -> Path:
    """A repository with the current code as its release `v1`."""
    origin = directory / "origin"
    listed = _git(ROOT, "ls-files", "--cached", "--others", "--exclude-standard", "-z").split("\0")
    for name in filter(None, listed):
        if (ROOT / name).is_file() and not name.startswith("tests/"):
            (origin / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, origin / name)
    _git(origin, "init", "--quiet")
    release(origin, "v1")
    return origin


def release(origin: Path, tag: str) -> None:
    """Make what lies in a repository a release."""
    _git(origin, "add", "--all", "--force")
    author = ("-c", "user.name=Tests", "-c", "user.email=tests@example.org")
    _git(origin, *author, "commit", "--quiet", "--allow-empty", "--message", tag)
    _git(origin, "tag", "--force", tag)


def clone(origin: Path, target: Path) -> None:
    """Fetch a repository as an operator does."""
    _git(origin, "clone", "--quiet", str(origin), str(target))


def _git(where: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=where, capture_output=True, text=True, check=True).stdout


def _mime_types() -> Path:
    return Path("/etc/nginx/mime.types")
