"""The hooks before a commit run the project's own tools, without a network."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.support.processes import ROOT, plain_environment

COPIED = (".pre-commit-config.yaml", "pyproject.toml")
CONFLICT = "\n".join(["<" * 7 + " HEAD", "ours", "=" * 7, "theirs", ">" * 7 + " other", ""])


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """An empty repository with the project's hooks and its virtual environment."""
    folder = tmp_path / "repository"
    folder.mkdir()
    for name in COPIED:
        (folder / name).write_text((ROOT / name).read_text())
    (folder / ".venv").symlink_to(ROOT / ".venv")
    (folder / ".gitignore").write_text(".venv\n")
    run(folder, "git", "init", "--quiet")
    return folder


def run(folder: Path, *command: str) -> "subprocess.CompletedProcess[str]":
    environment = plain_environment() | {"PRE_COMMIT_HOME": str(folder.parent / "home")}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def failed_hooks(folder: Path) -> set[str]:
    """Run the hooks over everything, and return the names of those that failed."""
    run(folder, "git", "add", "--all")
    done = run(folder, ".venv/bin/pre-commit", "run", "--color", "never")
    results = re.findall(r"^(.+?)\.{3,}.*(Passed|Failed|Skipped)$", done.stdout, re.MULTILINE)
    assert len(results) == 5, done.stdout + done.stderr
    failed = {name for name, result in results if result == "Failed"}
    assert done.returncode == bool(failed)
    return failed


def test_clean_files_pass(repository: Path):
    (repository / "clean.py").write_text('"""A module."""\n')
    (repository / "clean.html").write_text("<p>Hello.</p>\n")
    assert failed_hooks(repository) == set()


@pytest.mark.long("each hook with a file that it refuses")
@pytest.mark.parametrize(
    ("name", "text", "hook"),
    [
        ("wide.py", '"""A module."""\n\nNUMBERS = [1,2]\n', "format the Python code"),
        ("unused.py", '"""A module."""\n\nimport os\n', "check the Python code"),
        ("picture.html", "<p><img></p>\n", "check the templates"),
        ("crooked.html", "<div><p>Hello.</p>\n</div>\n", "check the templates"),
        ("large.bin", "0" * 600_000, "look for large files"),
        ("both.txt", CONFLICT, "look for merge conflicts"),
    ],
)
def test_each_hook_finds_what_it_is_for(repository: Path, name: str, text: str, hook: str):
    (repository / name).write_text(text)
    assert failed_hooks(repository) == {hook}


@pytest.mark.parametrize(("letters", "passes"), [(72, True), (73, False)])
def test_a_subject_has_at_most_72_letters(repository: Path, letters: int, passes: bool):
    (repository / "message").write_text("x" * letters + "\n\nThe reason, which may be as long as it is.\n")
    command = (".venv/bin/pre-commit", "run", "--hook-stage", "commit-msg", "--commit-msg-filename", "message")
    done = run(repository, *command)
    assert (done.returncode == 0) == passes, done.stdout + done.stderr
