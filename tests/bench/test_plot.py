"""The picture of what answers take, before and now."""

import xml.etree.ElementTree as ET
from pathlib import Path

from bench.figures import Figure
from bench.page import write_page
from bench.plot import PARTS, PICTURE, RATES, picture

SVG = "{http://www.w3.org/2000/svg}"
BEFORE = dict.fromkeys(RATES, 50.0) | dict.fromkeys(PARTS, 10.0)
NOW = dict.fromkeys(RATES, 200.0) | dict.fromkeys(PARTS, 2.0)


def widths(style: str) -> list[float]:
    drawn = ET.fromstring(picture(BEFORE, NOW)).iter(f"{SVG}rect")
    return [float(box.attrib["width"]) for box in drawn if box.attrib["class"] == style]


def test_bars_are_as_long_as_their_figures():
    assert [now / before for now, before in zip(widths("now"), widths("before"), strict=True)] == [4.0, 4.0]
    for number in range(len(PARTS)):
        before, now, _ = widths(f"part-{number}")
        assert before == 5 * now > 0


def test_the_page_of_a_whole_run_shows_the_picture_and_how_it_was_made(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    write_page(page, [Figure(name, value, "1/s") for name, value in NOW.items()], answers=12)
    assert f"`make bench ANSWERS=12 WRITE={page}`" in page.read_text()
    assert f"]({PICTURE.as_posix()})" in page.read_text()
    assert ET.parse(tmp_path / PICTURE).getroot().tag == f"{SVG}svg"


def test_a_family_that_is_measured_again_replaces_its_part_alone(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    write_page(page, [Figure("embedded.some", 1, "ms"), Figure("server.some", 2, "1/s"), Figure("table.some", 3, "ms")])
    before = page.read_text()
    write_page(page, [Figure("server.some", 20, "1/s")], ["server"])
    after = page.read_text()
    assert "`server.some` | 20 |" in after and "`server.some` | 2 |" not in after
    assert f"Measured again by `make bench FAMILY=server WRITE={page}`\non " in after
    assert after.partition("## server")[0] == before.partition("## server")[0]
    assert after.partition("## table")[2] == before.partition("## table")[2] != ""


def test_a_figure_that_is_measured_again_leaves_the_others_of_its_part(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    now = [Figure(name, value, "1/s") for name, value in NOW.items()]
    write_page(page, [Figure("embedded.some", 1, "ms"), *now, Figure("server.some", 2, "1/s")])
    before = page.read_text()
    write_page(page, [Figure("server.some", 20, "1/s"), Figure("server.other", 1, "1/s")], ["some"])
    after = page.read_text()
    assert "What this run did not measure is of an earlier one." in after
    assert after.endswith("| `server.some` | 20 | 1/s | - |\n| `server.other` | 1 | 1/s | - |\n")
    assert {line for line in before.splitlines() if "`server.some`" not in line} <= set(after.splitlines())
    write_page(page, [*now, Figure("server.some", 3, "1/s"), Figure("server.other", 2, "1/s")], ["all"])
    assert "of an earlier one" not in page.read_text()


def test_a_page_without_these_figures_shows_none(tmp_path: Path) -> None:
    write_page(tmp_path / "page.md", [Figure("rules.some", 1, "1/s")])
    assert "![" not in (tmp_path / "page.md").read_text()
    assert not (tmp_path / PICTURE).exists()
