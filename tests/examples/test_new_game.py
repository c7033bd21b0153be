"""docs/new-game.md is followed to the letter: in a copy of the project a game is added and played through the site."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from games.registry import BOX
from tests.support.processes import ROOT, plain_environment

PAGE = (ROOT / "docs/new-game.md").read_text()
COMMAND = re.compile(r"^```\n(cp -r .*)\n```$", re.MULTILINE)
LINE = re.compile(r"^```\n(    \"games\..*\",)\n```$", re.MULTILINE)
COPIED = ("piecepack_site", "manage.py")
"""What looks for the project where it lies itself; all else is linked to."""
PLAY = """
from django.core.management import call_command
from tests.examples.through_the_site import play
call_command("migrate", verbosity=0)
play()
call_command("makemigrations", "--check", "--dry-run")
"""
"""In one process, as starting it takes longer than playing."""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The project as it was checked out, with a folder `games` of its own."""
    copy = tmp_path / "checkout"
    (copy / "games").mkdir(parents=True)
    for path in ROOT.iterdir():
        if path.name not in (*COPIED, "games", "var") and not path.name.startswith("."):
            (copy / path.name).symlink_to(path)
    for path in (ROOT / "games").iterdir():
        if path.name not in ("registry.py", "__pycache__"):
            (copy / "games" / path.name).symlink_to(path)
    shutil.copy(ROOT / "games/registry.py", copy / "games")
    shutil.copy(ROOT / "manage.py", copy)
    shutil.copytree(ROOT / "piecepack_site", copy / "piecepack_site")
    return copy


def run(checkout: Path, *command: str) -> str:
    env = plain_environment() | {"VAR_DIR": str(checkout / "var"), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=checkout, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}"
    return done.stdout


def test_a_game_is_a_copied_folder_and_one_line(checkout: Path) -> None:
    (copying,), (line,) = COMMAND.findall(PAGE), LINE.findall(PAGE)
    run(checkout, *copying.split())
    registry = checkout / "games/registry.py"
    before = f'    "{BOX[-1]}",\n'
    assert registry.read_text().count(before) == 1
    registry.write_text(registry.read_text().replace(before, f"{before}{line}\n"))
    said = run(checkout, sys.executable, "manage.py", "shell", "--verbosity", "0", "-c", PLAY)
    assert said == "It was played.\nNo changes detected\n"


def test_the_site_is_that_of_the_checkout(checkout: Path) -> None:
    """Without the line the game is not there: the test above plays no game of the project itself."""
    asked = "from games.registry import GAMES; from django.conf import settings; print(settings.BASE_DIR, *GAMES)"
    output = run(checkout, sys.executable, "manage.py", "shell", "--verbosity", "0", "-c", asked).split()
    assert output[0] == str(checkout)
    assert "goofspiel" not in output
