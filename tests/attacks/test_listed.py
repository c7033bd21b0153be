"""The table of attacks names tests and attacks that exist, and says of each whether it holds."""

import ast
import subprocess
from pathlib import Path

import pytest

from tests.attacks.__main__ import cases, command, is_held, main, part_tried, results
from tests.attacks.listed import Attack, attacks
from tests.attacks.subjects import ATTACKS
from tests.support.processes import ROOT, plain_environment

FEWEST = 60


def test_every_row_names_tests_that_exist() -> None:
    listed = attacks()
    rows = [line for line in (ROOT / "docs/security.md").read_text().splitlines() if line.endswith("` |")]
    assert len(listed) == len(rows) >= FEWEST
    for path, _, name in (test.partition("::") for row in listed for test in row.tests):
        functions = (ast.FunctionDef, ast.AsyncFunctionDef)
        names = {node.name for node in ast.walk(ast.parse((ROOT / path).read_text())) if isinstance(node, functions)}
        assert name in names or not name, f"{path} has no {name}"


def test_the_table_and_the_attacks_from_outside_name_each_other() -> None:
    assert {name for row in attacks() for name in row.outside} == set(ATTACKS)
    assert all(row.tests or row.outside for row in attacks())


def test_the_named_tests_run_with_the_settings_of_tests() -> None:
    environment = plain_environment() | {"DJANGO_SETTINGS_MODULE": "piecepack_site.settings"}
    collecting = [*command(everything=False), "-v", "--collect-only", "tests/test_docs.py"]
    done = subprocess.run(collecting, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert "settings: tests.settings" in done.stdout, done.stdout + done.stderr


def test_an_attack_holds_if_its_test_ran_and_passed_with_all_parameters(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(
        '<testsuites><testsuite><testcase classname="tests.a.test_b" name="test_one"/>'
        '<testcase classname="tests.a.test_b" name="test_two[x]"/>'
        '<testcase classname="tests.a.test_b" name="test_two[y]"><failure/></testcase>'
        '<testcase classname="tests.a.test_b" name="test_three"><skipped/></testcase></testsuite></testsuites>'
    )
    passed = results(report)
    held = [
        is_held(Attack("", "", "", (f"tests/a/test_b.py::test_{name}",)), passed)
        for name in ("one", "two", "three", "four")
    ]
    assert held == [True, False, False, False]
    assert not is_held(Attack("", "", "", ("tests/a/test_b.py",)), passed)


def test_a_row_without_a_test_is_tried_from_outside_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [Attack("ana", "looks", "", ("tests/a/test_b.py::test_one",)), Attack("ben", "waits", "", (), ("waits",))]
    monkeypatch.setattr("tests.attacks.__main__.attacks", lambda: rows)
    monkeypatch.setattr("tests.attacks.__main__.from_outside", lambda names: iter([True]))
    monkeypatch.setattr("tests.attacks.__main__._passed", lambda tests, report, *, everything: {tests[0]: [True]})
    assert main(["--all"]) == 0
    assert capsys.readouterr().out == "held     ana: looks\n"
    assert not is_held(rows[1], {})


def test_an_attack_that_nobody_wrote_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["no_such_attack"])
    assert (ended.value.code, "no_such_attack" in capsys.readouterr().err) == (2, True)


def test_what_was_not_run_of_a_test_is_said() -> None:
    one, other = "tests/a/test_b.py::test_one", "tests/a/test_b.py::test_other"
    whole = cases(f"{one}[x]\n{one}[y::z]\n{other}\n\n3 tests collected in 0.1s\n")
    assert whole == {one: 2, other: 1, "tests/a/test_b.py": 3}
    attack = Attack("", "", "", (one, other))
    assert part_tried(attack, {one: [True], other: [True]}, whole) == " (2 of 3 cases)"
    assert part_tried(attack, {one: [True, True], other: [True]}, whole) == ""
    assert part_tried(attack, {one: [True], other: [True]}, {}) == ""
