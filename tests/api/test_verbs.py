"""Things are removed by DELETE; URLs are nouns, or verbs for changes of what stays."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import get_resolver

from api.messages import ApiRequest
from api.scopes import Scope
from api.views import ApiView, operation
from ladders.models import Ladder
from notifications.models import Messenger, Webhook
from tests.api.bots import Caller, caller, problem
from tests.api.kept_rows import rows
from tests.api.routes import ROUTES, SPAN, Route
from tests.api.test_bad_input import PAGES, patterns, replay_beside
from tests.ladders.play import ladder_of, organiser, tournament_of
from tests.matches.tables import NOON, person, table_of

PARTICIPLES = (
    *("removed", "lifted", "struck-out", "taken-back", "given-back", "closed", "raised", "tested"),
    *("accepted", "muted", "muted-author", "read", "left", "joined", "withdrawn", "started", "ended"),
)
DELETING = [(name, route) for name, routes in ROUTES.items() for route in routes if route.method == "delete"]
MAKING = ("post", "put")


def operations() -> dict[str, Any]:
    """The view of each URL of the API, by its full pattern."""
    found = patterns(get_resolver())
    return {
        whole: part.callback.cls  # type: ignore[attr-defined]
        for whole, part in found
        if whole.startswith("api/v1/") and part.name not in PAGES
    }


def test_no_address_ends_in_a_participle():
    ends = {whole: whole.rpartition("/")[2] for whole in operations()}
    assert not [whole for whole, end in ends.items() if end in PARTICIPLES or end.endswith("ed")]


def test_reading_alone_takes_nothing_away():
    deleting = {whole: view.delete for whole, view in operations().items() if hasattr(view, "delete")}
    assert len(deleting) > 14
    assert not [whole for whole, method in deleting.items() if method.scope in (None, Scope.READ)]


@pytest.mark.parametrize(("name", "route"), DELETING, ids=lambda part: part if isinstance(part, str) else "")
def test_what_takes_away_needs_the_scope_of_what_makes(name: str, route: Route):
    assert len(DELETING) > 14
    made = [other.scope for other in ROUTES[MADE_BY.get(name, name)] if other.method in MAKING]
    assert set(made) == {route.scope}


MADE_BY = {
    "block": "blocks",
    "challenge": "ladder_challenges",
    "club": "clubs",
    "club_message": "club_chat",
    "conditional_move": "conditional_moves",
    "follower": "friends",
    "friend": "friends",
    "message": "chat",
    "muting": "mutings",
    "pair": "pairs_apart",
    "replay": "replays",
    "season": "seasons",
}
"""It is made at another URL: that of its list."""


OPEN = {"game": "bid", "seats": [{"kind": "open"}, {"kind": "open"}]}
FAR = {"title": "Far", "starts_at": "2098-01-01T00:00:00Z", "ends_at": "2098-02-01T00:00:00Z"}


def number_in(reply: Any) -> int:
    return int(reply.json()["number"])


def a_season(ana: Caller) -> int:
    """The number of a season that has not begun, on a ladder that has the slug `rungs`."""
    Ladder.objects.filter(pk=ladder_of([]).pk).update(slug="rungs")
    return number_in(ana.post("ladders/rungs/seasons", FAR))


def a_ladder(ana: Caller) -> None:
    """A ladder with the slug `rungs`, on which ana and ben stand."""
    Ladder.objects.filter(pk=ladder_of([person("ben"), person("ana")]).pk).update(slug="rungs")


def a_challenge(ana: Caller) -> int:
    a_ladder(ana)
    return number_in(ana.post("ladders/rungs/challenges", {"opponents": ["ben"]}))


def an_entry(ana: Caller) -> int:
    return tournament_of([person(name) for name in ("ana", "ben", "cleo", "dora")]).pk


def an_offer(ana: Caller) -> int:
    number = table_of("ana", "ben", "cleo")[0].pk
    ana.post(f"matches/{number}/seats/0/offer")
    return number


def a_replay(ana: Caller) -> None:
    replay_beside(person("ana"))


def a_webhook(ana: Caller) -> None:
    Webhook.objects.create(user=person("ana"), form="json", url="https://post.example/hook", key="k", made_at=NOON)


def a_messenger(ana: Caller) -> None:
    topic = "https://ntfy.example/a-long-topic"
    Messenger.objects.create(user=person("ana"), channel="ntfy", target=topic, made_at=NOON, linked_at=NOON)


def a_muting(ana: Caller) -> None:
    match, people = table_of("ana", "ben", "cleo")
    caller(people[1]).post(f"matches/{match.pk}/chat", {"room": "players", "text": "Hello"})
    ana.post("mutings", {"match": match.pk, "room": "players", "number": 1})


def a_club(ana: Caller) -> int:
    return number_in(ana.post("clubs", {"title": "The den", "joining": "open"}))


def a_club_link(ana: Caller) -> int:
    number = a_club(ana)
    ana.send("put", f"clubs/{number}/link", {})
    return number


def a_club_message(ana: Caller) -> int:
    number = a_club(ana)
    ana.post(f"clubs/{number}/chat", {"text": "Hello"})
    return number


def a_club_member(ana: Caller) -> int:
    number = a_club(ana)
    caller(person("ben")).send("put", f"clubs/{number}/membership", {})
    return number


def a_club_membership(ana: Caller) -> int:
    number = a_club(caller(person("ben")))
    ana.send("put", f"clubs/{number}/membership", {})
    return number


def a_follower(ana: Caller) -> None:
    caller(person("ben")).post("friends", {"name": "ana"})


def made_at_a_table(name: str) -> Callable[[Caller], int]:
    """Make it at a running match by the request that its test of bad input sends."""

    def make(ana: Caller) -> int:
        number = table_of("ana", "ben", "cleo")[0].pk
        [route] = [one for one in ROUTES[MADE_BY.get(name, name)] if one.method in MAKING]
        ana.send(route.method, route.at(number), route.body)
        return number

    return make


MAKE: dict[str, Callable[[Caller], int | None]] = {
    "quiet_hours": lambda ana: ana.send("put", "me/quiet-hours", {"quiet_from": "22:00", "quiet_until": "07:00"}) and 0,
    "vacation": lambda ana: ana.post("me/vacation", SPAN) and 0,
    "block": lambda ana: ana.post("blocks", {"name": "ben"}) and 0,
    "friend": lambda ana: ana.post("friends", {"name": "ben"}) and 0,
    "follower": a_follower,
    "club": a_club,
    "club_link": a_club_link,
    "club_member": a_club_member,
    "club_membership": a_club_membership,
    "club_message": a_club_message,
    "feeds": lambda ana: ana.post("notices/feeds") and 0,
    "pair": lambda ana: ana.post("pairs-apart", {"one": "cleo", "other": "ben"}) and 0,
    "quick_table": lambda ana: ana.send("put", "quick-table", {"games": ["bid"], "seats": [3]}) and 0,
    "seat": lambda ana: number_in(ana.post("matches", OPEN)),
    "season": a_season,
    "ladder_entry": a_ladder,
    "challenge": a_challenge,
    "tournament_entry": an_entry,
    "seat_offer": an_offer,
    "replay": a_replay,
    "webhook": a_webhook,
    "messenger": a_messenger,
    "muting": a_muting,
    **{name: made_at_a_table(name) for name in ("conditional_move", "chat_mute", "match_notices", "message")},
    **{name: made_at_a_table(name) for name in ("note", "star")},
}
"""How each removable thing is made, with the number in its URL."""
AT = {
    "conditional_move": "matches/{number}/conditional-moves/0?version=1",
    "pair": "pairs-apart/ben/cleo",
    "seat_offer": "matches/{number}/seats/0/offer",
}
"""Where it lies, if not where the test of bad input looks for it."""
GONE = {
    "conditional_move": "conditional_moves_changed",
    "seat": "match_started",
    "ladder_entry": "not_on_ladder",
    "challenge": "challenge_accepted",
    "tournament_entry": "not_entered",
}
"""The reply to the second request, if it is not simply 404."""


@pytest.mark.django_db
@pytest.mark.parametrize("name", [name for name, _ in DELETING])
def test_what_is_taken_away_is_gone(name: str):
    ana, _, _ = caller(organiser("ana")), person("ben"), person("cleo")
    number = MAKE[name](ana)
    [path] = [route.path for other, route in DELETING if other == name]
    path = AT.get(name, path).format(number=number)
    before = rows()
    first = ana.delete(path, key="once")
    assert first.status_code in (200, 204), first.content
    after = rows()
    assert after != before
    again = ana.delete(path, key="once")
    assert again.headers["Idempotency-Replayed"] == "true"
    assert (again.status_code, again.content) == (first.status_code, first.content)
    refused = ana.delete(path)
    code = GONE.get(name, "not_found")
    problem(refused, refused.status_code if name in GONE else 404, code)
    assert refused.status_code >= 400 and rows() == after


class Sent(ApiRequest):
    """A body with one field."""

    text: str = ""


def test_what_takes_away_has_no_body():
    def delete(view: ApiView, request: Any, body: Sent, now: Any) -> None:
        """Take something away."""

    taking: Callable[..., Any] = operation("Take away", scope=Scope.PLAY, reply=None, body=Sent)
    with pytest.raises(TypeError, match="body"):
        taking(delete)
