"""Plans make the waiting short: the measurement itself, over one hand."""

import pytest

from bench.plans import measured


@pytest.mark.django_db
def test_a_planned_auction_waits_at_most_a_third_as_often() -> None:
    figures = {figure.figure: figure.value for figure in measured(hands=1)}
    assert 0 < 3 * figures["plans.waits_with"] <= figures["plans.waits_without"]
    assert figures["plans.waits_with"] <= figures["plans.waits_when_asked"] < figures["plans.waits_without"]
