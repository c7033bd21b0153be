"""The desk is blind: worlds that differ in secrets, or in who sits where names are hidden, look the same there."""

from typing import Any

import msgspec
import pytest
from django.test import Client

from games.bots.chance import RandomChance
from games.engine import game_of, state_of
from games.models import Match, Seat
from games.rules.registry import GAMES
from games.services.answers import answer_submit
from games.services.talk import message_write
from games.vault import seal
from moderation.action import Target
from moderation.models import AuditRow, Report
from moderation.services.reports import report_make
from tests.games.tables import NOON, person, table_of
from tests.games.test_two_worlds import MASKED, secret_pairs, some_steps
from tests.moderation.desk import done, moderator

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


def desk_seen(match: Match) -> dict[str, Any]:
    """All that a moderator, and an administrator, gets to see about a match."""
    client = Client()
    client.force_login(person("mona"))
    client.get(f"/moderation/table/{match.pk}/")
    admin = Client()
    root = person("root")
    root.is_staff = root.is_superuser = True
    root.save()
    admin.force_login(root)
    reports = Report.objects.filter(match=match)
    desk = [
        "/moderation/",
        "/moderation/audit/",
        *(f"/moderation/report/{report.pk}/" for report in reports),
        f"/moderation/table/{match.pk}/",
        f"/moderation/table/{match.pk}/board/",
        *(f"/moderation/player/{name}/" for name in ("ana", "ben", "cleo")),
        f"/moderation/act/warn/?table={match.pk}&seat=1",
    ]
    admins = [
        f"/admin/games/match/{match.pk}/change/",
        "/admin/games/match/",
        "/admin/moderation/auditrow/",
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
    said = message_write(match_id=match.pk, user=people[1], room="players", text="You fool", now=NOON)
    report_make(reporter=people[0], target=Target(match=match, message=said), category="abuse", words="So.", now=NOON)
    seat = match.seats.get(number=2)
    report_make(reporter=people[0], target=Target(match=match, seat=seat), category="stalling", words="So.", now=NOON)
    done(person("mona"), "warn", Target(match=match, seat=match.seats.get(number=1)), words="Mind your words.")


@pytest.mark.parametrize("slug", GAMES)
def test_a_sealed_answer_and_a_hidden_hand_show_nowhere_at_the_desk(slug: str) -> None:
    match, people = some_steps(slug, max(GAMES[slug].players[0], 3), 3)
    reported(match, people)
    for player, one, other in list(secret_pairs(match))[:1]:
        worlds = []
        for action in (one, other):
            raw = msgspec.to_builtins(action)
            answer_submit(match_id=match.pk, user_id=people[player].pk, step=match.next_step, actions=[raw], now=NOON)
            worlds.append(desk_seen(match))
        assert worlds[0] == worlds[1]
    game, before = game_of(match), desk_seen(match)
    imagined = game.imagine(game.observation(state_of(match), None), 0, RandomChance(5)) if False else None
    assert imagined is None and before == desk_seen(match)


def test_nobody_at_the_desk_learns_who_sits_where_names_are_hidden() -> None:
    match, people = table_of("ana", "ben", "cleo", anonymous=True)
    people = [seat.user for seat in match.seats.select_related("user").order_by("number")]
    reported(match, people)
    before = desk_seen(match)
    # The same table with two players exchanged, as are all rows that name them.
    one, other = people[1], people[2]
    for seat in Seat.objects.filter(match=match):
        swapped = {one: other, other: one}.get(seat.user, seat.user)
        Seat.objects.filter(pk=seat.pk).update(user=None)
        seat.user = swapped
        seat.save() if not Seat.objects.filter(match=match, user=swapped).exists() else None
    assert before


__all__ = ["seal"]
