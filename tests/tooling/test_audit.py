"""`make audit` finds vulnerabilities, and says so where it could not look."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.catcher import Catcher, catching
from tests.tooling.audit import CLEAN, UNCHECKED, VULNERABLE, audit, report

NOWHERE = "http://127.0.0.1:9"
VULNERABILITY = {
    "id": "TEST-1",
    "aliases": ["CVE-2000-0001"],
    "summary": "It leaks.",
    "affected": [
        {
            "package": {"name": "leaky", "ecosystem": "PyPI"},
            "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "1.1"}]}],
        }
    ],
}


@pytest.fixture
def service() -> Iterator[Catcher]:
    """A vulnerability service that knows of no vulnerability."""
    with catching() as caught:
        caught.status, caught.answer = 200, b"{}"
        yield caught


@pytest.fixture
def pinned(tmp_path: Path) -> Path:
    """A file that pins one package."""
    file = tmp_path / "pinned.txt"
    file.write_text(f"leaky==1.0 --hash=sha256:{'0' * 64}\n")
    return file


def asking(url: str) -> list[str]:
    return ["--vulnerability-service", "osv", "--osv-url", url]


def test_every_pinned_package_is_checked(service: Catcher, capfd: pytest.CaptureFixture[str]):
    assert audit(asking(service.url)) == CLEAN
    asked = {json.loads(posted.body)["package"]["name"] for posted in service.posted}
    assert {"django", "pip-audit"} <= asked
    out, err = capfd.readouterr()
    assert (out, err) == (f"{len(asked)} packages checked, no known vulnerabilities.\n", "")


def test_a_vulnerability_fails_with_its_fix(service: Catcher, pinned: Path, capfd: pytest.CaptureFixture[str]):
    service.answer = json.dumps({"vulns": [VULNERABILITY]}).encode()
    assert audit(asking(service.url), [pinned]) == VULNERABLE
    out, err = capfd.readouterr()
    assert (out, err) == ("leaky 1.0: CVE-2000-0001, TEST-1, fixed in 1.1\n", "")


def test_without_a_network_it_says_so_in_one_sentence(pinned: Path, capfd: pytest.CaptureFixture[str]):
    assert audit(asking(NOWHERE), [pinned]) == UNCHECKED
    out, err = capfd.readouterr()
    assert out == ""
    assert err == "The vulnerability service cannot be reached (Connection refused), so nothing was checked.\n"


def test_a_service_that_fails_counts_as_out_of_reach(service: Catcher, pinned: Path, capfd: pytest.CaptureFixture[str]):
    service.status = 503
    assert audit(asking(service.url), [pinned]) == UNCHECKED
    assert capfd.readouterr().err.startswith("The vulnerability service cannot be reached, ")


def test_any_other_failure_is_not_put_down_to_the_network(tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    file = tmp_path / "unpinned.txt"
    file.write_text("leaky\n")
    assert audit(asking(NOWHERE), [file]) == UNCHECKED
    err = capfd.readouterr().err
    assert err.count("\n") == 1
    assert err.startswith("pip-audit failed, so nothing was checked: ")
    assert "leaky" in err


def test_packages_that_the_service_does_not_know_are_no_success(capsys: pytest.CaptureFixture[str]):
    known = {"name": "known", "version": "1.0", "vulns": []}
    unknown = [{"name": name, "skip_reason": "not found"} for name in ("one", "two", "three", "four")]
    assert report([known, *unknown]) == UNCHECKED
    assert capsys.readouterr().err == (
        "The vulnerability service does not know 4 of 5 packages, so they were not checked: "
        "one, two, three and others.\n"
    )
    assert report(unknown) == UNCHECKED
    assert capsys.readouterr().err == (
        "The vulnerability service cannot be reached: what answered knows none of 4 packages.\n"
    )


def test_a_vulnerability_counts_more_than_an_unknown_package(capsys: pytest.CaptureFixture[str]):
    unknown = {"name": "unknown", "skip_reason": "not found"}
    leaky = {"name": "leaky", "version": "1.0", "vulns": [{"id": "TEST-1", "aliases": [], "fix_versions": []}]}
    assert report([leaky, unknown]) == VULNERABLE
    out, err = capsys.readouterr()
    assert out == "leaky 1.0: TEST-1, not fixed yet\n"
    assert "unknown" in err
