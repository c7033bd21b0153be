"""Answers that come together are committed together, and none harms another."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Token
from accounts.security.tokens import digest_of, revoke_token
from api.idempotency import KEPT_FOR
from api.limits import count_each
from api.models import KeptReply
from matches.api import answer_groups
from matches.api.answer_groups import Reply, Sent, take_together
from matches.log.sealed_answers import open_answer
from matches.models import Answer, AnswerHour, Match, Seat
from matches.notices import topic_of
from notifications.models import Channel, Kind, Notice
from tests.api.answer_lines import PLAIN, REROLL, STAND, Line, held, new_table, running_table, sent
from tests.api.bots import Caller, token_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
WRONG = {"step": 1, "actions": [{"act": "bid", "tiles": ["S4"]}]}
ALONE = Reply(201, "taken as a request")


def taken(group: list[Sent]) -> tuple[list[bool], list[Reply]]:
    """Which of a group were sealed together, and the replies, what is alone last."""
    found = take_together(group)
    return [isinstance(one, Reply) for one in found], [settled_one(one) for one in found]


def settled_one(found: Any) -> Reply:
    """What an answer of a group gets in the end."""
    while not isinstance(found, Reply):
        found = found() if callable(found) else take_together([found])[0]
    return found


def two_tables(**settings: Any) -> tuple[list[Match], list[str]]:
    """Two tables of the same three, and their tokens."""
    (first, people), (second, _) = running_table(**settings), running_table(**settings)
    return [first, second], [token_of(user) for user in people]


def settled(group: list[Sent]) -> list[Reply]:
    """The replies of a group, what is alone last."""
    return taken(group)[1]


def sealed_at(match: Match) -> set[str]:
    return set(Answer.objects.filter(match=match).values_list("commitment", flat=True))


def test_a_group_is_committed_once_and_costs_as_much_as_one():
    matches, tokens = two_tables()
    settled([sent(tokens[0], matches[0].pk, PLAIN)])  # whatever is read once for the process, and noted once a minute
    settled([sent(token, matches[0].pk, PLAIN) for token in tokens])
    counts = []
    for group in ([sent(tokens[0], matches[0].pk, PLAIN)], [sent(t, m.pk, PLAIN) for m in matches for t in tokens]):
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert [reply.status for reply in settled(group)] == [201] * len(group)
        words = Counter(query["sql"].split()[0] for query in asked)
        counts.append((words["BEGIN"], words["COMMIT"], len(asked)))
    assert counts[0] == counts[1] and counts[0][1] == 1, counts
    assert [len(sealed_at(match)) for match in matches] == [3, 3]


def test_each_reply_has_its_own_commitment():
    matches, tokens = two_tables()
    replies = settled([sent(token, match.pk, PLAIN) for match in matches for token in tokens])
    for match, some in zip(matches, (replies[:3], replies[3:]), strict=True):
        assert sealed_at(match) == {reply.body.commitments[0] for reply in some}
        assert {reply.body.number for reply in some} == {match.pk}


def test_what_an_answer_leaves_is_the_same_alone_and_in_a_group():
    left = []
    for alone in (True, False):
        match, people = running_table()
        tokens = [token_of(user) for user in people]
        group = [sent(token, match.pk, {"step": 1, "actions": [REROLL]}) for token in tokens[:2]]
        replies = [answer_groups.take_alone(one) for one in group] if alone else settled(group)
        assert [reply.status for reply in replies] == [201, 201]
        rows = [(row.step, row.seat.number, open_answer(row).action, open_answer(row).by.strip())
                for row in Answer.objects.filter(match=match).order_by("seat")]  # fmt: skip
        turns = Notice.objects.filter(kind=Kind.TURN, topic=topic_of(match.pk)).order_by("user", "channel")
        notices = [(row.user.username, row.channel, row.state, row.reason, row.read_at is None) for row in turns]
        hours = AnswerHour.objects.filter(match=match).order_by("user").values_list("user__username", flat=True)
        left.append((rows, notices, list(hours)))
    assert left[0] == left[1]
    shown = {who: is_unread for who, channel, _, _, is_unread in left[0][1] if channel == Channel.PAGE}
    assert shown == {"ana": False, "ben": False, "cleo": True}


@pytest.mark.parametrize("wrong", [WRONG, {"step": 9, "actions": [STAND]}, {"step": 1}, 7])
def test_one_that_is_refused_harms_no_neighbour(wrong: Any):
    matches, tokens = two_tables()
    group = [sent(tokens[0], matches[0].pk, wrong), *(sent(t, m.pk, PLAIN) for m in matches for t in tokens[1:])]
    assert [reply.status for reply in settled(group)][1:] == [201] * 4
    assert [len(sealed_at(match)) for match in matches] == [2, 2]


def test_a_match_that_fails_harms_no_neighbour():
    matches, tokens = two_tables()
    Match.objects.filter(pk=matches[0].pk).update(sealed_state=b"spoilt")
    group = [sent(token, match.pk, PLAIN) for match in matches for token in tokens]
    assert [reply.status for reply in settled(group)] == [500] * 3 + [201] * 3


def test_the_last_of_a_round_asks_for_its_resolution_and_pages_hear_of_the_others(monkeypatch: pytest.MonkeyPatch):
    asked: list[Any] = []
    pushed: list[Any] = []
    for sending in ("delay_on_commit", "delay_one_on_commit"):
        monkeypatch.setattr(f"matches.queue.{sending}", lambda *task: asked.append(task))
    monkeypatch.setattr("foundation.live._send", pushed.extend)
    matches, tokens = two_tables()
    asked.clear()
    pushed.clear()
    group = [sent(token, matches[0].pk, PLAIN) for token in tokens] + [sent(tokens[0], matches[1].pk, PLAIN)]
    settled(group)
    kind = "complete" if connection.features.has_select_for_update_skip_locked else "round"
    assert asked == [(f"matches.resolve_{kind}", matches[0].pk)]
    assert pushed == [(f"table.{matches[1].pk}", {"type": "table.moved"})]


def test_a_table_that_hides_who_has_answered_says_nothing(monkeypatch: pytest.MonkeyPatch):
    pushed: list[Any] = []
    matches, tokens = two_tables(hide_answered=True)
    monkeypatch.setattr("foundation.live._send", pushed.extend)
    settled([sent(tokens[0], match.pk, PLAIN) for match in matches])
    assert pushed == []


def test_two_answers_of_a_seat_are_taken_in_their_order():
    matches, tokens = two_tables()
    first, second = (sent(tokens[0], matches[0].pk, {"step": 1, "actions": [act]}) for act in (STAND, REROLL))
    others = [sent(tokens[1], match.pk, PLAIN) for match in matches]
    together, replies = taken([first, second, *others])
    assert together == [True, False, False, True]
    assert [reply.status for reply in replies] == [201] * 4
    row = Answer.objects.get(match=matches[0], seat__user__username="ana")
    assert open_answer(row).action == REROLL
    assert row.commitment == replies[1].body.commitments[0]


def test_a_deadline_that_has_passed_is_handled_first():
    matches, tokens = two_tables()
    Seat.objects.filter(match=matches[0]).update(deadline=timezone.now() - timedelta(hours=1))
    found = take_together([sent(tokens[0], match.pk, PLAIN) for match in matches])
    assert [isinstance(one, Reply) for one in found] == [False, True]
    assert settled_one(found[0]).status in (201, 409)


# --- Keys ---------------------------------------------------------------------------------------


def test_an_answer_sent_twice_with_a_key_is_taken_once():
    matches, tokens = two_tables()
    one = sent(tokens[0], matches[0].pk, PLAIN, "k-1")
    first, second = settled([one])[0], settled([one])[0]
    assert (first.status, first.replayed, second.status, second.replayed) == (201, False, 201, True)
    assert sealed_at(matches[0]) == {first.body.commitments[0]} == set(second.body["commitments"])
    assert KeptReply.objects.count() == 1


def test_twice_in_one_group_too():
    matches, tokens = two_tables()
    one = sent(tokens[0], matches[0].pk, PLAIN, "k-1")
    elsewhere = sent(tokens[0], matches[1].pk, PLAIN, "k-1")
    together, (first, second, third) = taken([one, one, elsewhere])
    assert together == [True, False, False] and third.status == 422
    assert (first.replayed, second.replayed) == (False, True)
    assert list(first.body.commitments) == second.body["commitments"]


@pytest.mark.parametrize("first", ["socket", "http"])
def test_a_key_is_the_same_by_socket_and_over_http(first: str):
    """So a program whose socket was cut before the reply came may ask over HTTP."""
    matches, tokens = two_tables()
    ways = {
        "socket": lambda: settled([sent(tokens[0], matches[0].pk, PLAIN, "k-1")])[0].status,
        "http": lambda: Caller(tokens[0]).post(f"matches/{matches[0].pk}/answers", PLAIN, "k-1").status_code,
    }
    assert ways.pop(first)() == 201
    before = sealed_at(matches[0])
    assert next(iter(ways.values()))() == 201
    assert sealed_at(matches[0]) == before and len(before) == 1


def test_a_key_for_something_else_is_refused():
    matches, tokens = two_tables()
    settled([sent(tokens[0], matches[0].pk, PLAIN, "k-1")])
    group = [sent(tokens[0], matches[1].pk, PLAIN, "k-1"), sent(tokens[1], matches[1].pk, PLAIN, "k-1")]
    refused, other = settled(group)
    assert (refused.status, refused.body.code) == (422, "idempotency_key_reused")
    assert other.status == 201, "keys are everyone's own"


@pytest.mark.parametrize("key", ["a b", "é", ""])
def test_a_key_that_cannot_be_one_is_refused_as_over_http(key: str):
    matches, tokens = two_tables()
    refused = settled([sent(tokens[0], matches[0].pk, PLAIN, key)])[0]
    assert (refused.status, refused.body.code) == (400, "idempotency_key_invalid")


def test_what_is_refused_does_not_use_up_its_key():
    matches, tokens = two_tables()
    assert settled([sent(tokens[0], matches[0].pk, WRONG, "k-1")])[0].status == 400
    assert settled([sent(tokens[0], matches[0].pk, PLAIN, "k-1")])[0].status == 201


def test_a_key_is_free_after_a_day():
    matches, tokens = two_tables()
    settled([sent(tokens[0], matches[0].pk, PLAIN, "k-1")])
    KeptReply.objects.update(made_at=timezone.now() - KEPT_FOR - timedelta(hours=1))
    assert settled([sent(tokens[0], matches[1].pk, PLAIN, "k-1")])[0].status == 201


def test_a_key_that_is_used_meanwhile_undoes_the_group_and_each_goes_alone(monkeypatch: pytest.MonkeyPatch):
    matches, tokens = two_tables()
    settled([sent(tokens[0], matches[1].pk, PLAIN, "k-1")])
    monkeypatch.setattr("matches.api.answer_groups.keys_used", lambda requests: set())
    group = [sent(tokens[0], matches[0].pk, PLAIN, "k-1"), sent(tokens[1], matches[0].pk, PLAIN)]
    replies = settled(group)
    assert [reply.status for reply in replies] == [422, 201]
    assert sealed_at(matches[0]) == {replies[1].body.commitments[0]}


# --- What is committed ----------------------------------------------------------------------------


def test_nothing_is_acknowledged_whose_commit_failed(monkeypatch: pytest.MonkeyPatch):
    matches, tokens = two_tables()

    def gone(*args: Any, **more: Any) -> None:
        raise OperationalError("the connection is gone")

    monkeypatch.setattr("matches.api.answer_groups.keep_replies", gone)
    group = [sent(token, match.pk, PLAIN) for match in matches for token in tokens]
    replies = settled(group)
    assert [(reply.status, reply.body.code) for reply in replies] == [(500, "broken")] * 6
    assert not Answer.objects.exists()


def test_a_table_that_somebody_holds_keeps_no_other_waiting(monkeypatch: pytest.MonkeyPatch):
    """Its answers go with the next group; if it is still held, each waits, and then goes the way of a request."""
    if not connection.features.has_select_for_update_skip_locked:
        return
    matches, tokens = two_tables()
    with held(matches[0]):
        found = take_together([sent(token, match.pk, PLAIN) for match in matches for token in tokens])
        assert [isinstance(one, Sent) for one in found] == [True] * 3 + [False] * 3
        found = take_together([one for one in found if isinstance(one, Sent)])
        monkeypatch.setattr(answer_groups, "take_alone", lambda one: ALONE)
        first, *others = [one for one in found if callable(one)]
        assert first() is ALONE
    assert [one().status for one in others] == [201] * 2
    assert len(sealed_at(matches[0])) == 2


def test_an_answer_that_goes_with_the_next_group_counts_once(monkeypatch: pytest.MonkeyPatch):
    if not connection.features.has_select_for_update_skip_locked:
        return
    matches, tokens = two_tables()
    counted: list[Any] = []

    def counting(bounds: Any) -> Any:
        counted.extend(bounds)
        return count_each(bounds)

    monkeypatch.setattr(answer_groups, "count_each", counting)
    with held(matches[0]):
        (left,) = take_together([sent(tokens[0], matches[0].pk, PLAIN)])
    assert isinstance(left, Sent)
    assert [reply.status for reply in settled([left])] == [201]
    assert [bool(bounds) for bounds in counted] == [True, False]


def test_nothing_overtakes_an_answer_that_goes_with_the_next_group():
    if not connection.features.has_select_for_update_skip_locked:
        return
    matches, tokens = two_tables()
    alone = {**PLAIN, "then": {"kind": "bid", "preferences": [{"pattern": "lowest"}]}}
    with held(matches[0]):
        first, second = take_together([sent(tokens[0], matches[0].pk, PLAIN), sent(tokens[0], matches[0].pk, alone)])
        assert isinstance(first, Sent) and isinstance(second, Sent)
        # One that waited before goes first, and alone, and so does all that came after it.
        found = take_together([first, sent(tokens[0], matches[0].pk, PLAIN)])
    assert [callable(one) for one in found] == [True, True]


def test_a_token_that_is_revoked_while_its_table_is_held_seals_nothing():
    if not connection.features.has_select_for_update_skip_locked:
        return
    matches, tokens = two_tables()
    with held(matches[0]):
        (left,) = take_together([sent(tokens[0], matches[0].pk, PLAIN)._replace(again=True)])
        assert callable(left)
        revoke_token(token=Token.objects.get(digest=digest_of(tokens[0])), now=timezone.now())
    assert left().status == 401
    assert not sealed_at(matches[0])


def test_a_table_that_there_is_not_is_for_the_way_of_a_request():
    matches, tokens = two_tables()
    nowhere = max(match.pk for match in matches) + 1
    together, replies = taken([sent(tokens[0], number, PLAIN) for number in (nowhere, matches[0].pk)])
    assert (together, [reply.status for reply in replies]) == ([False, True], [404, 201])


# --- The intake ------------------------------------------------------------------------------------


async def test_what_comes_while_the_intake_writes_goes_together(monkeypatch: pytest.MonkeyPatch):
    sizes: list[int] = []
    real = take_together

    def counting(group: list[Sent], *more: Any) -> Any:
        sizes.append(len(group))
        return real(group, *more)

    monkeypatch.setattr("matches.api.answer_socket.take_together", counting)
    match, _, tokens = await new_table()
    lines = [Line(token) for token in tokens]
    for line in lines:
        assert await line.connect() == 0
    for line in lines:
        for name in range(4):
            await line.send(match.pk, PLAIN, name=name)
    names = [[(await line.hear())["id"] for _ in range(4)] for line in lines]
    assert [sorted(some) for some in names] == [list(range(4))] * 3
    assert sum(sizes) == 12 and len(sizes) < 12
    for line in lines:
        await line.leave()


async def test_an_answer_whose_line_was_cut_before_the_reply_is_taken_and_told_by_its_key():
    match, _, tokens = await new_table()
    line = Line(tokens[0])
    assert await line.connect() == 0
    await line.send(match.pk, PLAIN, key="k-1")
    await line.leave()
    again = Line(tokens[0])
    assert await again.connect() == 0
    reply = await again.ask(match.pk, PLAIN, "k-1")
    assert reply["status"] == 201
    same = await again.ask(match.pk, PLAIN, "k-1")
    assert same["replayed"] and same["body"] == reply["body"]
    await again.leave()
