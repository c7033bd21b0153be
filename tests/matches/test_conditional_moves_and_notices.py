"""Who learns what of conditional moves: mails, the log, lists, records; and a whole round of them."""

from datetime import timedelta

import msgspec
import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import User
from engine.conditional_moves import Condition, ConditionalMove, Preference
from foundation.vault import seal
from games.registry import GAMES
from games.verify import check_file
from matches.conditional_moves.apply import turns_settled
from matches.interventions.pausing import pause_as_moderator
from matches.log.kept_steps import kept_step
from matches.log.states import open_step, state_of
from matches.models import Match
from matches.play.conditional_moves import remove_conditional_move, save_conditional_move
from matches.sweep import sweep
from matches.view.match_view import match_view, matches
from matches.view.summaries import decisions_awaited, my_matches, summary
from matches.view.verification import export_json, match_checks
from notifications.enums import State
from notifications.held_back import MAYBE, REASON
from notifications.kinds import Kind
from notifications.models import Notice
from notifications.selectors import notice_summary_of, unread_count
from notifications.services import send_notice
from tests.matches.conditional import STAND, ZERO, add_move, resolve, stand
from tests.matches.tables import DAY, NOON, table_of
from tests.support.html import squeezed

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def test_nobody_is_mailed_for_a_turn_that_their_conditional_move_has_taken() -> None:
    match, (ana, ben, cleo) = table_of("ana", "ben", "cleo")
    for user in (ana, ben, cleo):
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    Notice.objects.filter(channel="mail").update(state=State.DUE, settled_at=None, reason="")
    add_move(match, ana, STAND)
    later = NOON + timedelta(seconds=DAY / 2)
    for notice in Notice.objects.filter(kind=Kind.TURN, channel="mail"):
        send_notice(notice_id=notice.pk, now=later)
    assert sorted(sent.to[0] for sent in mail.outbox) == ["ben@example.org", "cleo@example.org"]
    assert {notice.state for notice in Notice.objects.filter(kind=Kind.TURN, channel="mail")} == {State.SENT}
    stand(match, ben, cleo)
    resolve(match)
    held = Notice.objects.get(user=ana, channel="mail", kind=Kind.TURN, step=1)
    assert (held.state, held.reason) == (State.STALE, REASON)
    assert Notice.objects.get(user=ben, channel="mail", kind=Kind.TURN, step=1).state == State.SENT


def sent_page(user: User) -> str:
    client = Client()
    client.force_login(user)
    return squeezed(client.get("/notices/sent/").content.decode())


def test_the_page_of_what_was_sent_says_no_more_than_is_known_until_the_turn_is_over() -> None:
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    for user in (ana, ben):
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    Notice.objects.filter(channel="mail").update(state=State.DUE, settled_at=None, reason="")
    add_move(match, ana, STAND)
    for notice in Notice.objects.filter(kind=Kind.TURN, channel="mail", user__in=(ana, ben)):
        send_notice(notice_id=notice.pk, now=NOON + timedelta(hours=2))
    assert all(str(MAYBE) in sent_page(user) for user in (ana, ben))
    # The conditional move answers at the deadline; its answer stays sealed until Ben's, who has more time.
    match.seats.filter(number=1).update(deadline=NOON + timedelta(days=3))
    sweep(now=NOON + timedelta(days=1))
    assert all(str(MAYBE) in sent_page(user) for user in (ana, ben))
    stand(match, ben)
    resolve(match)
    assert REASON in sent_page(ana)
    assert "<td>sent</td>" in sent_page(ben)
    assert all(str(MAYBE) not in sent_page(user) for user in (ana, ben))


def test_who_has_a_conditional_move_that_does_not_answer_is_mailed() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    EmailAddress.objects.create(user=ana, email=ana.email, verified=True, primary=True)
    Notice.objects.filter(channel="mail").update(state=State.DUE, settled_at=None, reason="")
    add_move(match, ana, Preference(pattern="lowest"), kind="bid")
    assert turns_settled(ana.pk, {(f"match:{match.pk}", 1)}) == set()
    notice = Notice.objects.get(user=ana, channel="mail", kind=Kind.TURN)
    send_notice(notice_id=notice.pk, now=NOON + timedelta(seconds=DAY / 2))
    assert len(mail.outbox) == 1


