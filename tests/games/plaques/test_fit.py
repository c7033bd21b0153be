"""The command that fits the networks of Concealed Draw, on very little data."""

import runpy
from math import log
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from engine.quick_chance import RandomChance
from games.plaques import fit
from games.plaques.bots.chances import CATEGORIES, GOING_ON, chance_by
from games.plaques.bots.weights import NETWORKS, NUMBERS
from games.plaques.fit import Plan, Rows, fitted, loss, main, network_of, rows_of, tried, written
from games.plaques.rules.concealed import CONCEALED_DRAW
from games.plaques.rules.concealed.options import ConcealedOptions
from games.plaques.rules.concealed.state import ConcealedState
from games.plaques.rules.pieces import Tableau
from tests.games.plaques.support import NO_CHANCE, rest, row

BEST, NOTHING = row("A5 B5 C5 D5 E5 A2 B1"), row("A1 A3 B4 C6 D9 D8 E2")
THIRD = 3
WON = NUMBERS
STAYS = NUMBERS - 4
"""The number that is one for a tableau that stays as it is."""


def laid_out(mine: Tableau, other: Tableau, centre: Tableau, **fields: Any) -> ConcealedState:
    """A round of two in which seat 0 is asked."""
    pile = rest(mine, other, centre)
    state = CONCEALED_DRAW.initial_state(2, ConcealedOptions(lives=1), NO_CHANCE).state
    return replace(state, turn=0, tableaux=(mine, other), pile=pile, centre=centre, **fields)


def made_up(count: int, seed: int) -> Rows:
    """Rows of random numbers, won wherever the third is above a half."""
    rows = np.random.default_rng(seed).random((count, NUMBERS + 1), dtype=np.float32)
    rows[:, WON] = rows[:, THIRD] > 0.5
    return rows


def test_the_same_seed_plays_the_same_rounds_and_another_seed_others() -> None:
    first, again, other = (rows_of(Plan(3, 1, seed), 0) for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_rows_describe_tableaux_that_stay_and_that_go_on() -> None:
    rows = np.concatenate([rows_of(Plan(4, 2, 1), number) for number in range(2)])
    stays, goes_on = rows[rows[:, STAYS] == 1], rows[rows[:, STAYS] == 0]
    growth = slice(CATEGORIES + 2, CATEGORIES + 2 + GOING_ON)
    assert len(stays) and not stays[:, growth].any()
    assert len(goes_on) and goes_on[:, growth].any(axis=1).all()


def test_after_a_declaration_each_answer_that_may_be_good_is_tried() -> None:
    mine = laid_out(BEST, NOTHING, row("E6 elf"), declarer=1)
    declared, drew = tried(mine, NO_CHANCE)
    assert declared[WON] == drew[WON] == 1
    lost = laid_out(NOTHING, BEST, row("A9 elf"), declarer=1)
    stood, took, drew = tried(lost, NO_CHANCE)
    assert stood[WON] == took[WON] == drew[WON] == 0
    assert stood[:CATEGORIES] != took[:CATEGORIES]


def test_a_good_tableau_is_always_declared_in_trial() -> None:
    for seed in range(9):
        (declared,) = tried(laid_out(BEST, NOTHING, ()), RandomChance(seed))
        assert declared[WON] == 1


def test_a_network_learns_a_simple_rule() -> None:
    network = fitted(made_up(600, 1), seed=1, epochs=40, batch=30)
    assert loss(network, made_up(200, 2)) < log(2) / 3


def test_a_network_of_signs_is_the_one_with_outgoing_weights() -> None:
    rng = np.random.default_rng(1)
    inner, starts, outer, start = rng.normal(size=(NUMBERS, 5)), rng.normal(size=5), rng.normal(size=5), np.array(0.2)
    numbers = rng.random(NUMBERS)
    total = np.maximum(numbers @ inner + starts, 0) @ outer + start
    network = network_of([inner, starts, outer, start])
    assert chance_by(network, numbers.tolist()) == pytest.approx(1 / (1 + np.exp(-total)))


def test_what_is_written_is_what_was_fitted(tmp_path: Path) -> None:
    network = fitted(made_up(300, 1), seed=1, epochs=10, batch=30)
    path = tmp_path / "weights.py"
    path.write_text(written({2: network}, "a command"))
    read = runpy.run_path(str(path))["NETWORKS"][2]
    for made in made_up(50, 2):
        numbers = made[:WON].tolist()
        assert chance_by(read, numbers) == pytest.approx(chance_by(network, numbers), abs=0.004)


def test_the_networks_there_are_would_be_written_as_they_are() -> None:
    now = fit.WEIGHTS.read_text()
    assert written(NETWORKS, "a command").split('"""', 2)[2] == now.split('"""', 2)[2]


def test_the_command_writes_a_network_for_each_number_of_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fit, "rows_of", lambda plan, number: made_up(plan.players, number))
    path = tmp_path / "weights.py"
    main(["--rounds", "9", "--seed", "7", "--write", str(path)])
    assert runpy.run_path(str(path))["NETWORKS"].keys() == NETWORKS.keys()
    assert "`python -m games.plaques.fit --rounds 9 --seed 7`" in path.read_text().splitlines()[0]
    assert capsys.readouterr().out.count("before") == len(NETWORKS)


@pytest.mark.parametrize("given", [("--rounds", "0"), ("--workers", "none"), ("--write", "no/such/folder/weights.py")])
def test_what_cannot_be_done_is_refused_before_hours_of_play(given: tuple[str, str]) -> None:
    with pytest.raises(SystemExit):
        main([*given])
