"""The units of systemd: systemd itself finds nothing wrong with them, and little that they leave open."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.support.debian import program
from tests.support.processes import ROOT

UNITS = sorted((ROOT / "deploy/systemd").iterdir())
SERVICES = [unit for unit in UNITS if unit.suffix == ".service"]
MOST_EXPOSED = 1.5
"""Of ten, by `systemd-analyze security`; an ordinary service has 9.6."""


@pytest.fixture(scope="module")
def analyse() -> Path:
    return program("systemd-analyze", "systemd")


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The units as on a server, with programs to run, as systemd checks that they exist."""
    home = tmp_path / "srv/piecepack"
    programs = home / "current/.venv/bin"
    programs.mkdir(parents=True)
    for name in ("python", "uvicorn", "celery"):
        (programs / name).touch(mode=0o755)
    for unit in UNITS:
        text = unit.read_text().replace("/srv/piecepack", str(home))
        (tmp_path / unit.name.replace("@.", "@1.")).write_text(text)
        if "@." in unit.name:
            (tmp_path / unit.name.replace("@.", "@2.")).write_text(text)
    return tmp_path


def verified(analyse: Path, units: Path) -> str:
    files = sorted(path for path in units.iterdir() if path.is_file())
    done = subprocess.run([analyse, "verify", "--man=no", *files], capture_output=True, text=True, check=False)
    return re.sub(r"(?m)^.*(snapd|/lib/systemd/system/|/usr/lib/systemd/).*\n?", "", done.stdout + done.stderr)


def test_systemd_finds_nothing_wrong(analyse: Path, installed: Path):
    assert verified(analyse, installed) == ""


def test_systemd_would_find_something_wrong(analyse: Path, installed: Path):
    unit = installed / "piecepack-beat.service"
    unit.write_text(unit.read_text().replace("PrivateTmp=yes", "PrivateTemp=yes"))
    assert "PrivateTemp" in verified(analyse, installed)


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.name)
def test_a_service_may_do_little(analyse: Path, unit: Path):
    done = subprocess.run(
        [analyse, "security", "--offline=yes", "--no-pager", unit], capture_output=True, text=True, check=False
    )
    exposure = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert exposure, done.stdout + done.stderr
    assert float(exposure[1]) <= MOST_EXPOSED


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.name)
def test_all_run_as_the_same_user_with_the_same_settings(unit: Path):
    lines = unit.read_text().splitlines()
    assert {"User=piecepack", "EnvironmentFile=/etc/piecepack/environment"} <= set(lines)
    assert "WorkingDirectory=/srv/piecepack/current" in lines


def test_no_visitor_starts_what_the_target_stopped():
    """Whatever the target starts it also stops, sockets first of all."""
    parts = [unit for unit in UNITS if unit.suffix in {".service", ".socket"} and "nightly" not in unit.name]
    assert [unit.name for unit in parts if "PartOf=piecepack.target" not in unit.read_text().splitlines()] == []


def test_the_target_starts_all_that_run():
    (target,) = [unit for unit in UNITS if unit.suffix == ".target"]
    wanted = re.findall(r"piecepack-\w+@?\d?\.(?:service|socket)", target.read_text())
    assert {re.sub(r"\d", "", name) for name in wanted} == {
        unit.name for unit in UNITS if unit.suffix in {".service", ".socket"} and "nightly" not in unit.name
    }
