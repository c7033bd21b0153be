"""A bot that fails, in a process as on the site, plays the default action; the next one thinks as ever."""

from collections.abc import Callable, Iterator
from threading import Timer

import pytest
from prometheus_client import REGISTRY

from foundation.niced import Closed, NicedProcess
from matches.bots import thinking
from matches.bots.play import play_bots
from matches.log.sealed_answers import open_answer
from matches.models import Match
from matches.timeouts.stand_ins import begin_stand_in
from tests.matches import bad_bots
from tests.matches.tables import NOON, table_of

pytestmark = pytest.mark.django_db
SECONDS = 0.3


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> Iterator[NicedProcess]:
    """A process with less patience than that of the site, and the same memory."""
    process = NicedProcess(patience=60, seconds=SECONDS, memory=thinking.MEMORY)
    monkeypatch.setattr(thinking, "THINKERS", process)
    yield process
    process.close()


def failures() -> float:
    return REGISTRY.get_sample_value("piecepack_bot_failures_total", {"bot": "steady"}) or 0


def answered_by(match: Match) -> str:
    return open_answer(match.answers.get(step=match.next_step, seat__number=1)).answered_by


@pytest.mark.parametrize("wrong", [bad_bots.raise_error, bad_bots.hang, bad_bots.hoard, bad_bots.answer_illegally])
def test_a_bad_bot_plays_the_default_and_the_match_goes_on(
    wrong: Callable[..., int], process: NicedProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = failures()
    match, _ = table_of("ana", "ben", "cleo")
    begin_stand_in(match=match, seat=match.seats.get(number=1), now=NOON)
    with monkeypatch.context() as patched:
        patched.setattr(thinking, "think", wrong)
        assert play_bots(match_id=match.pk, now=NOON) == 1
    assert answered_by(match) == "default"
    assert failures() == before + 1
    process.seconds = 60
    match, _ = table_of("dora", "emil", "fritz")
    begin_stand_in(match=match, seat=match.seats.get(number=1), now=NOON)
    assert play_bots(match_id=match.pk, now=NOON) == 1
    assert answered_by(match) == "stand_in"
    assert failures() == before + 1


def test_a_bot_whose_thought_is_cut_off_by_the_end_of_the_site_is_asked_after_its_next_start(
    process: NicedProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, process.seconds = failures(), 60
    match, _ = table_of("ana", "ben", "cleo")
    begin_stand_in(match=match, seat=match.seats.get(number=1), now=NOON)
    ending = Timer(1, process.close_for_good)
    with monkeypatch.context() as patched:
        patched.setattr(thinking, "think", bad_bots.hang)
        ending.start()
        with pytest.raises(Closed):
            play_bots(match_id=match.pk, now=NOON)
    assert not match.answers.exists()
    assert failures() == before
    assert Match.objects.filter(pk=match.pk, bots_asked_at__isnull=False).exists()
    started = NicedProcess(patience=60, memory=thinking.MEMORY)
    try:
        monkeypatch.setattr(thinking, "THINKERS", started)
        assert play_bots(match_id=match.pk, now=NOON) == 1
    finally:
        started.close()
    assert answered_by(match) == "stand_in"
