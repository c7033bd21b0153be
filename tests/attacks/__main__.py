"""Try every attack of docs/security.md, and print one line for each: `python -m tests.attacks`."""

import argparse
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from xml.etree import ElementTree

from tests.attacks.listed import Attack, attacks
from tests.attacks.server import server_target
from tests.attacks.subjects import ATTACKS, Target, embedded_target
from tests.support.processes import ROOT


def main(arguments: list[str]) -> int:
    """Try all attacks: from outside where they can be, then the named tests. Return 1 if one does not hold."""
    parser = argparse.ArgumentParser(prog="python -m tests.attacks")
    parser.add_argument("--all", action="store_true", help="run all named tests too, with all their parameters")
    parser.add_argument("name", nargs="*", help="attacks from outside, by default all, and the named tests")
    asked = parser.parse_args(arguments)
    if unknown := [name for name in asked.name if name not in ATTACKS]:
        parser.error(f"no attack from outside is named {', '.join(unknown)}")
    held = [*from_outside(asked.name)]
    if not asked.name:
        listed = [attack for attack in attacks() if attack.tests and (asked.all or not attack.outside)]
        held += from_inside(listed, everything=asked.all)
    return 0 if all(held) else 1


def from_outside(names: list[str]) -> Iterator[bool]:
    """Try attacks against servers that are started here; yield whether the site holds."""
    chosen = [attack for attack in ATTACKS.values() if not names or attack.name in names]
    for starts, on_server in ((embedded_target, False), (server_target, True)):
        ours = [attack for attack in chosen if attack.on_server == on_server]
        with ExitStack() as stack:
            target = stack.enter_context(starts()) if ours else None
            for attack in ours:
                assert target
                reason = tried(attack.name, target)
                _tell(not reason, f"{attack.name}: {attack.does}", reason)
                yield not reason


def tried(name: str, target: Target) -> str:
    """Try one attack; return why the site does not hold, or an empty text."""
    try:
        ATTACKS[name].tries(target)
    except Exception as error:  # noqa: BLE001 - whatever happens, the others are tried too
        return f"{type(error).__name__}: {error}"
    return ""


def from_inside(listed: list[Attack], *, everything: bool) -> list[bool]:
    """Run the named tests of rows of the table; return for each whether it holds."""
    with tempfile.TemporaryDirectory() as place:
        report = Path(place) / "attacks.xml"
        tests = sorted({test for attack in listed for test in attack.tests})
        passed = _passed(tests, report, everything=everything)
        # A few are exhaustive as a whole, so that nothing of them has run.
        if left_out := [test for test in tests if not passed[test]]:
            passed |= _passed(left_out, report, everything=True)
    whole = {} if everything else _cases(tests)
    held = [is_held(attack, passed) for attack in listed]
    for attack, holds in zip(listed, held, strict=True):
        _tell(holds, f"{attack.who}: {attack.does}", part=part_tried(attack, passed, whole))
    return held


def part_tried(attack: Attack, passed: dict[str, list[bool]], whole: dict[str, int]) -> str:
    """Say how many cases of an attack's tests were run, if it was not all of them."""
    ran, cases = (sum(counted) for counted in zip(*_counts(attack, passed, whole), strict=True))
    return f" ({ran} of {cases} cases)" if ran < cases else ""


def _counts(attack: Attack, passed: dict[str, list[bool]], whole: dict[str, int]) -> Iterator[tuple[int, int]]:
    for test in attack.tests:
        ran = len(passed.get(test, ()))
        yield ran, whole.get(test, ran)


def _cases(tests: list[str]) -> dict[str, int]:
    """Return how many cases each test has, and each file."""
    asked = [*command(everything=True), "--collect-only", *tests]
    listed = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    return cases(listed)


def cases(listed: str) -> dict[str, int]:
    """Count the cases of each test, and of each file, in what pytest lists."""
    names = [line.partition("[")[0] for line in listed.splitlines() if "::" in line]
    return Counter([*names, *(name.partition("::")[0] for name in names)])


def _passed(tests: list[str], report: Path, *, everything: bool) -> dict[str, list[bool]]:
    asked = [*command(everything=everything), f"--junitxml={report}", *tests]
    subprocess.run(asked, cwd=ROOT, stdout=sys.stderr, check=False)
    return results(report)


def _tell(holds: bool, what: str, reason: str = "", part: str = "") -> None:
    verdict = f"held{part}" if holds else "NOT HELD"
    sys.stdout.write(f"{verdict:8} {what}\n")
    sys.stdout.flush()
    if reason:
        sys.stderr.write(f"         {reason}\n")


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


def command(*, everything: bool) -> list[str]:
    """Return how pytest is started. What the attacks from outside put into the environment changes nothing."""
    marks = ["-m", ""] if everything else []
    return [sys.executable, "-m", "pytest", "-q", "--ds=tests.settings", *marks]


def is_held(attack: Attack, passed: dict[str, list[bool]]) -> bool:
    """True if the attack's tests ran and passed with all their parameters."""
    return bool(attack.tests) and all(passed[test] and all(passed[test]) for test in attack.tests)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
