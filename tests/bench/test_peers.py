"""Comparing with others goes on without those that cannot be had, and says so."""

import sys
import time
from pathlib import Path

import pytest

from bench.peers import duel, install
from bench.peers.__main__ import best_of, figures_of, ratios
from bench.peers.install import PEERS, Peer, ensure_installed
from engine.search import deadline


def peer_of(*command: str) -> Peer:
    return Peer("Some peer", "rlcard", (command,), ())


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(install, "WORK", tmp_path)


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ((sys.executable, "-c", "raise SystemExit('note\\nERROR: no such version\\nhint')"), "ERROR: no such version"),
        ((sys.executable, "-c", "raise SystemExit(3)"), "it gave no reason."),
        (("no-such-program",), "no-such-program is not on this machine."),
    ],
)
def test_one_sentence_says_who_is_left_out_and_why(
    command: tuple[str, ...], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not ensure_installed(peer_of(*command))
    assert capsys.readouterr().err == f"Some peer cannot be installed here, so it is left out: {reason}\n"


def test_what_is_installed_is_not_installed_again(tmp_path: Path) -> None:
    counting = peer_of(sys.executable, "-c", "open('../count', 'a').write('x')")
    assert ensure_installed(counting)
    assert ensure_installed(counting)
    assert (tmp_path / "count").read_text() == "x"
    (tmp_path / "rlcard" / next((tmp_path / "rlcard").glob("*.stamp"))).unlink()
    assert ensure_installed(counting)
    assert (tmp_path / "count").read_text() == "xx"


def test_everything_installed_is_pinned_by_hash() -> None:
    for peer in PEERS:
        for pins in (install.HERE / peer.folder).glob("*.txt"):
            lines = pins.read_text().splitlines()
            assert [line for line in lines if line[0].isalnum() and "==" not in line] == []
            assert sum("==" in line for line in lines) <= sum("--hash=" in line for line in lines)


def test_figures_are_read_and_failures_named(capsys: pytest.CaptureFixture[str]) -> None:
    printing = 'print(\'noise\'); print(\'{"figure": "peers.x.y", "value": 3}\')'
    assert list(figures_of([sys.executable, "-c", printing])) == [("peers.x.y", 3)]
    assert list(figures_of([sys.executable, "-c", "raise SystemExit('It broke.')"])) == []
    assert capsys.readouterr().err.endswith("failed, so its figures are left out: It broke.\n")


def test_the_best_turn_counts() -> None:
    assert best_of([("a", 3.0), ("b", 1.0), ("a", 5.0), ("a", 4.0)]) == {"a": 5.0, "b": 1.0}


def test_ratios_compare_what_both_sides_have() -> None:
    best = {
        "peers.ours.goofspiel_decisions_per_s": 300.0,
        "peers.ours.goofspiel_compiled_decisions_per_s": 360.0,
        "peers.ours.bid_decisions_per_s": 200.0,
        "peers.openspiel.goofspiel_py_decisions_per_s": 400.0,
    }
    assert list(ratios(best)) == [
        ("peers.ratio.goofspiel_to_openspiel", 0.75),
        ("peers.ratio.goofspiel_compiled_to_openspiel", 0.9),
    ]


def test_a_duel_is_for_the_same_prizes_from_both_seats_and_mostly_beats_who_bids_low() -> None:
    firsts = []
    for pair in range(4):
        turned = []
        for ours in (0, 1):
            asked: list[duel.Asked] = []

            def lowest(one: duel.Asked, asked: list[duel.Asked] = asked) -> tuple[int, float]:
                asked.append(one)
                return len(asked), 0.01

            with duel.timed_by_cpu():
                firsts.append(duel.first_place(lowest, duel.FEW_CARDS, pair, ours))
            assert {one.seat for one in asked} == {1 - ours}
            assert [one.bids[-1][1 - ours] for one in asked[1:]] == list(range(1, duel.FEW_CARDS - 1))
            turned.append(asked[-1].prizes)
        assert turned[0] == turned[1] and len(turned[0]) == duel.FEW_CARDS - 1
    assert sum(firsts) > len(firsts) and {*firsts} <= {0, 1, 2}


def test_a_duel_counts_our_cpu_and_then_time_again() -> None:
    clock = deadline.now
    with duel.timed_by_cpu():
        assert deadline.now is time.process_time
    assert deadline.now is clock
