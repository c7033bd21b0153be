"""Matches that differ only in secrets look the same, to the byte, to everyone who may not know them."""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec
import pytest
from django.core import mail
from django.test import Client

from engine.quick_chance import RandomChance
from foundation.vault import seal
from games.registry import GAMES
from matches.log.states import game_of, state_of
from matches.models import Match
from matches.play.answers import submit_answer
from matches.rounds.resolve import resolve_round
from matches.timeouts.stand_ins import begin_stand_in
from matches.view.match_view import matches, seat_of
from piecepack_site.languages import OFFERED_LANGUAGES
from tests.browser.tables_under_way import Scene, table_at
from tests.matches.tables import NOON, answer_all, table_of

pytestmark = pytest.mark.django_db

# What differs between two requests of the same page, or is a hash that tells nothing without its nonce.
MASKED = re.compile(rb'csrfmiddlewaretoken" value="[^"]+"|nonce-[\w+/=-]+|nonce="[^"]+"|\b[0-9a-f]{64}\b')
NAMES = ("ana", "ben", "cleo", "dora", "emil", "fred", "gita", "hugo", "ines", "jana", "karl", "lena")
STEPS = (0, 3, 7)
OTHERS = OFFERED_LANGUAGES[1:]


NOTHING_HIDDEN = {*product(("bid",), STEPS), ("tp5", 0)}
"""Who has followed *Bid!* knows every hand (B13), and TP5 deals no tile before its phestivities are chosen."""


@pytest.fixture(autouse=True)
def _one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages tell the time: both worlds are looked at in the same moment."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


def paths(match: Match) -> list[str]:
    """All pages that show a match."""
    steps = [f"/table/{match.pk}/step/{number}/" for number in {0, match.step - 1, match.step} if number >= 0]
    pages = (
        "",
        "live/",
        "live/?conditional_form=1",
        "log/",
        "check/",
        "match.json",
        "view.json",
        "view.ppn",
        "chat/",
        "notices/",
    )
    own = [f"/table/{match.pk}/{page}" for page in pages]
    drawn = [f"/table/{match.pk}/step/{number}.svg" for number in {0, match.step} if number >= 0]
    drawn += [f"/table/{match.pk}/card.png", f"/table/{match.pk}/embed/"] if match.step >= 0 else []
    own += [f"/report/?table={match.pk}", "/moderation/mine/"]
    lists = ["/notices/", "/ladders/", "/turns/", "/tables/", "/tables/?show=running", "/", "/quick/", "/clubs/"]
    people = ["/ladders/player/ana/results.atom", "/people/ana/", "/ladders/versus/ana/ben/", "/friends/"]
    return [*own, *steps, *drawn, *people, *lists, *(f"/api/v1/{path}" for path in api_paths(match))]


def api_paths(match: Match) -> list[str]:
    """All URLs of the API that show a match."""
    steps = [f"/steps/{max(match.step - back, 0)}" for back in (0, 1)]
    parts = ["", "/log", "/legal-actions", "/chat", "/conditional-moves", "/notices", *steps]
    parts += [f"/export{form}" for form in ("", "?form=ppn", "?form=record")]
    return [
        *(f"matches/{match.pk}{part}" for part in parts),
        "matches?status=running",
        "matches?mine=true",
        "turns",
        "matches?show=starred",
        "matches?show=seats",
        "notices",
        "notices/sent",
        "friends",
        "players/ana/record",
        "players/ana/opponents/ben",
    ]


def bytes_seen(match: Match, user: Any, language: str = "") -> dict[str, bytes]:
    """What a reader (None: a visitor) gets from every page about a match, in a language or that of the site."""
    client = Client(headers={"Accept-Language": language} if language else {})
    if user is not None:
        client.force_login(user)
    replies = {path: client.get(path) for path in paths(match)}
    return {
        path: MASKED.sub(b"-", reply.content) + reply.headers.get("ETag", "").encode()
        for path, reply in replies.items()
    }


def some_steps(slug: str, players: int, steps: int) -> tuple[Match, list[Any]]:
    """A match that has gone some random steps."""
    match, people = table_of(*NAMES[:players], slug=slug)
    return go_some_steps(match, people, steps), people


def go_some_steps(match: Match, people: list[Any], steps: int) -> Match:
    """The match after some random steps."""
    chance = RandomChance(steps)
    for _ in range(steps):
        match.refresh_from_db()
        if match.status == Match.Status.RUNNING:
            answer_all(match, people, chance)
            resolve_round(match_id=match.pk, now=NOON)
    return matches().get(pk=match.pk)


