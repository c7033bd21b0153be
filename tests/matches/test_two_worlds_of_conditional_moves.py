"""Nothing reveals a seat's conditional moves: three worlds that differ only in them look the same."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from io import StringIO
from typing import Any

import msgspec
import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.core import mail
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from engine.conditional_moves import Condition, ConditionalMove, Preference
from foundation.vault import unseal
from games.registry import GAMES
from matches.conditional_moves.book import ROOM, open_book
from matches.log.states import game_of, state_of
from matches.models import Answer, ConditionalBook, Match
from matches.play.conditional_moves import remove_conditional_move, save_conditional_move
from matches.rounds.resolve import resolve_round
from matches.sweep import sweep
from notifications.enums import State
from notifications.models import LastMail, Notice
from notifications.services import sweep_notices
from tests.matches.tables import DAY, NOON, table_of
from tests.matches.test_two_worlds import NAMES, bytes_seen, some_steps

pytestmark = pytest.mark.django_db

SEALED = {"matches.conditionalbook": ("sealed",)}
"""Columns whose bytes differ between any two times of sealing; their length must not."""


@pytest.fixture(autouse=True)
def _one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


def dump() -> dict[str, list[dict[str, Any]]]:
    """Every row of every table, with the length in place of sealed conditional moves."""
    tables = {}
    for model in apps.get_models():
        name = model._meta.label_lower
        if name in ("sessions.session", "usersessions.usersession"):
            continue
        rows = [dict(row) for row in model._default_manager.order_by("pk").values()]
        for row in rows:
            for column in SEALED.get(name, ()):
                row[column] = len(bytes(row[column]))
        tables[name] = rows
    return tables


def moves_for(match: Match, player: int) -> list[ConditionalMove]:
    """Two conditional moves of an awaited seat that answer differently, if it has a choice."""
    game, state = game_of(match), state_of(match)
    seen, legal = game.observation(state, player), game.legal_actions(state, player)
    kind = game.conditionals.kind(seen)
    fact = next(iter(game.conditionals.facts))
    test: Any = "no" if game.conditionals.facts[fact].no else "at_least"
    return [
        ConditionalMove(kind, (Preference(action=msgspec.to_builtins(action)),), when, lasts)  # type: ignore[arg-type]
        for action, when, lasts in (
            (legal[0], (), "always"),
            (legal[-1], (Condition(fact, test),), "next"),
        )
    ]


@contextmanager
def with_move(match: Match, user: User, rule: ConditionalMove | None) -> Iterator[None]:
    """A world in which this user has this conditional move, or none."""
    match.refresh_from_db()
    if rule is None:
        yield
        return
    save_conditional_move(match_id=match.pk, user_id=user.pk, step=match.next_step, move=rule, now=NOON)
    resolve_round(match_id=match.pk, now=NOON)
    yield
    version = open_book(ConditionalBook.objects.get(seat__match=match, seat__user=user)).version
    remove_conditional_move(match_id=match.pk, user_id=user.pk, number=0, version=version, now=NOON)


def admin_pages(match: Match) -> dict[str, bytes]:
    admin, _ = User.objects.get_or_create(username="root", is_staff=True, is_superuser=True)
    client = Client()
    client.force_login(admin)
    paths = ("/admin/matches/match/", f"/admin/matches/match/{match.pk}/change/", "/admin/notifications/notice/")
    return {path: client.get(path).content.split(b"csrfmiddlewaretoken")[0] for path in paths}


@pytest.mark.parametrize("steps", [0, 4])
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.sampled(2, "every game at two moments, not two of them")
def test_no_page_of_others_and_no_row_tells_of_a_conditional_move(slug: str, steps: int) -> None:
    game = GAMES[slug]
    match, people = some_steps(slug, max(game.players[0], 3), steps)
    asked = game_of(match).current_players(state_of(match))
    # Another seat must be awaited too, or the conditional move answers and takes effect at once.
    if len(asked) < 2:
        asked = tuple(seat for seat in range(match.players) if seat not in asked)
        patterns = game.conditionals.patterns.items()
        rules = [ConditionalMove(pattern.kind, (Preference(pattern=name),)) for name, pattern in list(patterns)[:2]]
    else:
        rules = moves_for(match, asked[0])
    player = asked[0]
    spectators = [None, *(user for number, user in enumerate(people) if number != player)]
    admin_pages(match)
    worlds = []
    for rule in (None, *rules):
        with with_move(match, people[player], rule):
            seen = [bytes_seen(match, watcher) for watcher in spectators]
            worlds.append((seen, admin_pages(match), dump()))
    assert worlds[0] == worlds[1] == worlds[2]


def test_the_dump_would_notice_an_answer() -> None:
    match, people = table_of(*NAMES[:3])
    before = dump()
    Answer.objects.create(match=match, step=1, seat=match.seats.get(number=0), sealed=b"-", commitment="", made_at=NOON)
    assert dump() != before
    assert people


def world_of_mails(rule: ConditionalMove | None) -> tuple[list[Any], list[Any]]:
    """The ledger when the turn's notices are due, and to whom mails went but the one whose conditional move it is."""
    Match.objects.all().delete()
    Notice.objects.all().delete()
    LastMail.objects.all().delete()
    mail.outbox.clear()
    match, people = table_of("ana", "ben", "cleo")
    for user in people:
        EmailAddress.objects.get_or_create(user=user, email=user.email, verified=True, primary=True)
    Notice.objects.update(state=State.DUE, settled_at=None, reason="")
    if rule is not None:
        save_conditional_move(match_id=match.pk, user_id=people[0].pk, step=1, move=rule, now=NOON)
    for hours in (1, 21):
        for minute in range(3):
            later = NOON + timedelta(hours=hours, minutes=minute)
            sweep_notices(now=later)
            sweep(now=later)
    rows = list(Notice.objects.order_by("pk").values_list("user", "kind", "step", "state", "reason", "settled_at"))
    return rows, [sent.to for sent in mail.outbox if sent.to != ["ana@example.org"]]


