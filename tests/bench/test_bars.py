"""What was agreed of speed and of faults are bars: a figure beyond one fails the run and says so on the page."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from bench import embedded, server, storm
from bench.figures import Figure, missed_bars
from bench.page import write_page, write_part
from bench.peers import __main__ as peers
from bench.peers import duel, flatfile
from engine.selfplay import Estimate

SECOND = server.Measured(accepted=100, sending=1, resolving=1, processor=1, worker=1, stores=1)
SAME = flatfile.Both(SECOND, SECOND)


def waves(*, answers: float, over: float) -> server.Run:
    """Waves of so many answers a second, so many times as fast as a plain view."""
    took = server.Measured(answers, 1, 1, 1, 1, 1)
    return server.Run(took, took._replace(sending=over), took)


def lone(*, worked: float, idle: float) -> server.Run:
    """Lone rounds in ten seconds, for which the worker took so many of CPU, of a worker that is never quite idle."""
    return waves(answers=200, over=0.8)._replace(lone=server.Measured(worker=worked, resolving=10), idle=idle)


@pytest.mark.parametrize(
    ("figures", "words"),
    [
        (server.figures_of(waves(answers=200, over=0.8)), []),
        (server.figures_of(waves(answers=199, over=0.8)), ["server.answers_per_s is 199, but must be at least 200"]),
        (
            server.figures_of(waves(answers=200, over=0.79)),
            ["server.answers_over_plain_view is 0.79, but must be at least 0.8"],
        ),
        (server.figures_of(lone(worked=0.25, idle=0.01)), []),
        (
            server.figures_of(lone(worked=0.25, idle=0.008)),
            ["server.worker_ms_cpu_per_lone_round is 5.7, but must be at most 5"],
        ),
        (storm.figures_of(storm.Drained(5, [0.2, 1.0], 4.0), 2000), []),
        (
            storm.figures_of(storm.Drained(5.1, [0.2, 1.1], 4.4), 2000),
            [
                "server.rounds_resolved_per_s is 392, but must be at least 400",
                "server.worker_ms_cpu_per_storm_round is 2.2, but must be at most 2",
                "server.other_table_waits_s_max is 1.1, but must be at most 1",
            ],
        ),
        (embedded.figures_of([0.9, 0.015, 0.001], 3.0, 50.0), []),
        (
            embedded.figures_of([0.9, 0.016, 0.001], 3.01, 50.1),
            [
                "embedded.answer_to_socket_ms_median is 16.0, but must be at most 15",
                "embedded.second_start_s is 3.01, but must be at most 3",
                "embedded.front_page_kb is 50.1, but must be at most 50",
            ],
        ),
        (flatfile.figures_of(SAME), []),
        (
            flatfile.figures_of(SAME._replace(theirs=SECOND._replace(sending=0.9))),
            ["server.socket_answers_over_flatfile is 0.9, but must be at least 1.0"],
        ),
    ],
)
def test_what_was_agreed_is_a_bar(figures: Iterable[Figure], words: list[str]) -> None:
    assert [said for figure in figures for said in missed_bars(figure)] == words


def test_what_is_measured_beside_others_leaves_the_parts_of_other_runs_alone(tmp_path: Path) -> None:
    page = tmp_path / "performance.md"
    write_page(page, list(server.figures_of(waves(answers=200, over=0.8))))
    before = page.read_text()
    for _ in range(2):
        write_part(page, "peers", list(flatfile.figures_of(SAME)), "make bench-peers WRITE=performance.md")
    written = page.read_text()
    own, _, part = written.partition("\n## peers\n")
    assert "| `server.answers_per_s` | 200 | 1/s | at least 200 |\n" in own
    assert own.startswith(before.partition("\n## ")[0])
    assert part.startswith("\nMeasured by `make bench-peers WRITE=performance.md`\non ")
    assert "| `server.socket_answers_over_flatfile` | 1.0 | times | at least 1.0 |\n" in part
    alone = tmp_path / "peers.md"
    write_part(alone, "peers", list(flatfile.figures_of(SAME)), "make bench-peers WRITE=peers.md")
    assert alone.read_text().startswith("# Figures of peers\n\nWritten by `make bench-peers WRITE=peers.md`\n")


@pytest.mark.parametrize("slower", [1.0, 0.9])
def test_peers_that_are_faster_than_agreed_fail_the_run(
    slower: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither the peers nor a server are to be had here, so only what is made of their figures runs."""
    page = tmp_path / "peers.md"
    monkeypatch.setattr(peers, "ensure_installed", lambda peer: True)
    monkeypatch.setattr(peers, "figures_of", lambda command: [("peers.ours.bid_decisions_per_s", 7.0)])
    beside = flatfile.figures_of(SAME._replace(theirs=SECOND._replace(sending=slower)))
    monkeypatch.setattr(flatfile, "figures", lambda: beside)
    monkeypatch.setattr(duel, "figures", lambda: duel.figures_of(Estimate(1.5, 1.25, 1.75)))
    monkeypatch.setattr("sys.argv", ["bench.peers", "--write", str(page)])
    assert peers.main() == (slower < 1)
    assert ("must be at least" in capsys.readouterr().err) == (slower < 1)
    assert "| `peers.ours.bid_decisions_per_s` | 7.0 | 1/s | - |\n" in page.read_text()
    assert "| `ai.goofspiel.over_openspiel_low` | 1.25 | times its share | at least 1.0 |\n" in page.read_text()
