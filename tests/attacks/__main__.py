"""Try every attack of docs/security.md, and print one line for each: `python -m tests.attacks`."""

import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from xml.etree import ElementTree

from tests.attacks.listed import Attack, attacks
from tests.support.processes import ROOT


def main() -> int:
    """Run the tests of all attacks. Return 1 if one does not hold."""
    listed = attacks()
    with tempfile.TemporaryDirectory() as place:
        report = Path(place) / "attacks.xml"
        tests = sorted({attack.test for attack in listed})
        subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-m", "", f"--junitxml={report}", *tests],
            cwd=ROOT,
            stdout=sys.stderr,
            check=False,
        )
        passed = results(report)
    held = [is_held(attack, passed) for attack in listed]
    for attack, holds in zip(listed, held, strict=True):
        sys.stdout.write(f"{'held' if holds else 'NOT HELD':8} {attack.who}: {attack.does}\n")
    return 0 if all(held) else 1


def results(report: Path) -> dict[str, list[bool]]:
    """Return for each test, without its parameters, which of its runs passed."""
    found: dict[str, list[bool]] = defaultdict(list)
    for case in ElementTree.parse(report).iter("testcase"):
        path = case.get("classname", "").replace(".", "/") + ".py"
        name = case.get("name", "").split("[")[0]
        passed = not any(child.tag in ("failure", "error", "skipped") for child in case)
        found[f"{path}::{name}"].append(passed)
        found[path].append(passed)
    return found


def is_held(attack: Attack, passed: dict[str, list[bool]]) -> bool:
    """Return True if the attack's test ran and passed with all its parameters."""
    return bool(passed[attack.test]) and all(passed[attack.test])


if __name__ == "__main__":
    sys.exit(main())
