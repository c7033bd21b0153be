"""The last round taken back as all players agreed: when it may be, what stays visible, and votes at bad moments."""

import dataclasses
from typing import Any

import msgspec
import pytest
from django.test import Client

from accounts.models import User
from foundation.errors import Refused
from games.verify import check_file
from matches import policy
from matches.lobby.resigning import resign_seat
from matches.lobby.votes import answer_vote, open_vote
from matches.log.states import game_of, state_after, state_of
from matches.models import Match
from matches.play.answers import submit_answer
from matches.rounds.resolve import resolve_round
from matches.timeouts.stand_ins import begin_stand_in, take_back_seat
from matches.view.match_view import match_view, matches
from matches.view.verification import export_json, match_checks
from moderation.services.verifying import match_faults
from notifications.models import Notice
from tests.api.bots import caller, problem
from tests.matches.tables import NOON, table_of
from tests.matches.test_concurrency import at_once
from tests.matches.test_rewinding import go_on
from tests.support.html import squeezed

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
OPEN = "plaque-auction"
"""A game whose players bid one after the other, in the open."""


def begun(slug: str = OPEN, *, rated: bool = False, **settings: Any) -> tuple[Match, list[User]]:
    """A match of three people after its first round."""
    match, people = table_of("ana", "ben", "cleo", slug=slug, rated=rated, **settings)
    return play_first(match, people), people


def play_first(match: Match, people: list[User]) -> Match:
    """Everyone who is asked gives their first legal answer."""
    game, state = game_of(match), state_of(match)
    for player in game.current_players(state):
        action = msgspec.to_builtins(game.legal_actions(state, player)[0])
        submit_answer(match_id=match.pk, user_id=people[player].pk, step=match.next_step, actions=[action], now=NOON)
    resolve_round(match_id=match.pk, now=NOON)
    return matches().get(pk=match.pk)


def ask(match: Match, user: User) -> None:
    open_vote(match_id=match.pk, user_id=user.pk, kind="take_back", now=NOON)


def agree(match: Match, user: User) -> None:
    answer_vote(match_id=match.pk, user_id=user.pk, kind="take_back", agree=True, now=NOON)


def stand_in(match: Match, user: User) -> None:
    """A bot answers for a player who does not come."""
    begin_stand_in(match=match, seat=match.seats.select_related("user").get(user=user), now=NOON)


def refused(act: Any) -> str:
    with pytest.raises(Refused) as error:
        act()
    return error.value.code


def test_all_agree_and_the_round_is_played_again_with_the_branch_in_the_log() -> None:
    match, people = begun()
    before, last = state_after(match, match.step - 1), match.step
    ask(match, people[0])
    agree(match, people[1])
    match.refresh_from_db()
    assert match.step == last and match.vote == "take_back"
    agree(match, people[2])
    match.refresh_from_db()
    assert match.step == last + 1 and match.was_taken_back(last) and not match.vote
    assert game_of(match).current_players(state_of(match)) == game_of(match).current_players(before)
    log = match_view(matches().get(pk=match.pk), 0).log
    assert any(entry.taken_back for entry in log)
    words = " ".join(sentence for entry in log for sentence in entry.sentences)
    assert f"All players agreed and took the match back to step {last - 1}." in words
    assert {row.user for row in Notice.objects.filter(kind="news", channel="page")} == set(people)
    assert "went back" in Notice.objects.filter(kind="news")[0].context["text"]
    match = go_on(match, people)
    assert match.status == Match.Status.FINISHED
    assert [check.name for check in match_checks(match) if not check.ok] == []
    assert match_faults(match) == [], "the audit expects no row for what no moderator did"
    checks = {check.name: check.detail for check in check_file(export_json(match))}
    assert "taken_back" in checks and "moderators" not in checks


def test_what_opened_or_was_drawn_stays() -> None:
    match, people = begun("bid")
    assert refused(lambda: ask(match, people[0])) == "round_stays"
    match, people = begun(bidding="sealed")
    assert refused(lambda: ask(match, people[0])) == "round_stays"


def test_a_rated_match_allows_it_only_where_its_host_did() -> None:
    match, people = begun(rated=True)
    assert refused(lambda: ask(match, people[0])) == "no_take_backs"
    client = Client()
    client.force_login(people[0])
    assert "Ask to take the last round back" not in squeezed(client.get(f"/table/{match.pk}/").content.decode())
    allowed, people = begun(rated=True, take_backs=True)
    assert "Ask to take the last round back" in squeezed(client.get(f"/table/{allowed.pk}/").content.decode())
    for index, act in enumerate((ask, agree, agree)):
        act(allowed, people[index])
    allowed.refresh_from_db()
    assert allowed.taken_back


def test_nothing_is_taken_back_before_the_first_round_or_twice() -> None:
    match, people = table_of("ana", "ben", "cleo", slug=OPEN, rated=False)
    assert refused(lambda: ask(match, people[0])) == "round_stays"
    match = play_first(match, people)
    for index, act in enumerate((ask, agree, agree)):
        act(match, people[index])
    assert refused(lambda: ask(match, people[1])) == "round_stays"


