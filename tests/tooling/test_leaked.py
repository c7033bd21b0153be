"""Secrets are found in files before they get into the repository, and nothing there looks like one."""

from pathlib import Path

import pytest

from tests.support.processes import ROOT
from tests.tooling.leaked import KINDS, found_in, main

# Put together here, so that this file has none.
HEX, LETTERS = "0123456789abcdef" * 4, "Ab0Cd1Ef2Gh3Ij4Kl5Mn6Op7Qr8St9Uv0Wx1Yz2_-Ab3Cd4Ef5Gh6Ij7Kl8Mn9"
PLANTED = {
    "a private key": ["-----BEGIN " + "OPENSSH PRIVATE KEY-----", "-----BEGIN " + "PRIVATE KEY-----"],
    "a token of this site": ["Bearer pbp" + "_" + LETTERS[:43]],
    "a key of the vault": [f"keys = ['{LETTERS[:43]}=']", f"new,{LETTERS[:43]}=,old"],
    "a key or password of a server": [f"SECRET_KEY={LETTERS[:50]}", f"REDIS_PASSWORD: '{HEX[:48]}'"],
    "a key of Amazon": ["AKIA" + "ABCDEFGHIJKLMNOP"],
    "a token of GitHub": ["ghp" + "_" + HEX[:36], "github" + "_pat_" + HEX],
    "a token of GitLab": ["glpat" + "-" + HEX[:20]],
    "a token of Slack": [
        "xoxb" + "-" + HEX[:20],
        "https://hooks.slack" + f".com/services/T{HEX[:8]}/B{HEX[:8]}/{HEX[:24]}",
    ],
    "a webhook of Discord": ["https://discord" + f".com/api/webhooks/{'1' * 18}/{HEX}{HEX[:4]}"],
    "a key of Google": ["AIza" + LETTERS[:35]],
    "a key of Stripe": ["sk" + "_live_" + HEX[:24]],
    "a key of SendGrid": ["SG" + f".{HEX[:22]}.{HEX[:43]}"],
    "a token of a package index": ["pypi" + "-AgE" + HEX, "npm" + "_" + HEX[:36]],
    "a signed web token": ["eyJ" + f"{HEX[:20]}.eyJ{HEX[:20]}.{HEX[:30]}"],
}


def test_every_kind_is_planted_here():
    assert set(PLANTED) == set(KINDS)


@pytest.mark.parametrize("kind", PLANTED)
def test_each_kind_is_found_where_it_stands(kind: str):
    for secret in PLANTED[kind]:
        assert list(found_in(f"first\n  {secret}\nlast")) == [(2, kind)]


def test_a_line_can_say_that_it_has_none():
    secret = PLANTED["a key of Amazon"][0]
    assert list(found_in(f"{secret}  # no-secret: Amazon's own example")) == []


@pytest.mark.parametrize(
    "harmless",
    [f"hash: {HEX}", f'"integrity": "sha512-{LETTERS}{LETTERS[:22]}=="', "SECRET_KEY=", "POSTGRES_PASSWORD=PASSWORD"],
)
def test_what_is_public_is_not_taken_for_one(harmless: str):
    assert list(found_in(harmless)) == []


def test_the_program_names_the_place_and_not_the_secret(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "a.py").write_text("plain\n")
    assert main([str(tmp_path / "a.py")]) == 0
    (tmp_path / "b.py").write_text(secret := PLANTED["a token of GitHub"][0])
    assert main([str(tmp_path / "a.py"), str(tmp_path / "b.py")]) == 1
    said = capsys.readouterr().out
    assert said == f"{tmp_path / 'b.py'}:1: this looks like a token of GitHub\n" and secret not in said


@pytest.mark.long("every file, which `make secrets` reads too")
def test_no_file_here_has_one(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.chdir(ROOT)
    assert (main([]), capsys.readouterr().out) == (0, "")
