"""Hints: in unrated matches, for one's own seat, from what it may know, and known to all as asked for."""

from dataclasses import replace as evolve
from datetime import timedelta
from functools import partial
from time import sleep
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace

from accounts.models import User
from analysis import thinking
from analysis.findings import Advice, Finding
from analysis.models import Hint
from analysis.policy import HINT_AGAIN_AFTER, HINTS_AN_HOUR, LEASE_SECONDS, PARTS_LOST
from analysis.scale import as_chances
from analysis.selectors.hints import hint_in
from analysis.services import hints
from analysis.services.hints import ask_hint, longest_waiting, think_of_hint
from analysis.services.sweep import sweep
from engine import AnyGame
from engine.quick_chance import RandomChance
from engine.search import Hooks
from foundation.errors import Forbidden, Refused, Stale
from foundation.niced import Closed, NicedProcess
from foundation.vault import seal, unseal
from games.levels import hooks_of
from games.registry import GAMES
from matches.activity.record import record_activity
from matches.bots.kinds import SEARCH
from matches.bots.search_slots import time_to_search
from matches.bots.thinking import SEARCHERS
from matches.clocks.pauses import pause_match, resume_match
from matches.log.states import game_of, state_of
from matches.models import Match
from matches.rounds.locking import lock_match
from matches.timeouts.stand_ins import begin_stand_in
from matches.view.match_view import match_view, matches, seat_of
from tests.api.bots import caller, problem
from tests.matches.tables import NOON, table_of
from tests.matches.test_concurrency import at_once
from tests.matches.test_two_worlds import some_steps
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db
SOON = NOON + timedelta(seconds=3)


def text(client: Client, match: Match) -> str:
    return " ".join(client.get(f"/table/{match.pk}/").text.split())


def hinted(match: Match, user: User) -> Hint:
    hint = ask_hint(match_id=match.pk, user=user, now=NOON)
    think_of_hint(hint_id=hint.pk, now=SOON)
    return Hint.objects.get(pk=hint.pk)


def test_a_player_asks_waits_and_reads_what_sharp_would_do() -> None:
    match, people = table_of("ana", "ben", "cleo", rated=False)
    ana, ben = client_of(people[0]), client_of(people[1])
    assert "Ask for a hint" in text(ana, match)
    assert ana.post(f"/table/{match.pk}/hint/")["Location"] == f"/table/{match.pk}/#hint"
    assert "is thinking about your hint" in text(ana, match)
    assert "Ask for a hint" in text(ben, match)
    assert think_of_hint(hint_id=Hint.objects.get().pk, now=SOON)
    legal = [choice.words for choice in match_view(match, 0).asked.choices]  # type: ignore[union-attr]
    page = text(ana, match)
    assert any(f"would choose <strong>{words}</strong>" in page for words in legal)
    assert "would choose" not in text(ben, match)


def test_everyone_at_the_table_learns_that_a_hint_was_asked_for_and_once() -> None:
    match, people = table_of("ana", "ben", "cleo", rated=False)
    for _ in range(2):
        ask_hint(match_id=match.pk, user=people[0], now=NOON)
    assert Hint.objects.count() == 1
    assert [one.sentence for one in match_view(match, 1).activity] == ["Ana asked for a hint."]
    assert [one.sentence for one in match_view(match, 0).activity] == ["You asked for a hint."]


def test_no_hints_where_it_counts() -> None:
    match, people = table_of("ana", "ben", "cleo", rated=True)
    assert "hint" not in text(client_of(people[0]), match)
    with pytest.raises(Refused, match="This match counts"):
        ask_hint(match_id=match.pk, user=people[0], now=NOON)
    match, people = table_of("ana", "ben", "cleo", rated=False)
    Match.objects.filter(pk=match.pk).update(host=None)
    assert "hint" not in text(client_of(people[0]), match)
    with pytest.raises(Refused, match="This match counts"):
        ask_hint(match_id=match.pk, user=people[0], now=NOON)


def test_no_hint_for_anyone_else_nor_out_of_turn() -> None:
    match, people = table_of("ana", "ben", "cleo", rated=False)
    eve = User.objects.create_user(username="eve")
    with pytest.raises(Forbidden, match="no seat"):
        ask_hint(match_id=match.pk, user=eve, now=NOON)
    assert "You have no seat at this table" in client_of(eve).post(f"/table/{match.pk}/hint/").text
    match.seats.filter(number=1).update(awaited=False)
    with pytest.raises(Stale, match="not asked"):
        ask_hint(match_id=match.pk, user=people[1], now=NOON)
    begin_stand_in(match=match, seat=match.seats.get(number=2), now=NOON)
    with pytest.raises(Stale, match="not asked"):
        ask_hint(match_id=match.pk, user=people[2], now=NOON)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    with pytest.raises(Stale, match="not running"):
        ask_hint(match_id=match.pk, user=people[0], now=NOON)
    assert not Hint.objects.exists()


