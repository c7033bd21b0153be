"""Every action of moderators, done by its real form in a real browser; a new action without a row here fails."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.models import Match
from games.services.moderated.clocks import match_halt
from moderation.action import ACTIONS, On
from moderation.models import AuditRow
from tests.games.tables import DAY, person, table_of
from tests.games.test_rewinding import NOTE, go_on
from tests.moderation.desk import moderator

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
Filled = Mapping[str, str]


def running() -> Match:
    """A table at which two rounds were played."""
    match, people = table_of("ana", "ben", "cleo", target=25, now=timezone.now(), turn_seconds=3 * DAY)
    return go_on(match, people, 2)


def ended() -> Match:
    """A match that was played to its end."""
    match, people = table_of("ana", "ben", "cleo", target=25)
    return go_on(match, people)


def paused() -> Match:
    """A match that a moderator has paused."""
    match = running()
    match_halt(match_id=match.pk, note=NOTE, now=timezone.now())
    return match


@dataclass(frozen=True)
class Way:
    """How an action is done: to what, what its form is filled with, and what is so then."""

    on: Callable[[], Match]
    is_so: Callable[[Match], Any]
    fill: Filled = field(default_factory=dict)


WAYS = {
    "pause": Way(running, lambda match: match.status == "paused"),
    "resume": Way(paused, lambda match: match.status == "running"),
    "extend": Way(running, lambda match: match.steps.filter(kind="extended").exists(), {"hours": "12"}),
    "set-deadline": Way(
        running, lambda match: match.seats.get(number=1).deadline.year == 2090, {"deadline": "2090-01-01T10:00"}
    ),
    "seat-bot": Way(running, lambda match: match.seats.get(number=1).stand_in),
    "seat-person": Way(running, lambda match: match.seats.get(number=1).user.username == "dora", {"player": "Dora"}),
    "resign-seat": Way(running, lambda match: match.seats.get(number=1).resigned_at),
    "rewind": Way(running, lambda match: match.taken_back == [[2, 2]], {"to": "1"}),
    "call-off": Way(running, lambda match: match.status == "called_off"),
    "adjust": Way(ended, lambda match: match.adjusted, {"places": "2, 1, 3"}),
    "void": Way(ended, lambda match: match.voided),
    "lock-talk": Way(running, lambda match: match.talk_locked),
    "make-private": Way(running, lambda match: match.private),
}


def logged_in(context: BrowserContext, live_server: LiveServer, user: User) -> None:
    """Give the browser the session of a user."""
    client = Client()
    client.force_login(user)
    value = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": live_server.url}])


def test_every_action_on_tables_has_its_way() -> None:
    assert set(WAYS) == {slug for slug, action in ACTIONS.items() if action.on in (On.MATCH, On.SEAT)}


@pytest.mark.parametrize("slug", WAYS)
def test_an_action_is_done_from_the_table_that_is_inspected(
    slug: str, context: BrowserContext, page: Page, live_server: LiveServer
) -> None:
    way, action = WAYS[slug], ACTIONS[slug]
    person("dora")
    match = way.on()
    logged_in(context, live_server, moderator())
    page.goto(f"{live_server.url}/moderation/table/{match.pk}/")
    page.click(f"a[href*='/moderation/act/{slug}/?table={match.pk}{'&seat=1' if action.on == On.SEAT else ''}']")
    for name, value in way.fill.items():
        page.fill(f"main [name={name}]", value)
    page.select_option("main [name=category]", "stalling")
    page.fill("main [name=reason]", "Nobody had heard of the player for days.")
    page.get_by_role("button", name=action.title).click()
    page.wait_for_url(f"**/moderation/table/{match.pk}/")
    assert "Audit row 1 says so." in page.inner_text("body")
    match.refresh_from_db()
    assert way.is_so(match)
    row = AuditRow.objects.get()
    assert (row.action, row.category, row.reason) == (slug, "stalling", "Nobody had heard of the player for days.")
