"""Replays at the table: through one's own eyes while a match goes on, through anyone's once it has finished."""

from typing import Any

import pytest
from django.test import Client

from engine.quick_chance import RandomChance
from foundation.errors import Forbidden
from games.registry import GAMES
from matches.log.states import game_of, state_after
from matches.models import Match
from matches.view.eyes import CLOSED, eyes_of, hidden_rows
from tests.matches.tables import NOON, person
from tests.matches.test_exports import played
from tests.matches.test_two_worlds import MASKED
from tests.support.clients import client_of
from tests.support.html import squeezed

pytestmark = pytest.mark.django_db
GOING_ON = 5


def page(match: Match, step: int, name: object) -> str:
    return f"/table/{match.pk}/step/{step}/?seat={name}"


def picture(match: Match, step: int, name: object) -> str:
    return f"/table/{match.pk}/step/{step}.svg?seat={name}"


def in_api(match: Match, step: int, seat: object) -> str:
    return f"/api/v1/matches/{match.pk}/steps/{step}?seat={seat}"


def replies(client: Client, match: Match, step: int) -> dict[str, Any]:
    """What comes of every way to ask for a step through somebody's eyes."""
    paths = [page(match, step, name) for name in ("", "public", "all", *range(1, match.players + 1))]
    paths += [in_api(match, step, seat) for seat in ("all", *range(match.players))]
    paths += [picture(match, step, name) for name in ("public", *range(1, match.players + 1))]
    return {path: client.get(path) for path in paths}


def test_a_finished_match_shows_to_everyone_what_each_player_saw() -> None:
    match, people = played("concealed-draw")
    for step in range(0, match.step, 9):
        for seat, user in enumerate(people):
            own = client_of(user).get(f"/api/v1/matches/{match.pk}/steps/{step}").json()
            assert own["me"] == seat
            assert client_of(person("dora")).get(in_api(match, step, seat)).json() == own
            assert client_of(people[seat - 1]).get(in_api(match, step, seat)).json() == own


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.sampled(1, "every game, not one")
def test_no_step_of_a_running_match_shows_what_the_reader_could_not_know(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the other world all that a player cannot know of the position is otherwise."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)
    match, people = played(slug, GOING_ON)
    game, differ = game_of(match), 0
    assert match.status == Match.Status.RUNNING
    for seat, user in enumerate(people):
        client = client_of(user)
        for step in range(match.step + 1):
            state = state_after(match, step)
            other = game.imagine(game.observation(state, seat), seat, RandomChance(5))
            differ += other != state
            worlds = []
            # Who knows all has one world.
            for there in (state, other) if other != state else (state,):
                monkeypatch.setattr("matches.view.match_view.state_after", lambda match, step, there=there: there)
                got = replies(client, match, step)
                worlds.append([MASKED.sub(b"-", reply.content) for reply in got.values()])
            assert worlds[0] == worlds[-1]
            own = {page(match, step, name) for name in ("", "public", seat + 1)} | {in_api(match, step, seat)}
            own.add(picture(match, step, "public"))  # a picture is passed on, so not even one's own hand is in it
            assert {path for path, reply in got.items() if reply.status_code == 200} == own
            assert {reply.status_code for reply in got.values()} == {200, 403}
    assert differ or slug == "bid"  # who has followed it knows every hand (B13)


def test_a_spectator_of_a_running_match_has_the_public_view() -> None:
    match, _ = played("concealed-draw", GOING_ON)
    got = replies(Client(), match, 2)
    assert [path for path, reply in got.items() if reply.status_code == 200] == [
        page(match, 2, ""),
        page(match, 2, "public"),
        picture(match, 2, "public"),
    ]
    assert str(CLOSED) in squeezed(got[page(match, 2, 1)].content.decode())


def test_a_match_that_is_taken_back_closes_all_eyes_but_ones_own() -> None:
    match, _ = played("concealed-draw")
    assert eyes_of(match, 0, "2").seat == 1
    match.status = Match.Status.RUNNING
    for asked in ("2", "all"):
        with pytest.raises(Forbidden) as refused:
            eyes_of(match, 0, asked)
        assert refused.value.code == "eyes_closed"
    with pytest.raises(Forbidden):
        hidden_rows(match, 3)


@pytest.mark.parametrize("asked", ["0", "4", "-1", "x", "²", "0010", "01", "9" * 5000])
def test_a_seat_that_there_is_not_is_refused_in_a_sentence(asked: str) -> None:
    match, _ = played("plaque-auction", 1)
    reply = Client().get(page(match, 0, asked))
    assert reply.status_code == 400
    assert "no such seat" in reply.content.decode()


@pytest.mark.usefixtures("watched_templates")
def test_all_together_show_every_hidden_piece_and_every_hidden_event() -> None:
    match, _ = played("concealed-draw")
    step = next(number for number in range(match.step) if any(row.pieces for row in hidden_rows(match, number)))
    rows = hidden_rows(match, step)
    assert {row.player for row in rows} <= set(range(match.players))
    assert not any(len(piece) == 1 for row in rows for piece in row.pieces)
    assert "everyone together</a>" in squeezed(Client().get(page(match, step, "all")).content.decode())
    logged = [client_of(None).get(page(match, match.step, name)).context["view"].log for name in ("public", "1", "all")]
    public, first, everyone = (sum(len(entry.events) for entry in log) for log in logged)
    assert public <= first <= everyone
    assert logged[2] != logged[0]


def test_programs_get_the_hidden_pieces_that_the_page_shows() -> None:
    match, people = played("concealed-draw")
    step = next(number for number in range(match.step) if any(row.pieces for row in hidden_rows(match, number)))
    seen = client_of(people[0]).get(in_api(match, step, "all")).json()
    assert [(row["player"], row["pieces"]) for row in seen["hidden"]] == [
        (row.player, list(row.pieces)) for row in hidden_rows(match, step)
    ]
    assert seen["me"] is None
    public = client_of(person("dora")).get(f"/api/v1/matches/{match.pk}/steps/{match.step}").json()
    everyone = client_of(person("dora")).get(in_api(match, match.step, "all")).json()
    assert public["hidden"] is None and public["log"] != everyone["log"]


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_its_hidden_rows(slug: str) -> None:
    match, _ = played(slug, 4)
    match.status = Match.Status.FINISHED
    for step in range(match.step + 1):
        for row in hidden_rows(match, step):
            assert row.pieces or row.note
