"""`python -m bench hostile` sends each file in both ways, and times all of them."""

import json

import pytest

from bench.hostile import BAR_MS, figures_of
from bench.hostile_files import hostile_files


@pytest.mark.exhaustive("hostile files sent to a site that is started for them")
def test_files_are_brought_and_shown_on_pages_and_by_programs(capsys: pytest.CaptureFixture[str]) -> None:
    chosen = ["bid: the longest match", "bid: a huge number", "a long name"]
    files = dict(hostile_files())
    measured = {figure.figure: figure for figure in figures_of((name, files[name]) for name in chosen)}
    kinds = ("import", "view", "api_import", "api_view")
    assert list(measured) == [f"hostile.{kind}_ms_max" for kind in kinds]
    assert all(figure.value > 0 and figure.most == BAR_MS for figure in measured.values())
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["file"] for line in lines] == chosen
    # Only what is a match is shown.
    assert ["view_ms" in line and "api_view_ms" in line for line in lines] == [True, False, False]
    assert all("api_import_ms" in line for line in lines)
