"""What `make test` leaves out is listed with its reason, and the helpers leave out what they say."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests.support.processes import ROOT
from tests.support.selection import MOST_MEASURED, leave_out_of_coverage, mark_left_over
from tests.support.tiers import but_for, evenly, some_of
from tests.tooling.exhaustive import page, reasons, reasons_in


def kept(parameters: list[Any]) -> list[Any]:
    """The values that `make test` takes."""
    return [value for value in parameters if not hasattr(value, "marks")]


def test_the_page_lists_every_reason():
    assert (ROOT / "docs/tests.md").read_text() == page()
    assert len(reasons()) > 10


def test_reasons_are_found_wherever_they_are_given():
    source = """
@pytest.mark.exhaustive("one")
@pytest.mark.sampled(2, "four")
@pytest.mark.parametrize("a", some_of(A, 3, "two"))
@pytest.mark.parametrize("b", but_for(A, B, "three"))
def test_it(a, b): ...
"""
    assert sorted(reasons_in(source)) == ["four", "one", "three", "two"]


def test_a_reason_is_written_out():
    with pytest.raises(TypeError, match="Write out the reason"):
        list(reasons_in("some_of(A, 3, WHY)"))


@pytest.mark.parametrize(("number", "taken"), [(1, [0]), (2, [0, 9]), (4, [0, 3, 6, 9]), (10, [*range(10)])])
def test_some_are_taken_from_all_over(number: int, taken: list[int]):
    assert evenly(range(10), number) == taken
    assert kept(some_of(range(10), number, "the others")) == taken


def test_the_rest_is_marked_with_the_reason():
    rest = [value for value in but_for("abc", "b", "a and c") if hasattr(value, "marks")]
    assert [(value.values, value.marks[0].name, value.marks[0].args) for value in rest] == [
        (("a",), "exhaustive", ("a and c",)),
        (("c",), "exhaustive", ("a and c",)),
    ]


class Item(SimpleNamespace):
    """As much of a test as the selection looks at."""

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return next((mark for mark in self.marks if mark.name == name), None)

    def add_marker(self, marker: pytest.MarkDecorator) -> None:
        self.marks.append(marker.mark)


def test_sampled_keeps_some_of_each_test_and_marks_the_others():
    marks = [pytest.mark.sampled(2, "all five").mark]
    items = [
        Item(path=ROOT, name=name, originalname=name, marks=[*marks]) for name in ("one", "other") for _ in range(5)
    ]
    mark_left_over(items)  # type: ignore[arg-type]
    left = [item.get_closest_marker("exhaustive") for item in items]
    assert [mark and mark.args for mark in left] == 2 * [None, *(3 * [("all five",)]), None]


def test_coverage_is_measured_of_some_parameters_of_each_test_and_of_nothing_exhaustive():
    repeats = [pytest.mark.exhaustive("more of the same").mark]
    many = [Item(path=ROOT, name="many", originalname="many", marks=[]) for _ in range(2 * MOST_MEASURED)]
    few = [Item(path=ROOT, name="few", originalname="few", marks=[]) for _ in range(MOST_MEASURED)]
    left = [Item(path=ROOT, name="few", originalname="few", marks=[*repeats])]
    slow = [Item(path=ROOT, name="slow", originalname="slow", marks=[pytest.mark.long("a whole day").mark])]
    leave_out_of_coverage([*many, *few, *left, *slow])  # type: ignore[list-item]
    unmeasured = [[bool(item.get_closest_marker("no_cover")) for item in group] for group in (many, few, left, slow)]
    assert [sum(group) for group in unmeasured] == [MOST_MEASURED, 0, 1, 0]
    assert not unmeasured[0][0] and not unmeasured[0][-1]


@pytest.mark.parametrize("embedded", [True, False])
def test_what_runs_on_both_databases_is_measured_on_postgresql(settings: Any, embedded: bool):
    settings.EMBEDDED = embedded
    twice = Item(path=ROOT, name="twice", originalname="twice", marks=[pytest.mark.both_databases.mark])
    leave_out_of_coverage([twice])  # type: ignore[list-item]
    assert bool(twice.get_closest_marker("no_cover")) is embedded


def test_what_a_browser_looks_at_is_not_measured_as_it_runs_in_another_process():
    looked_at = Item(path=ROOT, name="looked_at", originalname="looked_at", marks=[pytest.mark.browser.mark])
    leave_out_of_coverage([looked_at])  # type: ignore[list-item]
    assert looked_at.get_closest_marker("no_cover")


def test_make_test_leaves_them_out(pytestconfig: pytest.Config):
    assert "not exhaustive and not long" in pytestconfig.getini("addopts")
