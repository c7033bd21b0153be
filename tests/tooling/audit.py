"""Check the pinned packages for known vulnerabilities.

Run it with `make audit`, or as a program, which passes its options on to pip-audit::

    python -m tests.tooling.audit --vulnerability-service osv

It asks a vulnerability service over the network and exits with

- 0 if it checked every package and found nothing,
- 1 if it found a vulnerability, after a list of them,
- 69 if it could not check every package, after one sentence on stderr that says why.

pip-audit alone reports success for packages that the service does not know, and a traceback where it has no network.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from tests.support.processes import ROOT

FILES = (ROOT / "requirements.txt", ROOT / "requirements-dev.txt")
CLEAN, VULNERABLE, UNCHECKED = 0, 1, 69
UNREACHABLE = re.compile(r"requests\.exceptions|ServiceError|ConnectionError|your network may be blocking")
CAUSE = re.compile(r"\[Errno -?\d+\] ([\w ]+)")


def audit(options: Sequence[str] = (), files: Iterable[Path] = FILES) -> int:
    """Report on stdout and stderr what pip-audit finds, and return the exit code."""
    named = [argument for file in files for argument in ("--requirement", str(file))]
    # Everything is pinned with its hash, so pip has nothing to resolve.
    how = ["--disable-pip", "--require-hashes", "--format", "json", "--progress-spinner", "off"]
    command = [sys.executable, "-m", "pip_audit", *how, *named, *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        packages = json.loads(done.stdout)["dependencies"]
    except ValueError:
        sys.stderr.write(f"{_reason(done.stderr)}\n")
        return UNCHECKED
    return report(packages)


def report(packages: list[dict[str, Any]]) -> int:
    """Write the result for packages in pip-audit's JSON, and return the exit code."""
    found = [
        f"{package['name']} {package['version']}: {_words(vuln)}\n" for package, vuln in _vulnerabilities(packages)
    ]
    skipped = [package["name"] for package in packages if "skip_reason" in package]
    sys.stdout.writelines(found)
    if skipped:
        sys.stderr.write(f"{_unknown(skipped, len(packages))}\n")
    if found:
        return VULNERABLE
    if skipped:
        return UNCHECKED
    sys.stdout.write(f"{len(packages)} packages checked, no known vulnerabilities.\n")
    return CLEAN


def _vulnerabilities(packages: list[dict[str, Any]]) -> Iterable[tuple[dict[str, Any], dict[str, Any]]]:
    return ((package, vuln) for package in packages for vuln in package.get("vulns", ()))


def _words(vuln: dict[str, Any]) -> str:
    """Describe a vulnerability: its names and the versions that fix it."""
    names = ", ".join([vuln["id"], *vuln["aliases"]])
    return f"{names}, fixed in {', '.join(vuln['fix_versions'])}" if vuln["fix_versions"] else f"{names}, not fixed yet"


def _unknown(names: list[str], total: int) -> str:
    """Say in one sentence which packages the service does not know."""
    if len(names) == total:
        # A mirror of the package index often answers so.
        return f"The vulnerability service cannot be reached: what answered knows none of {total} packages."
    which = ", ".join(names[:3]) + (" and others" if len(names) > 3 else "")
    return (
        f"The vulnerability service does not know {len(names)} of {total} packages, so they were not checked: {which}."
    )


def _reason(stderr: str) -> str:
    """Say in one sentence why pip-audit gave no result."""
    if UNREACHABLE.search(stderr):
        cause = CAUSE.search(stderr)
        return (
            f"The vulnerability service cannot be reached{f' ({cause[1]})' if cause else ''}, so nothing was checked."
        )
    last = (stderr.strip().splitlines() or ["it wrote no reason"])[-1]
    return f"pip-audit failed, so nothing was checked: {last.removeprefix('ERROR:pip_audit._cli:').rstrip('.')}."


if __name__ == "__main__":
    sys.exit(audit(sys.argv[1:]))
