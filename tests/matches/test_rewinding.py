"""A match rewound by a moderator: fresh chance, the old branch and secrets kept, and everything verifies."""

from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest
from django.test import Client

from accounts.models import User
from engine.log import LATER_SEEDS, seed_hash
from engine.quick_chance import RandomChance
from foundation.errors import Refused, Stale
from foundation.vault import seal
from games.registry import GAMES
from games.verify import check_file
from matches.conditional_moves.book import open_book
from matches.interventions.outcomes import call_off_as_moderator
from matches.interventions.pausing import pause_as_moderator, resume_as_moderator
from matches.interventions.rewinding import Rewound, rewind_match
from matches.log.seeds import seed_at, site_seeds
from matches.log.states import game_of, open_step, state_after, state_of
from matches.models import Answer, ConditionalBook, Match
from matches.play.answers import submit_answer
from matches.rounds.resolve import resolve_round
from matches.view.match_view import match_view, matches
from matches.view.verification import export_json, match_checks
from notifications.models import Notice
from tests.matches.conditional import STAND, add_move
from tests.matches.tables import NOON, answer_all, table_of
from tests.matches.test_two_worlds import bytes_seen, some_steps

pytestmark = pytest.mark.django_db
NOTE = {"by": "a moderator", "category": "bug", "audit": 1}
HOUR = timedelta(hours=1)
NAMES = ("ana", "ben", "cleo")


def go_on(match: Match, people: list[User], steps: int = 1000, seed: int = 4, now: datetime = NOON) -> Match:
    """Play some rounds, or to the end."""
    chance = RandomChance(seed)
    match.refresh_from_db()
    for _ in range(steps):
        if match.status != Match.Status.RUNNING:
            break
        answer_all(match, people, chance, now)
        resolve_round(match_id=match.pk, now=now)
        match.refresh_from_db()
    return matches().get(pk=match.pk)


def take_back(match: Match, to: int) -> Rewound:
    done = rewind_match(match_id=match.pk, to=to, note=NOTE, now=NOON)
    match.refresh_from_db()
    return done


def failing(match: Match) -> list[str]:
    return [check.name for check in match_checks(matches().get(pk=match.pk)) if not check.ok]


def draws_of(match: Match, number: int) -> tuple[int, ...]:
    return open_step(match.steps.get(number=number, part=0)).draws


def test_a_match_goes_on_from_the_earlier_state_under_a_new_number() -> None:
    match, people = table_of(*NAMES, target=50)
    go_on(match, people, 6)
    then = state_after(match, 2)
    done = take_back(match, 2)
    match = matches().get(pk=match.pk)
    assert (done.step.number, done.step.kind, match.step, match.taken_back) == (7, "rewound", 7, [[3, 6]])
    assert state_of(match) == then
    assert [seat.number for seat in match.seats.all() if seat.awaited] == list(game_of(match).current_players(then))
    assert failing(match) == []


def test_the_same_answers_meet_other_dice() -> None:
    match, people = table_of(*NAMES, target=50)
    go_on(match, people, 6, seed=1)
    take_back(match, 0)
    go_on(match, people, 6, seed=1)
    assert [draws_of(match, number) for number in range(1, 7)] != [draws_of(match, number) for number in range(8, 14)]
    assert failing(match) == []


def test_a_pause_stands_and_the_fresh_clocks_wait_for_its_end() -> None:
    match, people = table_of(*NAMES, target=50)
    go_on(match, people, 4)
    pause_as_moderator(match_id=match.pk, note=NOTE, now=NOON)
    rewind_match(match_id=match.pk, to=2, note=NOTE, now=NOON + HOUR)
    match = matches().get(pk=match.pk)
    assert (match.status, match.pause_reason) == (Match.Status.PAUSED, "moderator")
    assert not Notice.objects.filter(kind="turn", state="due").exists()
    resume_as_moderator(match_id=match.pk, note=NOTE, now=NOON + 5 * HOUR)
    asked = matches().get(pk=match.pk).seats.filter(awaited=True)
    assert {seat.deadline for seat in asked} == {NOON + 5 * HOUR + timedelta(seconds=match.turn_seconds)}
    assert failing(match) == []


