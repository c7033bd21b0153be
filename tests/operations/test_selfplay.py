"""`manage.py selfplay`: bots play each other without the database."""

import json
from io import StringIO
from itertools import count
from math import inf
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from engine import Budget
from engine.search import deadline
from games.levels import levels_of
from games.registry import GAMES
from operations.management.commands.selfplay import _entrant, _plan

SLUG = next(iter(GAMES))


def selfplay(*arguments: str, **options: Any) -> str:
    out = StringIO()
    call_command("selfplay", SLUG, *arguments, stdout=out, stderr=StringIO(), **options)
    return out.getvalue()


def without_times(printed: str) -> Any:
    found = json.loads(printed)
    for bot in found["bots"]:
        del bot["mean_ms"], bot["ms_99"]
    return found


def test_the_table_has_a_line_for_each_bot():
    lines = selfplay("--bots", "steady,random", "--matches", "3").splitlines()
    assert len(lines) == 4
    assert {line.split()[0] for line in lines[1:3]} == {"steady", "random"}


def test_the_same_seed_plays_the_same_matches():
    arguments = ("--bots", "easy,random", "--matches", "2", "--seats", "3", "--json")
    once = without_times(selfplay(*arguments, "--seed", "5"))
    assert once == without_times(selfplay(*arguments, "--seed", "5", "--workers", "2"))
    assert (once["game"], once["seats"], once["matches"]) == (SLUG, 3, 2)
    assert {bot["bot"] for bot in once["bots"]} == {"easy", "random"}
    assert once != without_times(selfplay(*arguments, "--seed", "6"))


def test_more_time_for_a_decision_allows_more_simulations():
    level = levels_of(GAMES[SLUG])["sharp"]
    plan = _plan({"game": SLUG, "bots": "sharp", "seats": None, "seed": 1, "seconds": 10.0, "simulations": None})
    assert _entrant(level, plan).budget == Budget(10.0, 5000)
    assert _entrant(level, plan._replace(seconds=None)).budget == level.budget
    assert _entrant(level, plan._replace(simulations=60)).budget == Budget(10.0, 60)
    assert _entrant(level, plan._replace(seconds=None, simulations=60)).budget == Budget(inf, 60)


def test_simulations_give_the_same_matches_however_slow_the_machine_is(monkeypatch: pytest.MonkeyPatch):
    arguments = ("--bots", "sharp,random", "--matches", "1", "--simulations", "20", "--json")
    usual = without_times(selfplay(*arguments))
    ticks = count(step=1000)
    monkeypatch.setattr(deadline, "now", lambda: next(ticks))
    assert without_times(selfplay(*arguments)) == usual


def test_names_of_bots_may_follow_a_space():
    assert len(selfplay("--bots", "steady, random", "--matches", "1").splitlines()) == 4


def test_one_match_says_nothing_of_the_next_in_json():
    bots = json.loads(selfplay("--bots", "steady,random", "--matches", "1", "--json"))["bots"]
    assert [(bot["firsts"]["low"], bot["place"]["high"]) for bot in bots] == [(0, 3)] * 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--bots", "genius"], "There is no bot genius"),
        (["--bots", "random", "--seats", "99"], "seats, one for each bot"),
        (["--bots", "steady,"], "A name of a bot is empty"),
        (["--matches", "0"], "give a whole number from 1 up"),
        *((["--seconds", text], "give a number of seconds above 0") for text in ("nan", "inf", "-1", "0", "two")),
    ],
)
def test_mistakes_are_explained(arguments: list[str], words: str):
    with pytest.raises(CommandError, match=words):
        selfplay(*arguments)