def test_the_ledger_and_the_mails_of_others_are_the_same_with_a_conditional_move() -> None:
    stand, roll = (ConditionalMove("reroll", (Preference(action={"act": act}),)) for act in ("let_stand", "reroll"))
    without, one, other = (world_of_mails(rule) for rule in (None, stand, roll))
    assert without == one
    assert one == other
    assert "sent" in {row[3] for row in without[0]}


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda match, user: None, id="none"),
        pytest.param(lambda match, user: add_moves(match, user, times=5), id="five"),
        pytest.param(lambda match, user: add_moves(match, user, preferences=4), id="long"),
    ],
)
def test_every_conditional_move_is_sealed_at_the_same_length_and_without_its_time(
    change: Callable[[Match, User], Any],
) -> None:
    match, people = table_of("ana", "ben", "cleo")
    change(match, people[0])
    sealed = [bytes(row.sealed) for row in ConditionalBook.objects.all()]
    assert len(sealed) == 3
    assert len({len(token) for token in sealed}) == 1
    assert len(sealed[0]) > ROOM
    # A Fernet token begins with its version and the second of its making, in the clear.
    assert len({token[:9] for token in sealed}) == 1


def add_moves(match: Match, user: User, preferences: int = 1, times: int = 1) -> None:
    rule = ConditionalMove("reroll", (Preference(action={"act": "let_stand"}),) * preferences, lasts="always")
    for _ in range(times):
        save_conditional_move(match_id=match.pk, user_id=user.pk, step=1, move=rule, now=NOON)


def test_all_conditional_moves_of_a_table_are_sealed_again_when_one_changes() -> None:
    match, people = table_of("ana", "ben", "cleo")
    before = [bytes(row.sealed) for row in ConditionalBook.objects.order_by("pk")]
    add_moves(match, people[1])
    after = [bytes(row.sealed) for row in ConditionalBook.objects.order_by("pk")]
    assert all(one != other for one, other in zip(before, after, strict=True))


@pytest.mark.parametrize("by", ["conditional_move", "default"])
def test_a_sealed_answer_does_not_tell_who_gave_it(by: str) -> None:
    """At the deadline a conditional answer is sealed like a default one: the rows have the same length."""
    match, people = table_of("ana", "ben", "cleo")
    if by == "conditional_move":
        add_moves(match, people[0])
    match.seats.filter(number__in=(1, 2)).update(deadline=NOON + timedelta(days=9))
    sweep(now=NOON + timedelta(seconds=DAY))
    row = Answer.objects.get()
    assert unseal(row.sealed)["by"].strip() == by
    assert not hasattr(row, "by")
    assert len(bytes(row.sealed)) == 313


def test_a_rotation_of_keys_keeps_conditional_moves_and_their_length() -> None:
    match, people = table_of("ana", "ben", "cleo")
    add_moves(match, people[0])
    lengths = {len(bytes(row.sealed)) for row in ConditionalBook.objects.all()}
    call_command("vault_rotate", stdout=StringIO())
    assert {len(bytes(row.sealed)) for row in ConditionalBook.objects.all()} == lengths
    assert len(open_book(ConditionalBook.objects.get(seat__match=match, seat__number=0)).moves) == 1