def test_what_was_sealed_and_planned_is_dropped() -> None:
    match, people = table_of(*NAMES, target=50)
    go_on(match, people, 4)
    open_step, action = match.next_step, first_action(match)
    submit_answer(match_id=match.pk, user_id=people[0].pk, step=open_step, actions=[action], now=NOON)
    take_back(match, 1)
    assert not Answer.objects.filter(match=match).exists()
    assert all(not open_book(row).moves for row in ConditionalBook.objects.filter(seat__match=match))
    with pytest.raises(Stale):
        submit_answer(match_id=match.pk, user_id=people[0].pk, step=open_step, actions=[action], now=NOON)


def books(match: Match) -> list[int]:
    """How long the sealed conditional moves of each seat are."""
    return [len(bytes(row.sealed)) for row in ConditionalBook.objects.filter(seat__match=match)]


def test_conditional_moves_go_with_the_end_and_can_be_left_again_after_a_rewind() -> None:
    match, people = table_of(*NAMES, target=25)
    begun = books(match)
    assert len(begun) == 3 and len(set(begun)) == 1
    match = go_on(match, people)
    assert match.is_over and books(match) == []
    take_back(match, 1)
    assert books(match) == begun
    match = Match.objects.get(pk=match.pk)
    add_move(match, people[0], STAND)
    call_off_as_moderator(match_id=match.pk, note=NOTE, now=NOON)
    assert books(match) == []


def first_action(match: Match) -> Any:
    return msgspec.to_builtins(game_of(match).legal_actions(state_of(match), 0)[0])


def test_a_match_that_was_over_runs_again_on_a_seed_that_nobody_has_seen() -> None:
    match, people = table_of(*NAMES, target=25)
    match = go_on(match, people)
    opened = msgspec.json.decode(export_json(match))["site_seed"]
    take_back(match, 1)
    assert (match.status, match.ended_at, match.result, match.outcome) == ("running", None, "", 2)
    assert Client().get(f"/table/{match.pk}/match.json").status_code == 403
    match = go_on(match, people, seed=9)
    record = msgspec.json.decode(export_json(match))
    assert record["later_seeds"] != [opened]
    assert failing(match) == []
    assert [check.name for check in check_file(export_json(match)) if not check.ok] == []
    record["later_seeds"] = ["00" * 32]
    assert {"chain", "chance"} <= {check.name for check in check_file(msgspec.json.encode(record)) if not check.ok}


def test_a_site_that_draws_the_next_seed_when_it_knows_all_words_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = table_of(*NAMES, target=25)
    match = go_on(match, people)
    seeds = [*site_seeds(match), b"a seed that the site likes better"[:32]]
    monkeypatch.setattr("matches.rounds.rewinding.go_on_to_next_seed", lambda match: seed_hash(seeds[1]))
    for user in ("matches.log.chain", "matches.view.verification"):
        monkeypatch.setattr(f"{user}.site_seeds", lambda match: seeds)
    take_back(match, 1)
    match = go_on(match, people, seed=9)
    faults = [check.detail for check in check_file(export_json(match)) if not check.ok]
    assert "is not the one that was fixed before the start" in faults[0]


def test_all_seeds_of_a_table_follow_from_its_root() -> None:
    root = bytes(range(32))
    for place in range(LATER_SEEDS):
        assert seed_hash(seed_at(root, place + 1)) == seed_at(root, place).hex()
    assert seed_at(root, LATER_SEEDS) == root


def test_a_match_has_so_many_seeds_and_no_more() -> None:
    match, people = table_of(*NAMES, target=25)
    match = go_on(match, people)
    Match.objects.filter(pk=match.pk).update(later_seeds=LATER_SEEDS)
    with pytest.raises(Refused) as refused:
        take_back(match, 1)
    assert refused.value.code == "taken_back_too_often"


