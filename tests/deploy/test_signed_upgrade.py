"""Where an operator names who may sign, `deploy/upgrade` installs nothing that they did not sign."""

import subprocess
from pathlib import Path

import pytest

from tests.deploy.test_upgrade import Server, server
from tests.support.signing_keys import SIGNER, new_key, signed_by

__all__ = ["server"]


@pytest.fixture
def strict(server: Server) -> Server:
    """A server that names a signer; its origin has the signed `v2`, which is newer than `v1`."""
    public = new_key(server.directory / "key")
    (server.directory / "signers").write_text(f'{SIGNER} namespaces="git" {public}\n')
    new_key(server.directory / "other")
    server.next("unsigned")
    tag(server, "v2", key="key")
    return server


def tag(server: Server, name: str, *, key: str) -> None:
    words = ["-C", str(server.directory / "origin"), "tag", "--force", "--sign", name, "--message", name]
    subprocess.run([*signed_by(server.directory / key), *words], check=True, capture_output=True)


def origin(server: Server, *words: str) -> None:
    subprocess.run(["git", "-C", str(server.directory / "origin"), *words], check=True, capture_output=True)


def test_a_signed_release_is_installed(strict: Server):
    done = strict.upgrade("v2")
    assert done.returncode == 0, done.stdout + done.stderr
    assert strict.current.name == "v2" and (strict.current / "words").read_text() == "unsigned"


@pytest.mark.parametrize("ref", ["unsigned", "main", "HEAD", "v3"])
def test_what_nobody_signed_is_refused(strict: Server, ref: str):
    assert is_refused(strict, ref)


def test_what_somebody_else_signed_is_refused(strict: Server):
    tag(strict, "v3", key="other")
    assert is_refused(strict, "v3")


def test_a_signed_tag_under_another_name_is_refused(strict: Server):
    origin(strict, "tag", "v3", "v2")
    assert is_refused(strict, "v3")


def test_a_branch_with_the_name_of_a_signed_tag_is_not_taken_for_it(strict: Server):
    strict.write("origin/words", "of a branch")
    origin(strict, "checkout", "--quiet", "-b", "v2")
    origin(strict, "-c", "user.name=E", "-c", "user.email=e@example.org", "commit", "--quiet", "--all", "-m", "E")
    assert strict.upgrade("v2").returncode == 0
    assert (strict.current / "words").read_text() == "unsigned"


def is_refused(server: Server, ref: str) -> bool:
    done = server.upgrade(ref)
    assert f"Nobody in {server.directory / 'signers'} has signed the tag {ref}: " in done.stdout
    return done.returncode == 1 and server.current.name == "v1" and not Path(server.home / "releases" / ref).exists()