def test_only_so_many_within_an_hour() -> None:
    match, people = table_of("ana", "ben", "cleo", rated=False)
    for number in range(HINTS_AN_HOUR):
        Hint.objects.create(match=match, seat=0, step=100 + number, user=people[0], asked_at=NOON)
    with pytest.raises(Refused, match=r"within an hour\. Ask again in 12 minutes"):
        ask_hint(match_id=match.pk, user=people[0], now=NOON + timedelta(minutes=48, seconds=5))
    ask_hint(match_id=match.pk, user=people[1], now=NOON)
    ask_hint(match_id=match.pk, user=people[0], now=NOON + timedelta(hours=1))


def test_programs_are_told_when_to_ask_again() -> None:
    match, people = table_of("ana", "ben", "cleo", rated=False)
    for number in range(HINTS_AN_HOUR):
        Hint.objects.create(match=match, seat=0, step=100 + number, user=people[0], asked_at=timezone.now())
    refused = caller(people[0]).post(f"matches/{match.pk}/hint")
    problem(refused, 400, "hints_used_up")
    assert refused.headers["Retry-After"] == "3600"


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_hints_at_several_tables_at_once_are_counted_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def slowly(**what: Any) -> None:
        sleep(0.3)
        record_activity(**what)

    monkeypatch.setattr(hints, "record_activity", slowly)
    tables = [table_of("ana", "ben", "cleo", rated=False) for _ in range(4)]
    ana = tables[0][1][0]
    for number in range(HINTS_AN_HOUR - 1):
        Hint.objects.create(match=tables[0][0], seat=0, step=100 + number, user=ana, asked_at=NOON)
    got = at_once([partial(ask_hint, match_id=match.pk, user=ana, now=NOON) for match, _ in tables])
    assert got.count("hints_used_up") == 3
    assert Hint.objects.filter(user=ana).count() == HINTS_AN_HOUR


