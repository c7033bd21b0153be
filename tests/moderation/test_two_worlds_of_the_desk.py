"""The desk is blind: worlds that differ in secrets, or in who sits where names are hidden, look the same there."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.db import connection, transaction
from django.test import Client

from accounts.models import User
from accounts.security.traces import keep_trace
from engine.quick_chance import RandomChance
from engine.view import Envelope
from foundation.signing import key_file
from foundation.vault import seal
from games.registry import GAMES
from matches.chat.write import write_message
from matches.log.states import game_of, state_of
from matches.models import Match, Seat
from matches.play.answers import submit_answer
from matches.rounds.locking import lock_match
from matches.timeouts.stand_ins import begin_stand_in
from matches.view.match_view import match_view, matches
from moderation.action import Target
from moderation.migrations import _triggers
from moderation.models import AuditRow, Report
from moderation.selectors.inspection import LOG, inspected_match, inspection
from moderation.services.reports import make_report
from moderation.services.signals import recompute_signals, weigh_match
from moderation.weighing import weigh
from tests.matches.conditional import answer
from tests.matches.tables import NOON, person, table_of
from tests.matches.test_two_worlds import MASKED, bytes_seen, secret_pairs, some_steps
from tests.moderation.desk import done, moderator

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


def desk_seen(match: Match) -> dict[str, Any]:
    """All that a moderator, and an administrator, gets to see about a match."""
    client = Client()
    client.force_login(person("mona"))
    admin = Client()
    root = person("root")
    root.is_staff = root.is_superuser = True
    root.save()
    admin.force_login(root)
    weigh_match(weigh_it=weigh)
    recompute_signals(now=NOON)
    reports = Report.objects.filter(match=match)
    desk = [
        "/moderation/",
        "/moderation/audit/",
        "/moderation/signals/",
        *(f"/moderation/report/{report.pk}/" for report in reports),
        f"/moderation/table/{match.pk}/",
        f"/moderation/table/{match.pk}/board/",
        *(f"/moderation/player/{name}/" for name in ("ana", "ben", "cleo")),
        f"/moderation/act/warn/?table={match.pk}&seat=1",
    ]
    admins = [
        f"/admin/matches/match/{match.pk}/change/",
        "/admin/matches/match/",
        "/admin/moderation/auditrow/",
        *(f"/admin/ladders/{name}/" for name in ("ladder", "tournament", "rating", "result")),
        "/admin/moderation/report/",
        *(f"/admin/moderation/report/{report.pk}/change/" for report in reports),
        *(f"/admin/moderation/auditrow/{row.pk}/change/" for row in AuditRow.objects.all()),
    ]
    replies = {path: client.get(path) for path in desk} | {path: admin.get(path) for path in admins}
    assert {path: reply.status_code for path, reply in replies.items() if reply.status_code != 200} == {}
    texts = [str(one) for one in (match, *match.seats.all(), *match.steps.all(), *reports, *AuditRow.objects.all())]
    return {path: MASKED.sub(b"-", reply.content) for path, reply in replies.items()} | {"texts": texts}


def reported(match: Match, people: list[Any]) -> None:
    moderator("mona")
    for user in people[:2]:
        keep_trace(user=user, address="192.0.2.7", device="browser", now=NOON)
    message = write_message(match_id=match.pk, user=people[1], room="players", text="You fool", now=NOON)
    make_report(
        reporter=people[0], target=Target(match=match, message=message), category="abuse", words="So.", now=NOON
    )
    seat = match.seats.get(number=2)
    make_report(reporter=people[0], target=Target(match=match, seat=seat), category="stalling", words="So.", now=NOON)
    done(person("mona"), "warn", Target(match=match, seat=match.seats.get(number=1)), words="Mind your words.")


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.sampled(2, "every game, not two")
def test_no_sealed_answer_shows_at_the_desk(slug: str) -> None:
    match, people = some_steps(slug, max(GAMES[slug].players[0], 3), 3)
    reported(match, people)
    for player, one, other in list(secret_pairs(match))[:1]:
        worlds = []
        for action in (one, other):
            raw = msgspec.to_builtins(action)
            submit_answer(match_id=match.pk, user_id=people[player].pk, step=match.next_step, actions=[raw], now=NOON)
            worlds.append(desk_seen(match))
        assert worlds[0] == worlds[1]


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.sampled(2, "every game, not two")
def test_no_hidden_hand_shows_at_the_desk(slug: str) -> None:
    """What some seat cannot tell apart, a moderator cannot either."""
    match, people = some_steps(slug, max(GAMES[slug].players[0], 3), 3)
    reported(match, people)
    game, state, before = game_of(match), state_of(match), desk_seen(match)
    for player in (0, 1):
        imagined = game.imagine(game.observation(state, player), player, RandomChance(5))
        Match.objects.filter(pk=match.pk).update(sealed_state=seal(imagined))
        assert desk_seen(match) == before


@pytest.mark.parametrize("slug", GAMES)
def test_a_moderator_is_given_a_spectators_view(slug: str) -> None:
    match, _ = some_steps(slug, max(GAMES[slug].players[0], 3), 3)
    seen = inspected_match(match.pk)
    assert seen and inspection(seen).view == match_view(match, None, log_steps=LOG)


def test_a_moderator_sees_that_a_seat_has_answered_and_has_no_answer_to_open() -> None:
    match, people = table_of("ana", "ben", "cleo")
    answer(match, people[1], {"act": "let_stand"})
    seen = inspected_match(match.pk)
    assert seen and [(row.seat.number, bytes(row.sealed)) for row in seen.answers.all()] == [(1, b"")]
    view = inspection(seen).view
    assert view == match_view(Match.objects.get(pk=match.pk), None, log_steps=LOG)
    assert [seat.envelope for seat in view.seats].count(Envelope.SEALED) == 1


def exchanged(match: Match, one: User, other: User) -> None:
    """Exchange two players wherever a row names them."""
    with connection.cursor() as cursor:
        for statement in _triggers.UNMAKE[connection.vendor]:
            cursor.execute(statement)
        columns = {
            "matches_message": "author_id",
            "moderation_report": "subject_id",
            "moderation_sanction": "user_id",
            "moderation_auditrow": "subject_id",
        }
        for table, column in columns.items():
            cursor.execute(
                f"UPDATE {table} SET {column} = CASE {column} WHEN %s THEN %s WHEN %s THEN %s ELSE {column} END",  # noqa: S608
                [one.pk, other.pk, other.pk, one.pk],
            )
    first, second = match.seats.get(user=one), match.seats.get(user=other)
    Seat.objects.filter(pk=first.pk).update(user=None)
    Seat.objects.filter(pk=second.pk).update(user=one)
    Seat.objects.filter(pk=first.pk).update(user=other)


def test_nobody_at_the_desk_learns_who_sits_where_names_are_hidden() -> None:
    match, _ = table_of("ana", "ben", "cleo", anonymous=True)
    people = [seat.user for seat in match.seats.select_related("user").order_by("number")]
    reported(match, people)
    before = desk_seen(match)
    one, other = people[1], people[2]
    assert one and other
    exchanged(match, one, other)
    assert desk_seen(matches().get(pk=match.pk)) == before


def test_the_comparison_sees_a_difference_where_names_are_shown() -> None:
    match, people = table_of("ana", "ben", "cleo")
    reported(match, people)
    before = desk_seen(match)
    exchanged(match, people[1], people[2])
    assert desk_seen(matches().get(pk=match.pk)) != before


def test_a_table_without_names_looks_as_if_a_bot_had_come_by_itself() -> None:
    """Players and spectators cannot tell a suspension from a player who stays away."""
    match, people = table_of("ana", "ben", "cleo", anonymous=True)

    key_file()  # made once, not in each world

    def away() -> None:
        seat = match.seats.select_related("user").get(user=people[0])
        begin_stand_in(match=lock_match(match.pk), seat=seat, now=NOON)

    for reader in (None, people[1]):
        seen = [
            _seen_after(change, match, reader)
            for change in (lambda: done(moderator(), "suspend", Target(user=people[0]), days=7, words="So."), away)
        ]
        assert seen[0] == seen[1]


def _seen_after(change: Callable[[], object], match: Match, reader: User | None) -> dict[str, bytes]:
    """What a reader gets after a change, which is taken back again."""
    with transaction.atomic():
        change()
        seen = bytes_seen(matches().get(pk=match.pk), reader)
        transaction.set_rollback(True)
    return seen