def test_each_asks_once_for_a_round() -> None:
    match, people = begun()
    ask(match, people[0])
    answer_vote(match_id=match.pk, user_id=people[1].pk, kind="take_back", agree=False, now=NOON)
    assert refused(lambda: ask(match, people[0])) == "asked_already"
    ask(match, people[1])
    answer_vote(match_id=match.pk, user_id=people[2].pk, kind="take_back", agree=False, now=NOON)
    ask(play_first(match, people), people[0])


def test_a_round_that_resolves_ends_the_vote_about_the_one_before() -> None:
    match, people = begun()
    ask(match, people[0])
    agree(match, people[1])
    later = play_first(match, people)
    assert match_view(later, 2).vote is None
    assert refused(lambda: agree(match, people[2])) == "no_vote"
    ask(match, people[2])
    match.refresh_from_db()
    assert (match.vote_step, match.vote_agreed) == (later.step, [2])
    assert match.activity.filter(kind="vote_lapsed").count() == 1
    assert not match.taken_back


def test_one_who_leaves_is_not_waited_for_and_asks_no_more() -> None:
    match, people = begun()
    ask(match, people[0])
    agree(match, people[1])
    resign_seat(match_id=match.pk, user_id=people[2].pk, now=NOON)
    match.refresh_from_db()
    assert match.taken_back
    assert refused(lambda: ask(match, people[2])) == "no_vote_of_yours"


def test_it_waits_for_one_whose_seat_a_bot_holds() -> None:
    match, people = begun()
    stand_in(match, people[2])
    assert refused(lambda: ask(match, people[0])) == "somebody_away"
    take_back_seat(match_id=match.pk, user_id=people[2].pk, now=NOON)
    for index, act in enumerate((ask, agree, agree)):
        act(match, people[index])
    match.refresh_from_db()
    assert match.taken_back


def test_a_bot_that_takes_a_seat_meanwhile_ends_the_vote() -> None:
    match, people = begun()
    ask(match, people[0])
    stand_in(match, people[2])
    agree(match, people[1])
    match.refresh_from_db()
    assert not match.taken_back and not match.vote


def test_two_who_agree_at_once_take_back_one_round() -> None:
    match, people = begun()
    ask(match, people[0])
    done = at_once([lambda user=user: agree(match, user) for user in people[1:]])  # type: ignore[misc]
    assert done == [None, None]
    match.refresh_from_db()
    assert len(match.taken_back) == 1 and match.step == 2


def test_a_vote_while_the_round_resolves_takes_back_that_round_or_none() -> None:
    match, people = begun()
    ask(match, people[0])
    agree(match, people[1])
    game, state = game_of(match), state_of(match)
    for player in game.current_players(state):
        action = msgspec.to_builtins(game.legal_actions(state, player)[0])
        submit_answer(match_id=match.pk, user_id=people[player].pk, step=match.next_step, actions=[action], now=NOON)
    at_once([lambda: agree(match, people[2]), lambda: resolve_round(match_id=match.pk, now=NOON)])
    match.refresh_from_db()
    assert match.taken_back in ([], [[1, 1]])
    assert [check.name for check in match_checks(matches().get(pk=match.pk)) if not check.ok] == []


def test_a_program_asks_and_agrees() -> None:
    match, people = begun()
    ana, ben, cleo = map(caller, people)
    assert ana.post(f"matches/{match.pk}/votes", {"kind": "take_back"}).json()["vote"]["kind"] == "take_back"
    ben.post(f"matches/{match.pk}/votes/answers", {"kind": "take_back", "agree": True})
    assert cleo.post(f"matches/{match.pk}/votes/answers", {"kind": "take_back", "agree": True}).json()["vote"] is None
    match.refresh_from_db()
    assert match.taken_back
    rated, _ = begun(rated=True)
    problem(ana.post(f"matches/{rated.pk}/votes", {"kind": "take_back"}), 400, "no_take_backs", "/kind")


def test_a_match_is_taken_back_so_often_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each time makes it two steps longer, for everyone who opens its log."""
    monkeypatch.setattr(policy, "POLICY", dataclasses.replace(policy.POLICY, take_backs_most=2))
    match, people = begun()
    for _ in range(2):
        for index, act in enumerate((ask, agree, agree)):
            act(match, people[index])
        match = play_first(matches().get(pk=match.pk), people)
    assert len(match.taken_back) == 2
    assert refused(lambda: ask(match, people[0])) == "taken_back_too_often"


class Counted(list[Any]):
    """A list that counts how often somebody goes through it."""

    times = 0

    def __iter__(self) -> Any:
        self.times += 1
        return super().__iter__()

    def __reversed__(self) -> Any:
        self.times += 1
        return super().__reversed__()


def test_what_was_taken_back_is_not_looked_up_again_for_each_step() -> None:
    match, people = begun()
    match = go_on(match, people, 12)
    match.taken_back = Counted([[2, 3], [2, 5], [8, 9]])
    log = match_view(match, 0, log_steps=None).log
    assert [entry.step for entry in reversed(log) if entry.taken_back] == [2, 3, 4, 5, 8, 9]
    assert match.taken_back.times <= 3 < len(log)