@pytest.mark.parametrize("slug", GAMES)
def test_a_hint_follows_from_what_its_seat_may_know_alone(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the other world all that the seat cannot know is otherwise; the search is asked the very same."""
    match, people = some_steps(slug, max(GAMES[slug].players[0], 3), 3)
    Match.objects.filter(pk=match.pk).update(rated=False)
    state, game = state_of(match), game_of(match)
    seat = game.current_players(state)[0]
    imagined = game.imagine(game.observation(state, seat), seat, RandomChance(5))
    asked: list[tuple[Any, ...]] = []

    def search(work: object, *given: Any) -> bytes:
        asked.append(given)
        return b'{"answers":[]}'

    monkeypatch.setattr(SEARCHERS, "run", search)
    for world in (state, imagined):
        Match.objects.filter(pk=match.pk).update(sealed_state=seal(world))
        hinted(match, people[seat])
        Hint.objects.all().delete()
    assert len(asked) == 2
    assert asked[0] == asked[1]


def test_a_hint_changes_nothing_for_others_but_that_it_was_asked_for() -> None:
    """Two worlds with different hints give the same page to everyone else."""
    match, people = table_of("ana", "ben", "cleo", rated=False)
    hint = hinted(match, people[0])
    advice = unseal(hint.sealed, Advice)
    assert advice.answers
    pages = []
    for found in (advice, Advice(())):
        Hint.objects.update(sealed=seal(found))
        shown = [hint_in(match_view(matches().get(pk=match.pk), seat)) for seat in (None, 1, 2)]
        assert all(one is None or not one.asked for one in shown)
        pages.append([caller(user).get(f"matches/{match.pk}").content for user in people[1:]])
    assert pages[0] == pages[1]


@pytest.mark.parametrize("stretch", [0.7, 1.0, 1.4])
def test_a_hint_says_the_chance_to_win_that_the_teacher_says(stretch: float, monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = table_of("ana", "ben", "cleo", rated=False)
    hint = hinted(match, people[0])
    first = unseal(hint.sealed, Advice).answers[0]
    advice = Advice((replace(first, worth=0.5, error=0.1),))
    Hint.objects.update(sealed=seal(advice))
    monkeypatch.setattr("analysis.selectors.hints.hooks_of", lambda _: Hooks(stretch=stretch))
    shown = hint_in(match_view(matches().get(pk=match.pk), 0))
    even = (1 / 3, 1 / 3, 1 / 3)
    [taught] = as_chances([Finding(0, even, even, 0.0, advice=advice)], stretch)
    assert shown is not None and taught.advice is not None
    assert shown.first.chance == round(100 * taught.advice.answers[0].worth) == round(100 / 3 + stretch * 50 / 3)
    assert shown.first.error == round(10 * stretch)


@pytest.mark.usefixtures("unstretched")
@pytest.mark.parametrize(
    ("others", "error", "said"),
    [(0, 0.0, False), (1, 0.0, True), (1, 0.002, True), (1, 0.05, True)],
)
def test_a_hint_says_a_chance_to_win_unless_there_was_nothing_to_compare(others: int, error: float, said: bool) -> None:
    match, people = table_of("ana", "ben", "cleo", rated=False)
    hint = hinted(match, people[0])
    first = replace(unseal(hint.sealed, Advice).answers[0], worth=0.5, error=error, share=1.0)
    Hint.objects.update(sealed=seal(Advice((first, *[replace(first, share=0.0)] * others))))
    page = text(client_of(people[0]), match)
    assert ("a chance to win of about 50 per cent" in page) is said
    assert ("50 per cent, ± 5" in page) is (error == 0.05)
    assert "± 0" not in page


def test_the_round_that_is_over_has_no_hint_any_more() -> None:
    match, people = table_of("ana", "ben", "cleo", rated=False)
    hint = ask_hint(match_id=match.pk, user=people[0], now=NOON)
    Hint.objects.update(step=hint.step + 7)
    assert not think_of_hint(hint_id=hint.pk, now=SOON)
    assert Hint.objects.get().done_at == SOON
    assert "Ask for a hint" in text(client_of(people[0]), match)


def test_a_search_that_fails_is_said_to_and_may_be_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = table_of("ana", "ben", "cleo", rated=False)

    def fail(*_: object) -> None:
        raise MemoryError

    failed: list[str] = []
    with monkeypatch.context() as patch:
        patch.setattr(SEARCHERS, "run", fail)
        patch.setattr("matches.signals.bot_failed.send", lambda *, sender, brain: failed.append(brain))
        hint = hinted(match, people[0])
    assert failed == ["sharp"], "it counts in the operator's figures"
    page = text(client_of(people[0]), match)
    assert "could not work out your hint. Ask again in a minute." in page
    assert "Ask for a hint" in page
    reply = caller(people[0]).get(f"matches/{match.pk}/hint").json()
    assert reply == {"asked": True, "done": True, "answers": [], "failed": True}
    assert ask_hint(match_id=match.pk, user=people[0], now=SOON) == hint
    later = NOON + HINT_AGAIN_AFTER
    again = ask_hint(match_id=match.pk, user=people[0], now=later)
    assert "is thinking about your hint" in text(client_of(people[0]), match)
    assert think_of_hint(hint_id=again.pk, now=later)
    assert "would choose <strong>" in text(client_of(people[0]), match)
    assert ask_hint(match_id=match.pk, user=people[0], now=later + HINT_AGAIN_AFTER) == again


def test_a_hint_that_loses_its_workers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = table_of("ana", "ben", "cleo", rated=False)
    hint, now = ask_hint(match_id=match.pk, user=people[0], now=NOON), NOON

    def kill(*_: object) -> None:
        raise SystemExit

    monkeypatch.setattr(SEARCHERS, "run", kill)
    for _ in range(PARTS_LOST):
        with pytest.raises(SystemExit):
            think_of_hint(hint_id=hint.pk, now=now)
        now += timedelta(seconds=LEASE_SECONDS)
    assert not think_of_hint(hint_id=hint.pk, now=now)
    assert Hint.objects.get().done_at == now
    assert "could not work out your hint" in text(client_of(people[0]), match)


def test_a_decision_with_one_answer_worth_comparing_gets_that_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = table_of("ana", "ben", "cleo", rated=False)
    legal = match_view(match, 0).asked.choices  # type: ignore[union-attr]
    assert len(legal) > 1

    def only_one(game: AnyGame) -> Hooks:
        return evolve(hooks_of(game), candidates=lambda _, actions: actions[-1:])

    monkeypatch.setattr(thinking, "hooks_of", only_one)
    hinted(match, people[0])
    page = text(client_of(people[0]), match)
    assert f"would choose <strong>{legal[-1].words}</strong>." in page


def test_a_hint_cut_off_by_the_end_of_the_site_is_thought_about_after_its_next_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, people = table_of("ana", "ben", "cleo", rated=False)
    hint = ask_hint(match_id=match.pk, user=people[0], now=NOON)
    with monkeypatch.context() as patch:
        ended = NicedProcess(patience=60)
        ended.close_for_good()
        patch.setattr(hints, "SEARCHERS", ended)
        with pytest.raises(Closed):
            think_of_hint(hint_id=hint.pk, now=SOON)
    assert not Hint.objects.get().done_at
    assert "is thinking about your hint" in text(client_of(people[0]), match)
    later = SOON + timedelta(seconds=LEASE_SECONDS)
    assert sweep(now=later) == 1
    assert think_of_hint(hint_id=hint.pk, now=later)


def test_a_hint_that_got_lost_is_found_by_the_sweep_and_thought_about_once() -> None:
    match, people = table_of("ana", "ben", "cleo", rated=False)
    hint = ask_hint(match_id=match.pk, user=people[0], now=NOON)
    assert sweep(now=SOON) == 1
    Hint.objects.update(claimed_at=SOON)
    assert sweep(now=SOON) == 0
    assert not think_of_hint(hint_id=hint.pk, now=SOON)
    assert think_of_hint(hint_id=hint.pk, now=SOON + timedelta(minutes=5))
    assert not think_of_hint(hint_id=hint.pk, now=SOON + timedelta(minutes=50))


def test_a_hint_waits_while_the_match_is_paused() -> None:
    match, people = table_of("ana", "ben", "cleo", rated=False)
    hint = ask_hint(match_id=match.pk, user=people[0], now=NOON)
    with transaction.atomic():
        pause_match(match=lock_match(match.pk), reason="vote", now=NOON)
    assert not think_of_hint(hint_id=hint.pk, now=SOON)
    hint.refresh_from_db()
    assert (hint.claimed_at, hint.done_at) == (None, None)
    assert sweep(now=SOON) == 0
    assert longest_waiting() is None
    with transaction.atomic():
        resume_match(match=lock_match(match.pk), now=SOON)
    assert ask_hint(match_id=match.pk, user=people[0], now=SOON) == hint
    assert "is thinking about your hint" in text(client_of(people[0]), match)
    assert sweep(now=SOON) == 1
    assert think_of_hint(hint_id=hint.pk, now=SOON)
    assert "would choose <strong>" in text(client_of(people[0]), match)


def test_while_a_bot_searches_a_hint_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = table_of("ana", "ben", "cleo", rated=False)
    hint = ask_hint(match_id=match.pk, user=people[0], now=NOON)
    monkeypatch.setattr(hints, "HINT_SECONDS", 2.0)
    with time_to_search(SEARCH):
        assert not think_of_hint(hint_id=hint.pk, now=SOON)
    assert Hint.objects.get().claimed_at is None


def test_a_hint_is_asked_for_again_once_the_place_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = table_of("ana", "ben", bots=["sharp"], rated=False)
    Match.objects.filter(pk=match.pk).update(bots_asked_at=SOON)
    asked: list[int] = []
    monkeypatch.setattr(hints, "enqueue_hint", asked.append)
    monkeypatch.setattr("matches.queue.enqueue_play_bots", lambda number: asked.append(-number))
    hint = ask_hint(match_id=match.pk, user=people[0], now=NOON)
    with time_to_search(SEARCH):
        asked.clear()
    assert asked == [hint.pk]
    Match.objects.filter(pk=match.pk).update(bots_asked_at=NOON - timedelta(seconds=1))
    with time_to_search(SEARCH):
        pass
    assert asked == [hint.pk, -match.pk], "what waits longest comes first"


def test_programs_ask_and_read_too() -> None:
    match, people = table_of("ana", "ben", "cleo", rated=False)
    ana, nothing = caller(people[0]), {"done": False, "answers": [], "failed": False}
    assert ana.get(f"matches/{match.pk}/hint").json() == {**nothing, "asked": False}
    assert ana.post(f"matches/{match.pk}/hint").json() == {**nothing, "asked": True}
    think_of_hint(hint_id=Hint.objects.get().pk, now=SOON)
    reply = ana.get(f"matches/{match.pk}/hint").json()
    assert reply["done"]
    assert {"action", "words", "chance", "error", "share"} == set(reply["answers"][0])
    match.refresh_from_db()
    legal = [choice.action for choice in match_view(match, seat_of(match, people[0].pk)).asked.choices]  # type: ignore[union-attr]
    assert game_of(match).action_from(reply["answers"][0]["action"]) in legal
    assert not caller(people[1]).get(f"matches/{match.pk}/hint").json()["asked"]
    rated, _ = table_of("ana", "ben", "cleo", rated=True)
    problem(ana.post(f"matches/{rated.pk}/hint"), 400, "hint_rated")
