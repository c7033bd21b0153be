"""Images by digest: an operator's command notes what the registry names, and compose and Docker take it."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from tests.deploy.test_containers import DEPLOY, rendered
from tests.support.processes import plain_environment

DIGEST = "sha256:" + "4d" * 32
DOCKER = """#!/bin/sh
echo "$@" >> "${0%/*}/asked"
case $1 in
    pull) case $3 in *FAIL*) exit 1 ;; esac ;;
    image) echo "${5%%:*}@$(cat "${0%/*}/digest")" ;;
esac
"""
NAMES = {"PYTHON_IMAGE", "POSTGRES_IMAGE", "REDIS_IMAGE", "CADDY_IMAGE"}


@pytest.fixture
def deploy(tmp_path: Path) -> Path:
    """The folder of an operator, beside a stub of Docker."""
    deploy = tmp_path / "deploy"
    deploy.mkdir()
    for name in ("pin-images", "compose.yaml"):
        shutil.copy(DEPLOY / name, deploy / name)
    shutil.copy(DEPLOY / "dotenv.example", deploy / ".env")
    (deploy / "docker").write_text(DOCKER)
    (deploy / "docker").chmod(0o755)
    (deploy / "digest").write_text(DIGEST)
    return deploy


def pin(deploy: Path) -> "subprocess.CompletedProcess[str]":
    env = plain_environment() | {"PATH": f"{deploy}:{os.environ['PATH']}"}
    return subprocess.run([deploy / "pin-images"], env=env, capture_output=True, text=True, check=False)


def pinned(deploy: Path) -> dict[str, str]:
    return dict(re.findall(r"(?m)^(\w+_IMAGE)=(.*)$", (deploy / ".env").read_text()))


def test_the_digests_are_noted_and_the_rest_stays(deploy: Path):
    before = (deploy / ".env").read_text()
    done = pin(deploy)
    assert done.returncode == 0, done.stderr
    assert set(pinned(deploy)) == NAMES
    assert pinned(deploy)["POSTGRES_IMAGE"] == f"postgres:15-bookworm@{DIGEST}"
    assert (deploy / ".env").read_text().startswith(before)
    assert (deploy / ".env").stat().st_mode & 0o777 == 0o600
    (deploy / "digest").write_text(newer := DIGEST.replace("4", "5"))
    assert pin(deploy).returncode == 0
    assert set(pinned(deploy).values()) == {value.replace(DIGEST, newer) for value in pinned(deploy).values()}
    assert len(pinned(deploy)) == (deploy / ".env").read_text().count("_IMAGE=")


def test_the_digests_that_a_release_names_are_renewed(deploy: Path):
    compose = deploy / "compose.yaml"
    compose.write_text(re.sub(r"(?<=_IMAGE:-)[^}]+", rf"\g<0>@sha256:{'ab' * 32}", compose.read_text()))
    assert pin(deploy).returncode == 0
    assert pinned(deploy)["REDIS_IMAGE"] == f"redis:7-bookworm@{DIGEST}"


@pytest.mark.parametrize("digest", ["", "sha256:4d", "<no value>"])
def test_where_there_is_no_digest_nothing_is_noted(deploy: Path, digest: str):
    before = (deploy / ".env").read_text()
    (deploy / "digest").write_text(digest)
    assert pin(deploy).returncode == 1
    assert (deploy / ".env").read_text() == before
    assert sorted(path.name for path in deploy.iterdir() if path.name.startswith(".env")) == [".env"]


def test_an_image_that_cannot_be_had_leaves_all_as_it_was(deploy: Path):
    text = (deploy / "compose.yaml").read_text().replace("redis:7-bookworm", "redis:FAIL")
    (deploy / "compose.yaml").write_text(text)
    before = (deploy / ".env").read_text()
    assert pin(deploy).returncode == 1
    assert (deploy / ".env").read_text() == before


def test_compose_takes_the_digests(deploy: Path):
    pin(deploy)
    services = yaml.safe_load(rendered(deploy, (deploy / "compose.yaml").read_text()).stdout)["services"]
    taken = {name: services[name]["image"] for name in ("database", "redis", "proxy")}
    assert all(image.endswith(f"@{DIGEST}") for image in taken.values()), taken
    assert services["web1"]["build"]["args"] == {"PYTHON_IMAGE": f"python:3.11-slim-bookworm@{DIGEST}"}


def test_every_image_can_be_named_by_its_digest():
    first = re.findall(r"(?m)^FROM (\S+)", (DEPLOY / "Dockerfile").read_text())
    assert set(first) == {"${PYTHON_IMAGE}"}
    assert re.search(r"(?m)^ARG PYTHON_IMAGE=\S+$", (DEPLOY / "Dockerfile").read_text())
    images = re.findall(r"(?m)^ *(?:image|PYTHON_IMAGE): (.*)$", (DEPLOY / "compose.yaml").read_text())
    assert {re.sub(r"^\$\{(\w+):-.*\}$", r"\1", image) for image in images} - NAMES == {
        "piecepack-by-post:${PIECEPACK_RELEASE:-latest}"  # built here
    }