def test_a_finished_match_with_conditional_moves_verifies_and_a_forged_conditional_move_does_not() -> None:
    match, people = table_of("ana", "ben", "cleo", target=25)
    for user in people:
        for rule in (
            ConditionalMove("reroll", (STAND,), lasts="always"),
            ConditionalMove("bid", (Preference(pattern="highest"),), lasts="always"),
            ConditionalMove("tie_break", (Preference(action={"act": "bid_coins", "coins": 1}), ZERO), lasts="always"),
        ):
            save_conditional_move(match_id=match.pk, user_id=user.pk, step=1, move=rule, now=NOON)
    while resolve(match):
        pass
    assert match.status == Match.Status.FINISHED
    assert all(check.ok for check in match_checks(match))
    assert all(check.ok for check in check_file(export_json(match)))
    step = match.steps.get(number=2)
    entry = open_step(step)
    forged = msgspec.structs.replace(entry.answers[0], by="player")
    step.sealed = seal(kept_step(msgspec.structs.replace(entry, answers=(forged, *entry.answers[1:]))))
    step.save()
    assert not all(check.ok for check in match_checks(match))


def test_the_log_says_that_a_conditional_move_was_used() -> None:
    match, (ana, ben, cleo) = table_of("ana", "ben", "cleo")
    add_move(match, ana, STAND)
    add_move(match, ben, STAND)
    stand(match, cleo)
    resolve(match)
    logged = {viewer: match_view(matches().get(pk=match.pk), viewer).log[0].sentences[0] for viewer in (0, 2, None)}
    assert logged == {
        0: "You and ben answered by conditional move.",
        2: "Ana and ben answered by conditional move.",
        None: "Ana and ben answered by conditional move.",
    }


def test_my_turns_do_not_count_what_my_conditional_move_answers() -> None:
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    add_move(match, ana, STAND)
    assert [len(decisions_awaited(user.pk).turns) for user in (ana, ben)] == [0, 1]
    assert summary(my_matches(ana).get(), ana.pk).answered
    assert not summary(my_matches(ben).get(), ben.pk).answered


def news_page(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.get("/notices/").content.decode()


def unread_on_pages(user: User) -> int:
    return notice_summary_of(user_id=user.pk, settled=decisions_awaited(user.pk).settled).unread


def test_the_bell_does_not_ring_for_what_my_conditional_move_answers() -> None:
    """Neither its number nor its page shows the turn until the conditional move no longer answers."""
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    assert (unread_count(user_id=ana.pk), news_page(ana).count("news-new")) == (1, 1)
    add_move(match, ana, STAND)
    assert (
        [unread_on_pages(user) for user in (ana, ben)]
        == [unread_count(user_id=user.pk) for user in (ana, ben)]
        == [0, 1]
    )
    assert ("news-new" in news_page(ana), "news-new" in news_page(ben)) == (False, True)
    remove_conditional_move(match_id=match.pk, user_id=ana.pk, number=0, version=1, now=NOON)
    assert unread_on_pages(ana) == unread_count(user_id=ana.pk) == 1


def test_a_paused_table_asks_for_nothing_and_no_conditional_move_answers_there() -> None:
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    add_move(match, ana, STAND)
    pause_as_moderator(match_id=match.pk, note={}, now=NOON)
    assert [unread_on_pages(user) for user in (ana, ben)] == [unread_count(user_id=user.pk) for user in (ana, ben)]
    assert [decisions_awaited(user.pk) for user in (ana, ben)] == [([], set()), ([], set())]


def test_a_conditional_move_that_fails_leaves_its_player_to_be_asked(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match, (ana, ben, cleo) = table_of("ana", "ben", "cleo")
    add_move(match, ana, STAND)
    stand(match, ben, cleo)
    conditionals = GAMES[match.game].conditionals
    monkeypatch.setattr(conditionals, "finders", None)
    monkeypatch.setattr(type(conditionals), "values", None)
    assert not resolve(match)
    assert "The conditional moves of a seat failed" in caplog.text
    assert "let_stand" not in caplog.text


def test_a_whole_bidding_round_of_plaque_auction_resolves_in_one_go() -> None:
    match, people = table_of("ana", "ben", "cleo", "dora", "emil", slug="plaque-auction")
    for limit, user in enumerate(people, start=2):
        rule = ConditionalMove(
            "bid",
            (Preference(pattern="raise", number=limit), Preference(pattern="pass")),
            when=(Condition("highest", "no"),),
            lasts="round",
        )
        save_conditional_move(match_id=match.pk, user_id=user.pk, step=1, move=rule, now=NOON)
        save_conditional_move(
            match_id=match.pk,
            user_id=user.pk,
            step=1,
            move=ConditionalMove("bid", (Preference(pattern="pass"),), lasts="round"),
            now=NOON,
        )
    assert resolve(match)
    assert state_of(match).picking
    assert max(state_of(match).bids) <= 6
    assert match.step > 10
