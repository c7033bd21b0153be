"""`make ai-strength` keeps what it played: it can be interrupted, gone on with and widened."""

import json
import sys
from pathlib import Path

import pytest

from bench.strength import kept as room
from bench.strength.__main__ import main
from bench.strength.kept import Kept, code_of
from bench.strength.measure import Size, Strength, _key, measure
from games.registry import GAMES

BID = GAMES["bid"]


def size(matches: int, *, seconds: float = 600) -> Size:
    """A run without *steady*, which would bring in the time of *sharp*."""
    return Size(("random", "easy"), matches, seconds, 3, 1)


def run(path: Path, matches: int, *, seconds: float = 600) -> Strength:
    """Measure Bid! with a file."""
    return measure(BID, size(matches, seconds=seconds), Kept(path))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file, in a folder that is not there yet."""
    return tmp_path / "var" / "kept.jsonl"


def test_a_run_goes_on_where_it_ended(path: Path) -> None:
    first = run(path, 3)
    written = path.read_text()
    assert [json.loads(line)["number"] for line in written.splitlines()] == [0, 1, 2]
    wider = run(path, 6)
    assert path.read_text().startswith(written)
    assert [json.loads(line)["number"] for line in path.read_text().splitlines()] == [*range(6)]
    # What was kept and what came after it are the matches of a run in one go.
    assert wider.met == measure(BID, size(6)).met
    assert run(path, 3, seconds=0).met == wider.met != first.met


def test_what_was_kept_is_not_played_again(path: Path) -> None:
    run(path, 3)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for line in lines:
        names, _, seconds = line["found"]
        line["found"] = [names, [1 if name == "easy" else 2 for name in names], seconds]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    (met,) = run(path, 3).met
    assert (met.firsts.mean, met.matches) == (3.0, 3)


def test_matches_of_a_bot_that_has_changed_do_not_count(path: Path) -> None:
    run(path, 3)
    path.write_text(path.read_text().replace(code_of(BID), "0123456789abcdef"))
    assert run(path, 3, seconds=0).met == []
    run(path, 3)
    assert len(path.read_text().splitlines()) == 6


def test_matches_with_other_simulations_do_not_count(path: Path) -> None:
    few = Size(("random", "sharp"), 3, 600, 1, 1)
    measure(BID, few, Kept(path))
    assert measure(BID, few._replace(seconds=0), Kept(path)).met
    assert not measure(BID, few._replace(seconds=0, simulations=2), Kept(path)).met
    # A thousand are not those of the site, whose time may end before.
    keys = [_key(BID, "sharp", "random", few._replace(simulations=simulations)) for simulations in (1000, None)]
    assert keys[0] != keys[1]


def test_a_line_that_was_cut_off_is_played_again(path: Path) -> None:
    whole = run(path, 3)
    text = path.read_text()
    path.write_text(text[:-40])
    assert run(path, 3).met == whole.met
    assert len(path.read_text().splitlines()) == 4
    assert run(path, 3, seconds=0).met == whole.met


def test_only_whole_turns_of_the_seats_count(path: Path) -> None:
    run(path, 6)
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:5]))
    (met,) = run(path, 6, seconds=0).met
    assert met.matches == 3


def test_the_source_of_a_game_and_of_the_search_decides_its_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "ROOT", tmp_path)
    bot, search, other = (tmp_path / name for name in ("games/bid/bot.py", "engine/search/bot.py", "games/tp5/bot.py"))
    for file in (bot, search, other):
        file.parent.mkdir(parents=True)
        file.write_text("")
    codes = [code_of(BID)]
    for file in (bot, search):
        file.write_text("changed = True")
        codes.append(code_of(BID))
    assert len(set(codes)) == 3
    other.write_text("changed = True")
    assert code_of(BID) == codes[-1]


def test_two_processes_play_the_same_matches_and_a_page_can_be_written_from_a_file_alone(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = path.parent / "page.md"
    given = ["strength", "--games", "bid", "--kept", str(path), "--write", str(page), "--matches", "6"]
    monkeypatch.setattr(sys, "argv", [*given, "--levels", "random,easy", "--workers", "2"])
    main()
    (met,) = measure(BID, size(6)).met
    words = f"{met.firsts.mean:.2f} ({met.firsts.low:.2f} to {met.firsts.high:.2f}), 6 matches |"
    assert page.read_text().startswith("# How strong *easy* is among *random*\n")
    assert words in page.read_text()
    # A further level or game, for which there is no time, has no matches; nothing is played again.
    before = path.read_text()
    wider = ["--levels", "random,easy,sharp", "--games", "bid,tp5", "--minutes", "0"]
    monkeypatch.setattr(sys, "argv", [*given, *wider])
    main()
    assert path.read_text() == before
    assert page.read_text().startswith("# How strong the AI players are\n")
    assert words in page.read_text()
    assert "from 6 matches with seed 1" in page.read_text()
    assert "Not played this time: *steady*, *patient*, TP5." in page.read_text()
    assert "## TP5" not in page.read_text()