def secret_pairs(match: Match) -> Iterator[tuple[int, Any, Any]]:
    """Two different answers of each awaited seat that has a choice."""
    game, state = game_of(match), state_of(match)
    for player in game.current_players(state):
        legal = game.legal_actions(state, player)
        if len(legal) > 1:
            yield player, legal[0], legal[-1]


def test_what_a_bot_has_sealed_for_who_is_away_shows_to_nobody() -> None:
    """Not even to them, before they take the seat back."""
    match, people = some_steps("bid", 3, 3)
    player, one, other = next(secret_pairs(match))
    begin_stand_in(match=match, seat=match.seats.get(number=player), now=NOON)
    worlds = []
    for action in (one, other):
        raw = msgspec.to_builtins(action)
        user, step = people[player], match.next_step
        submit_answer(match_id=match.pk, user_id=user.pk, step=step, actions=[raw], now=NOON, by="stand_in")
        fresh = matches().get(pk=match.pk)
        worlds.append([bytes_seen(fresh, reader) for reader in (None, *people)])
    assert worlds[0] == worlds[1]


@pytest.mark.parametrize("slug", GAMES)
def test_every_page_that_is_compared_is_there(slug: str) -> None:
    """A missing page would be the same in every world. Not every game has a notation."""
    match, people = some_steps(slug, max(GAMES[slug].players[0], 3), 3)
    client = Client()
    client.force_login(people[0])
    found = {path: client.get(path).status_code for path in paths(match) if "ppn" not in path}
    # The whole record is for nobody before the end.
    assert {path for path, status in found.items() if status != 200} == {
        f"/table/{match.pk}/match.json",
        f"/api/v1/matches/{match.pk}/export?form=record",
    }


@pytest.mark.parametrize("steps", STEPS)
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.sampled(2, "every game at three moments, not two games at one")
def test_a_sealed_answer_shows_in_no_page_of_others(slug: str, steps: int) -> None:
    assert_sealed(*some_steps(slug, max(GAMES[slug].players[0], 3), steps))


def assert_sealed(match: Match, people: list[Any], language: str = "") -> None:
    """See that no page of others shows which of two answers an awaited seat has sealed."""
    assert match.status == Match.Status.RUNNING
    player, one, other = next(secret_pairs(match))
    spectators = [None, *(user for number, user in enumerate(people) if number != player)]
    # Words are put together alike for all who may not know: the pages of each of them are compared in English.
    spectators = spectators[:2] if language else spectators
    worlds = []
    for action in (one, other):
        raw = msgspec.to_builtins(action)
        submit_answer(match_id=match.pk, user_id=people[player].pk, step=match.next_step, actions=[raw], now=NOON)
        worlds.append([bytes_seen(match, watcher, language) for watcher in spectators])
    assert worlds[0] == worlds[1]
    page = worlds[0][0][f"/table/{match.pk}/"].decode()
    assert f'<html lang="{language or "en-GB"}"' in page


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.sampled(1, "every game in each of the other languages, not one game in one")
def test_a_sealed_answer_shows_in_no_page_in_another_language(slug: str, language: str) -> None:
    assert_sealed(*some_steps(slug, max(GAMES[slug].players[0], 3), 3), language)


@pytest.mark.parametrize("steps", STEPS)
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.sampled(2, "every game at three moments, not two games at one")
def test_states_that_a_seat_cannot_tell_apart_look_the_same(slug: str, steps: int) -> None:
    game = GAMES[slug]
    match, people = some_steps(slug, max(game.players[0], 3), steps)
    assert match.status == Match.Status.RUNNING
    state, chance = state_of(match), RandomChance(5)
    for player, user in enumerate(people):
        imagined = game.imagine(game.observation(state, player), player, chance)
        assert (imagined != state) == ((slug, steps) not in NOTHING_HIDDEN)
        if imagined == state:
            continue  # There is one world, and nothing to compare it with.
        before = bytes_seen(match, user)
        Match.objects.filter(pk=match.pk).update(sealed_state=seal(imagined))
        assert bytes_seen(match, user) == before
        Match.objects.filter(pk=match.pk).update(sealed_state=match.sealed_state)


def _phestivities(*keys: str) -> dict[str, Any]:
    return {"chosen_by": "host", "phestivities": frozenset(keys)}


SEALED_ROUNDS = {
    "tp5, before the roll": Scene(
        "tp5",
        lambda state: state.phase == "before_roll" and len(state.asked) > 1,
        seats=2,
        options=_phestivities("number_is_up", "time_warp"),
    ),
    "tp5, after the roll": Scene(
        "tp5",
        lambda state: state.phase == "mine" and len(state.asked) > 1,
        seats=2,
        options=_phestivities("land_mine"),
    ),
    "tp5, a statement with or": Scene(
        "tp5",
        lambda state: state.phase == "claim" and any(said and said.either for said in state.statements[1:]),
        seats=2,
        options={**_phestivities(), "or_statements": True},
    ),
    "plaque-auction, sealed bids": Scene(
        "plaque-auction",
        lambda state: bool(state.bidding) and not state.picking,
        seats=3,
        steps=2,
        options={"bidding": "sealed"},
    ),
}
"""Rounds of the games' own in which several seal, and which usual options and few steps do not come to."""


