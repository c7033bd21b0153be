"""Conditional moves shorten the waiting: the measurement itself, over one hand."""

import pytest

from bench import conditional_moves
from bench.conditional_moves import measure
from bench.figures import missed_bars


@pytest.mark.django_db
@pytest.mark.exhaustive("the bar of the benchmark")
def test_an_auction_with_conditional_moves_waits_at_most_a_third_as_often() -> None:
    found = list(measure(hands=1))
    figures = {figure.figure: figure.value for figure in found}
    assert 0 < 3 * figures["conditional_moves.waits_with"] <= figures["conditional_moves.waits_without"]
    assert not any(missed_bars(figure) for figure in found)
    assert (
        figures["conditional_moves.waits_with"]
        <= figures["conditional_moves.waits_when_asked"]
        < figures["conditional_moves.waits_without"]
    )


@pytest.mark.django_db
@pytest.mark.exhaustive("the bar of the benchmark")
def test_conditional_moves_that_save_no_waiting_miss_their_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conditional_moves, "_everyone_answers_ahead", conditional_moves._by_hand)
    missed = [words for figure in measure(hands=1) for words in missed_bars(figure)]
    assert len(missed) == 1 and missed[0].startswith("conditional_moves.waits_with is ")
