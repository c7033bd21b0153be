"""What `deploy/upgrade` does to releases, with stubs of Python and systemd, so that the site is not needed."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.deployed import clone, release
from tests.support.processes import ROOT, plain_environment

PYTHON = """#!/bin/sh
mkdir -p "$3/bin"
printf '#!/bin/sh\\nexit 0\\n' | tee "$3/bin/pip" > "$3/bin/python"
chmod +x "$3/bin/pip" "$3/bin/python"
"""
MANAGE = """#!/bin/sh
echo "${PIECEPACK_RELEASE##*/} $1" >> "$PIECEPACK_HOME/done"
"""
# Verbs and units listed in the file `broken` fail. Units are not enabled themselves: the target wants them.
SYSTEMCTL = """#!/bin/sh
verb=$1
if [ "$verb" = is-enabled ]; then
    grep --quiet --fixed-strings --line-regexp "$2" "$PIECEPACK_HOME/masked" && echo masked || echo disabled
    exit 1
fi
for unit; do
    case $unit in *.service)
        echo "$verb $unit" >> "$PIECEPACK_HOME/done"
        ! grep --quiet --fixed-strings --line-regexp "$verb $unit" "$PIECEPACK_HOME/broken" || exit 1 ;;
    esac
done
"""


@dataclass
class Server:
    """A home of the site, and the repository that its releases come from."""

    directory: Path

    @property
    def home(self) -> Path:
        """What is `/srv/piecepack` on a server."""
        return self.directory / "srv"

    @property
    def current(self) -> Path:
        """The release that is in place."""
        return (self.home / "current").resolve()

    def upgrade(self, ref: str) -> "subprocess.CompletedProcess[str]":
        """Run `deploy/upgrade`."""
        own = {"PATH": f"{self.directory / 'bin'}:{os.environ['PATH']}", "PIECEPACK_HOME": str(self.home)}
        own["PIECEPACK_SIGNERS"] = str(self.directory / "signers")
        command = [str(ROOT / "deploy/upgrade"), ref]
        return subprocess.run(command, env=plain_environment() | own, capture_output=True, text=True, check=False)

    def write(self, name: str, text: str) -> None:
        """A file; what lies in `bin` or is `manage` can be run."""
        path = self.directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def next(self, tag: str) -> None:
        """Another release, which is where the branch stands then."""
        self.write("origin/words", tag)
        release(self.directory / "origin", tag)

    def done(self) -> list[str]:
        """The commands called on the site and on systemd, in order."""
        return (self.home / "done").read_text().splitlines()


@pytest.fixture
def server(tmp_path: Path) -> Server:
    """A server on which `v1` is in place."""
    made = Server(tmp_path)
    made.write("bin/python3", PYTHON)
    made.write("bin/systemctl", SYSTEMCTL)
    made.write("origin/deploy/manage", MANAGE)
    made.write("srv/broken", "")
    made.write("srv/masked", "")
    subprocess.run(["git", "init", "--quiet", "--initial-branch", "main", str(tmp_path / "origin")], check=True)
    made.next("v1")
    clone(tmp_path / "origin", made.home / "source")
    done = made.upgrade("v1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert made.current.name == "v1"
    return made


def test_the_release_in_place_is_not_built_again_where_it_runs(server: Server):
    (server.current / "opened-by-a-process").touch()
    server.write("srv/done", "")
    done = server.upgrade("v1")
    assert done.returncode == 0 and "v1 is already in place" in done.stdout
    assert (server.current / "opened-by-a-process").exists()
    assert "restart piecepack-worker.service" in server.done()
    assert not any(line.startswith("v1 ") for line in server.done())


def test_a_former_release_is_not_built_again_unless_it_is_broken_off(server: Server):
    first = server.current
    (first / "kept").touch()
    server.next("v2")
    assert server.upgrade("v2").returncode == 0
    assert server.upgrade("v1").returncode == 0
    assert server.current == first and (first / "kept").exists()
    assert server.upgrade("v2").returncode == 0
    (first / ".built").unlink()
    assert server.upgrade("v1").returncode == 0
    assert not (first / "kept").exists()


def test_a_command_before_there_are_settings_or_a_release_says_what_is_missing(tmp_path: Path):
    settings = tmp_path / "environment"
    own = {"PIECEPACK_HOME": str(tmp_path), "PIECEPACK_ENVIRONMENT": str(settings)}

    def said() -> str:
        env = plain_environment() | own
        command = [str(ROOT / "deploy/manage"), "doctor"]
        return subprocess.run(command, env=env, capture_output=True, text=True, check=False).stderr

    assert said().startswith(f"{settings} cannot be read. Fill in")
    settings.touch()
    assert said().startswith(f"There is no release at {tmp_path}/current yet")


def test_a_branch_is_taken_from_where_it_has_moved(server: Server):
    assert server.upgrade("main").returncode == 0
    before = server.current
    server.next("v2")
    assert server.upgrade("main").returncode == 0
    assert (server.current / "words").read_text() == "v2"
    assert (before / "words").read_text() == "v1", "The code that ran was built over."


def test_what_is_nowhere_is_refused(server: Server):
    done = server.upgrade("v99")
    assert done.returncode == 1 and "There is no v99" in done.stdout
    assert server.current.name == "v1"


@pytest.mark.parametrize(
    "broken",
    [
        "restart piecepack-rounds.service",
        "restart piecepack-worker.service",
        "restart piecepack-beat.service",
        "restart piecepack-web@2.service",
        "is-active piecepack-worker.service",
        "is-active piecepack-beat.service",
        "is-active piecepack-web@1.service",
    ],
)
def test_a_release_one_of_whose_units_does_not_start_is_taken_back(server: Server, broken: str):
    server.next("v2")
    server.write("srv/broken", broken)
    done = server.upgrade("v2")
    assert done.returncode == 1 and "going back to v1" in done.stdout
    assert server.current.name == "v1"


def test_a_machine_without_beat_is_upgraded_without_it(server: Server):
    server.next("v2")
    server.write("srv/masked", "piecepack-beat.service")
    server.write("srv/broken", "restart piecepack-beat.service\nis-active piecepack-beat.service")
    server.write("srv/done", "")
    assert server.upgrade("v2").returncode == 0
    assert server.current.name == "v2"
    assert "restart piecepack-worker.service" in server.done()
    assert not any("beat" in line for line in server.done())


def test_going_back_brings_back_the_list_of_static_files(server: Server):
    server.next("v2")
    server.write("srv/broken", "restart piecepack-worker.service")
    server.write("srv/done", "")
    assert server.upgrade("v2").returncode == 1
    assert [line for line in server.done() if "collectstatic" in line] == ["v2 collectstatic", "v1 collectstatic"]