@pytest.mark.parametrize("name", SEALED_ROUNDS)
def test_secrets_of_the_games_own_sealed_rounds_show_to_nobody_else(name: str) -> None:
    """In the other world Ana has sealed something else, and what Ben cannot know of the state is otherwise."""
    match = table_at(SEALED_ROUNDS[name])
    game, state = game_of(match), state_of(match)
    ana, ben = [seat.user for seat in match.seats.select_related("user").order_by("number")[:2]]
    imagined = game.imagine(game.observation(state, 1), 1, RandomChance(5))
    assert ana is not None
    assert imagined != state
    legal, worlds = game.legal_actions(state, 0), []
    for action, there in ((legal[0], state), (legal[-1], imagined)):
        raw = msgspec.to_builtins(action)
        submit_answer(match_id=match.pk, user_id=ana.pk, step=match.next_step, actions=[raw], now=NOON)
        Match.objects.filter(pk=match.pk).update(sealed_state=seal(there))
        worlds.append(bytes_seen(matches().get(pk=match.pk), ben))
    assert worlds[0] == worlds[1]


OPTIONAL_QUESTIONS = {
    "bid, late pawns": Scene(
        "bid",
        lambda state: state.phase == "reroll" and state.hands_shown,
        seats=3,
        steps=1,
        options={"reroll": "late_pawns"},
    ),
    "tp5, the dealer's ruling": Scene(
        "tp5",
        lambda state: state.phase == "choose" and state.round > 1,
        seats=4,
        options={**_phestivities("centering_in", "around_the_world"), "dealer_rules": True},
    ),
}
"""Questions that an option adds, at moments when nothing but the answer is hidden."""


@pytest.mark.parametrize("name", OPTIONAL_QUESTIONS)
def test_answers_to_questions_that_an_option_adds_show_to_nobody_else(name: str) -> None:
    match = table_at(OPTIONAL_QUESTIONS[name])
    ana, ben = [seat.user for seat in match.seats.select_related("user").order_by("number")[:2]]
    assert ana is not None
    legal, worlds = game_of(match).legal_actions(state_of(match), 0), []
    for action in (legal[0], legal[-1]):
        raw = msgspec.to_builtins(action)
        submit_answer(match_id=match.pk, user_id=ana.pk, step=match.next_step, actions=[raw], now=NOON)
        fresh = matches().get(pk=match.pk)
        worlds.append([bytes_seen(fresh, reader) for reader in (None, ben)])
        assert ana.username.encode() in bytes_seen(fresh, ana)[f"/table/{match.pk}/"]
    assert legal[0] != legal[-1]
    assert worlds[0] == worlds[1]


def test_the_owner_does_see_a_sealed_answer() -> None:
    """The comparison above would notice a difference: the owner's own page has one."""
    match, people = table_of("ana", "ben", "cleo")
    worlds = []
    for act in ("let_stand", "reroll"):
        submit_answer(match_id=match.pk, user_id=people[0].pk, step=1, actions=[{"act": act}], now=NOON)
        worlds.append(bytes_seen(match, people[0]))
    assert worlds[0] != worlds[1]


def test_mails_tell_nothing_of_sealed_answers() -> None:
    bodies = []
    for act in ("let_stand", "reroll"):
        match, people = table_of("ana", "ben", "cleo")
        submit_answer(match_id=match.pk, user_id=people[1].pk, step=1, actions=[{"act": act}], now=NOON)
        contexts = people[0].notices.order_by("pk").values_list("kind", "context")
        bodies.append(str([(kind, {**context, "path": "", "title": ""}) for kind, context in contexts][-2:]))
    assert bodies[0] == bodies[1]
    assert not mail.outbox


@pytest.mark.parametrize("hidden", [True, False])
def test_who_has_answered_shows_unless_the_match_hides_it(hidden: bool) -> None:
    match, people = table_of("ana", "ben", "cleo", hide_answered=hidden)
    before = bytes_seen(match, people[0])
    submit_answer(match_id=match.pk, user_id=people[1].pk, step=1, actions=[{"act": "reroll"}], now=NOON)
    assert (bytes_seen(match, people[0]) == before) == hidden
    assert seat_of(match, people[1].pk) == 1
