"""Notices on every channel, and what links in mails open, are the same whatever others hide."""

import re
from typing import Any

import msgspec
import pytest
from django.test import Client

from accounts.models import User
from engine.quick_chance import RandomChance
from foundation.vault import seal
from games.registry import GAMES
from matches.log.states import game_of, state_of
from matches.models import Match
from matches.notices import notify_match_over, reschedule_turns, topic_of
from matches.play.answers import submit_answer
from matches.view.feeds import atom_of, calendar_of, turns_of
from notifications.channels.by_messenger import text_of
from notifications.channels.by_push import payload_of
from notifications.channels.by_webhook import body_of
from notifications.channels.letters import digest_mail, notice_mail, turns_mail
from notifications.enums import MESSENGERS
from notifications.mail_links import act_token
from notifications.models import Channel, Device, Kind, Messenger, Notice, Webhook
from notifications.readers import reader_of
from tests.matches.tables import NOON
from tests.matches.test_two_worlds import MASKED, secret_pairs, some_steps

pytestmark = pytest.mark.django_db
PAGES = ("/notices/", "/notices/sent/", "/notices/choose/", "/turns/counts/", "/api/v1/notices/sent")


@pytest.fixture(autouse=True)
def _one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


def shown_to(match: Match, user: User) -> list[Any]:
    """All that every channel says of a match to one reader."""
    notices = list(Notice.objects.filter(user=user, topic=topic_of(match.pk)).order_by("kind", "channel", "mark"))
    facts: list[Any] = [(notice.kind, notice.channel, notice.mark, notice.context) for notice in notices]
    for notice in notices:
        letter = notice_mail(notice=notice, address="a@example.org")
        facts += [letter.subject, letter.body, letter.alternatives[0][0]]
        facts.append(payload_of(notice))
        hook = {"title": "", "text": str(notice.context.get("text")), "url": "", "deadline": "", "kind": notice.kind}
        facts += [body_of(form, hook) for form in Webhook.Form]
        facts.append(text_of(notice)._replace(key=""))
    if notices:
        daily = digest_mail(notices=notices, user=user, address="a@example.org")
        facts += [daily.subject, daily.body, daily.alternatives[0][0]]
    if mails := [notice for notice in notices if (notice.kind, notice.channel) == (Kind.TURN, Channel.MAIL)]:
        merged = turns_mail(notices=[*mails, *mails], address="a@example.org")
        assert merged.subject == f"Your turn at {2 * len(mails)} tables"
        facts += [merged.subject, merged.body, merged.alternatives[0][0]]
    turns = turns_of(user)
    return [*facts, calendar_of(turns), atom_of(turns, user, "https://post.example/")]


def pages(match: Match, user: User) -> list[bytes]:
    client = Client()
    client.force_login(user)
    paths = [*PAGES, f"/table/{match.pk}/notices/"]
    return [_without_keys(client.get(path).content) for path in paths]


def _without_keys(content: bytes) -> bytes:
    # A row that was planned again has another number.
    return re.sub(rb"/notices/\d+/open/", b"-", MASKED.sub(b"-", content))


def by_link(match: Match, user: User) -> list[bytes]:
    """What the link of a mail shows."""
    client = Client()
    token = act_token(user_id=user.pk, topic=topic_of(match.pk), step=match.next_step)
    assert client.get(f"/act/{token}/").status_code == 302
    return [MASKED.sub(b"-", client.get(f"/table/{match.pk}/{page}").content) for page in ("", "live/", "log/")]


def ask_again(match: Match) -> None:
    """Plan the notices of the open round from the current state."""
    reschedule_turns(match=match, seats=match.seats.select_related("user").filter(awaited=True), now=NOON)


def with_every_channel(people: list[User]) -> None:
    for user in people:
        Device.objects.create(user=user, name="x", endpoint=f"https://x/{user.pk}", p256dh="", auth="", made_at=NOON)
        Webhook.objects.create(user=user, form="json", url="https://x/", key="k", made_at=NOON)
        for channel in MESSENGERS:
            Messenger.objects.create(user=user, channel=channel, target="1", made_at=NOON, linked_at=NOON)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.sampled(2, "every game, not two")
def test_no_channel_and_no_link_tells_a_sealed_answer(slug: str) -> None:
    match, people = some_steps(slug, max(GAMES[slug].players[0], 3), 3)
    for player, one, other in list(secret_pairs(match))[:1]:
        others = [user for number, user in enumerate(people) if number != player]
        waiting = [user for user in others if match.seats.get(user=user).awaited]
        worlds = []
        for action in (one, other):
            raw = msgspec.to_builtins(action)
            submit_answer(match_id=match.pk, user_id=people[player].pk, step=match.next_step, actions=[raw], now=NOON)
            seen = [shown_to(match, user) for user in people] + [pages(match, user) for user in people]
            worlds.append(seen + [by_link(match, user) for user in waiting])
        assert worlds[0] == worlds[1]


@pytest.mark.parametrize("slug", GAMES)
def test_no_channel_tells_what_the_cards_are(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even the reader's own: a mail is read by more than its reader, and a channel of Discord by many."""
    game = GAMES[slug]
    # However much a game's words reveal of what they get.
    monkeypatch.setattr(type(game.wording), "task", lambda self, seen, player: f"{player}: {seen}")
    match, people = some_steps(slug, max(game.players[0], 3), 5)
    if match.status != Match.Status.RUNNING:
        return
    with_every_channel(people)
    ask_again(match)
    before = [shown_to(match, user) for user in people]
    for player in range(len(people)):
        imagined = game.imagine(game.observation(state_of(match), player), player, RandomChance(9))
        match.sealed_state = seal(imagined)
        Match.objects.filter(pk=match.pk).update(sealed_state=match.sealed_state)
        ask_again(match)
        assert [shown_to(match, user) for user in people] == before


def test_the_comparison_would_notice() -> None:
    match, people = some_steps("bid", 3, 0)
    with_every_channel(people)
    ask_again(match)
    rows = Notice.objects.filter(user=people[0])
    assert {row.channel for row in rows} == {Channel.PAGE, Channel.MAIL, Channel.PUSH, Channel.WEBHOOK, *MESSENGERS}
    assert reader_of(people[0]).has_webhook
    before = shown_to(match, people[0])
    rows.update(context={"title": "Bid!", "path": "/", "text": "ben holds the ace."})
    assert shown_to(match, people[0]) != before


def test_the_end_of_a_match_tells_what_everyone_may_read() -> None:
    match, _ = some_steps("bid", 3, 3)
    notify_match_over(match=match, game=game_of(match), seats=match.seats.select_related("user"), now=NOON)
    texts = set(Notice.objects.filter(kind="over").values_list("context__text", flat=True))
    game = game_of(match)
    assert texts == {f"{game.wording.result(game.observation(state_of(match), None))}."}
