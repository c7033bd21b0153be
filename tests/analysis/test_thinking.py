"""What the search is asked for hints and by the teacher, and what comes back."""

from itertools import count
from statistics import stdev

import msgspec
import pytest

from analysis import thinking
from analysis.findings import Advice, Considered, Finding
from analysis.selectors.costs import cost_of
from engine import Budget
from engine.chance import choice
from engine.quick_chance import RandomChance
from engine.search import SearchBot, Thought
from engine.search.outlook import Outlook
from games.registry import GAMES

RUNS = 6


def asked_of(slug: str, seats: int) -> tuple[bytes, bytes]:
    """What the first seat with a choice sees and may answer, after some random steps."""
    game, chance = GAMES[slug], RandomChance(3)
    state = game.initial_state(seats, game.Options(), chance).state
    for _ in range(6):
        joint = {seat: choice(chance, game.legal_actions(state, seat)) for seat in game.current_players(state)}
        state = game.apply(state, joint, chance).state
    seat = next(one for one in game.current_players(state) if len(game.legal_actions(state, one)) > 1)
    seen, legal = game.observation(state, seat), game.legal_actions(state, seat)
    return msgspec.json.encode(seen), msgspec.json.encode(list(legal))


@pytest.mark.parametrize("slug", ["bid", "hexes"])
def test_what_an_answer_is_worth_is_off_by_about_as_much_as_is_said(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "SHARP", Budget(seconds=60, simulations=60))
    seeds = count()
    monkeypatch.setattr(thinking, "RandomChance", lambda: RandomChance(next(seeds)))
    seen, legal = asked_of(slug, 3)
    found = [msgspec.json.decode(thinking.advise(slug, seen, legal, 60), type=Advice) for _ in range(RUNS)]
    worths: dict[str, list[float]] = {}
    for one in (answer for advice in found for answer in advice.answers):
        worths.setdefault(str(one.action), []).append(one.worth)
    met = [one for one in worths.values() if len(one) == RUNS]
    off = max(stdev(one) for one in met)
    said = [one.error for advice in found for one in advice.answers]
    assert off < max(said) < 0.1


def test_shares_are_those_by_which_sharp_draws_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it would hardly give it never gives, and what is left is worth most first."""
    seen, legal = asked_of("bid", 3)
    actions = [GAMES["bid"].action_from(raw) for raw in msgspec.json.decode(legal)][:4]
    thought = Thought(actions, (0.72, 0.18, 0.08, 0.02), (0.5, 0.5, 0.3, 0.4), 100, (70, 20, 5, 5))
    monkeypatch.setattr(SearchBot, "think", lambda *_: thought)
    answers = msgspec.json.decode(thinking.advise("bid", seen, legal, 1), type=Advice).answers
    assert [(one.share, one.worth) for one in answers] == [
        (pytest.approx(0.8), 0.5),
        (pytest.approx(0.2), 0.5),
        (0.0, 0.4),
        (0.0, 0.3),
    ]


def test_an_answer_that_sharp_gives_too_costs_nothing_however_many_it_draws_from() -> None:
    answers = [Considered(number, 0.5 - 0.01 * number, 0.01, 1 / 12) for number in range(12)]
    assert cost_of(Advice(tuple(answers), mine=11)) == 0
    answers[11] = Considered(11, 0.39, 0.01, 0.0)
    assert cost_of(Advice(tuple(answers), mine=11)) == 11


def test_luck_at_the_end_is_a_difference_of_results() -> None:
    """Being second is worth a little to the search, but nothing of a win."""
    lost, won = (thinking.Place(msgspec.Raw(b"{}"), places) for places in ((1, 2, 3), (2, 1, 3)))
    task = thinking.Task(game="bid", seat=1, step=9, here=lost, others=(won, lost))
    finding = msgspec.json.decode(thinking.look(msgspec.json.encode(task)), type=Finding)
    assert finding.ends == (1.0, 0.0, 0.0)
    assert finding.luck is not None
    assert finding.luck.gain == -0.5


def test_draws_that_would_not_have_ended_the_match_are_played_to_the_end_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """What *sharp* thinks of a position is on another scale than results are."""

    def outlook(*_: object, to_the_end: bool) -> Outlook:
        return Outlook((0.0, 1.0, 0.0) if to_the_end else (0.2, 0.6, 0.2), 0.0)

    monkeypatch.setattr(thinking, "outlook", outlook)
    seen, _ = asked_of("bid", 3)
    lost, goes_on = thinking.Place(msgspec.Raw(b"{}"), (1, 2, 3)), thinking.Place(msgspec.Raw(seen))
    gains = []
    for here, other in ((lost, goes_on), (goes_on, goes_on)):
        task = thinking.Task(game="bid", seat=1, step=9, here=here, others=(other, other))
        finding = msgspec.json.decode(thinking.look(msgspec.json.encode(task)), type=Finding)
        assert finding.luck is not None
        gains.append(finding.luck.gain)
    assert gains == [-1.0, 0.0]