@pytest.mark.parametrize("to", [-1, 6, 99])
def test_a_step_that_is_not_behind_is_refused(to: int) -> None:
    match, people = table_of(*NAMES, target=50)
    go_on(match, people, 6)
    with pytest.raises(Refused):
        take_back(match, to)


def test_what_was_taken_back_cannot_be_gone_back_to() -> None:
    match, people = table_of(*NAMES, target=50)
    go_on(match, people, 6)
    take_back(match, 2)
    go_on(match, people, 2)
    with pytest.raises(Refused):
        take_back(match, 4)
    take_back(match, 1)
    go_on(match, people, 2)
    assert failing(match) == []


def test_the_log_keeps_the_old_branch_and_says_so() -> None:
    match, people = table_of(*NAMES, target=50)
    go_on(match, people, 6)
    take_back(match, 2)
    match = go_on(match, people, 2)
    view = match_view(match, 0)
    assert [entry.step for entry in view.log if entry.taken_back] == [6, 5, 4, 3]
    page = Client().get(f"/table/{match.pk}/log/").content.decode()
    assert "A moderator took the match back to step 2 (a fault of the site)." in page
    assert page.count("Taken back:") == len([entry for entry in view.log if entry.taken_back and entry.sentences])
    assert "taken back" in Client().get(f"/table/{match.pk}/step/4/").content.decode()


@pytest.mark.parametrize("slug", sorted(GAMES))
@pytest.mark.sampled(2, "every game, not two")
def test_every_game_can_be_taken_back(slug: str) -> None:
    players = next(size for size in (3, 4, 2) if size in GAMES[slug].players)
    match, people = some_steps(slug, players, 12)
    take_back(match, match.step // 2)
    match = go_on(match, people, 12, seed=5)
    assert failing(match) == []


@pytest.mark.parametrize("slug", sorted(GAMES))
@pytest.mark.sampled(2, "every game, not two")
def test_nobody_sees_more_of_the_old_branch_than_they_saw(slug: str) -> None:
    """What a seat was shown of each earlier step is the same before and after."""
    players = next(size for size in (3, 4, 2) if size in GAMES[slug].players)
    match, _ = some_steps(slug, players, 8)
    seen = {
        (viewer, step): match_view(matches().get(pk=match.pk), viewer, at_step=step, log_steps=100)
        for viewer in (None, *range(players))
        for step in range(match.step)
    }
    take_back(match, match.step // 2)
    for (viewer, step), before in seen.items():
        after = match_view(matches().get(pk=match.pk), viewer, at_step=step, log_steps=100)
        assert after.seen == before.seen
        assert [entry.events for entry in after.log] == [entry.events for entry in before.log]


@pytest.mark.parametrize("slug", sorted(GAMES))
@pytest.mark.sampled(1, "every game, not one")
def test_worlds_that_a_seat_cannot_tell_apart_look_the_same_after_it(slug: str) -> None:
    players = next(size for size in (3, 4, 2) if size in GAMES[slug].players)
    match, people = some_steps(slug, players, 8)
    take_back(match, match.step // 2)
    match = matches().get(pk=match.pk)
    game, state, chance = game_of(match), state_of(match), RandomChance(5)
    for player, user in enumerate(people):
        before = bytes_seen(matches().get(pk=match.pk), user)
        stand_at(match, game.imagine(game.observation(state, player), player, chance))
        assert bytes_seen(matches().get(pk=match.pk), user) == before
        stand_at(match, state)


def stand_at(match: Match, state: Any) -> None:
    """Put another state behind the step that took the match back."""
    Match.objects.filter(pk=match.pk).update(sealed_state=seal(state))
    match.steps.filter(number=match.step, part=0).update(sealed_state=seal(state))


def test_a_pile_is_reshuffled() -> None:
    """Players have seen the results, so the same ones must not come again."""
    match, people = table_of(*NAMES, slug="hexes")
    go_on(match, people, 4)
    then = state_after(match, 1)
    take_back(match, 1)
    bag = state_of(matches().get(pk=match.pk)).bag
    assert bag != then.bag
    assert sorted(bag) == sorted(then.bag)
