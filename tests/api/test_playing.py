"""A match through the API alone: opened, joined, played, looked at."""

from typing import Any

import pytest

from accounts.models import User, UserKind
from engine.quick_chance import RandomChance
from games.registry import GAMES
from matches.models import Match
from matches.rounds.resolve import resolve_round
from matches.timeouts.stand_ins import begin_stand_in
from tests.api.bots import Caller, caller, problem
from tests.ladders.play import ladder_of, played, tournament_of
from tests.matches.tables import NOON, person, table_of

pytestmark = pytest.mark.django_db


def opened(*names: str, slug: str = "bid", **settings: Any) -> tuple[int, list[Caller]]:
    """A match that the first opens and the others join."""
    callers = [caller(person(name)) for name in names]
    body = {"game": slug, "seats": [{"kind": "open"}] * (len(names) - 1), **settings}
    reply = callers[0].post("matches", body)
    assert reply.status_code == 201, reply.json()
    number = reply.json()["number"]
    assert reply.headers["Location"] == f"/api/v1/matches/{number}"
    for other in callers[1:]:
        assert other.post(f"matches/{number}/seat").status_code == 200
    return number, callers


def play_round(number: int, callers: list[Caller], chance: RandomChance) -> None:
    """Let everyone who is asked give any listed answer."""
    for one in callers:
        legal = one.get(f"matches/{number}/legal-actions").json()
        if not legal["results"]:
            continue
        action = legal["results"][chance.below(len(legal["results"]))]["action"]
        reply = one.post(f"matches/{number}/answers", {"step": legal["step"], "actions": [action]})
        assert reply.status_code == 201, reply.json()
    resolve_round(match_id=number, now=NOON)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.sampled(2, "every game, not two")
def test_every_game_is_played_by_legal_actions_alone(slug: str):
    """The bots of `tests/site/test_programs.py` play whole matches."""
    names = ("ana", "ben", "cleo")[: max(2, GAMES[slug].players[0])]
    number, callers = opened(*names, slug=slug)
    for _ in range(12):
        play_round(number, callers, RandomChance(3))
    seen = callers[0].get(f"matches/{number}").json()
    assert seen["step"] == 12 or seen["status"] == "finished"


def test_an_observation_is_what_my_seat_may_know():
    number, callers = opened("ana", "ben", "cleo")
    mine, other = (one.get(f"matches/{number}").json() for one in callers[:2])
    assert mine["me"] == 0 and other["me"] == 1
    assert mine["seen"]["hand"] != other["seen"]["hand"]
    assert mine["asked"]["step"] == 1 and mine["asked"]["legal_actions"] == 2
    assert mine["seats"][0] | {"name": "ana", "is_me": True, "envelope": "awaited"} == mine["seats"][0]
    assert mine["log"][0]["sentences"] and mine["log"][0]["events"][0]["event"]
    watching = caller(person("dora")).get(f"matches/{number}").json()
    assert watching["me"] is None and watching["asked"] is None and watching["seen"]["hand"] == []


def test_an_answer_is_sealed_and_may_be_changed():
    number, callers = opened("ana", "ben", "cleo")
    for act in ("let_stand", "reroll"):
        reply = callers[0].post(f"matches/{number}/answers", {"step": 1, "actions": [{"act": act}]})
        assert reply.status_code == 201
        answered = reply.json()
        assert answered["step"] == 1 and len(answered["commitments"][0]) == 64
        assert callers[0].get(f"matches/{number}").json()["asked"]["sealed"] == {"act": act}
    assert callers[1].get(f"matches/{number}").json()["seats"][0]["envelope"] == "sealed"


def test_several_decisions_in_a_row_are_taken_all_or_none():
    match, people = table_of("ana", "ben", slug="hexes")
    callers = [caller(user) for user in people]
    asked = next(one for one in callers if one.get(f"matches/{match.pk}/legal-actions").json()["count"])
    path = f"matches/{match.pk}"
    legal = asked.get(f"{path}/legal-actions").json()
    first = legal["results"][0]["action"]
    refused = asked.post(f"{path}/answers", {"step": legal["step"], "actions": [first, {"act": "nonsense"}]})
    problem(refused, 400, "malformed_answer", "/actions/1")
    assert asked.get(path).json()["step"] == match.step


def test_a_step_and_the_log_are_looked_back_at():
    number, callers = opened("ana", "ben", "cleo")
    chance = RandomChance(1)
    for _ in range(8):
        play_round(number, callers, chance)
    first = callers[0].get(f"matches/{number}/steps/0").json()
    assert (first["step"], first["last_step"], first["asked"]) == (0, 8, None)
    problem(callers[0].get(f"matches/{number}/steps/99"), 404, "not_found")
    seen: list[int] = []
    cursor: str | None = ""
    while cursor is not None:
        page = callers[0].get(f"matches/{number}/log?limit=4&cursor={cursor}").json()
        seen += [entry["step"] for entry in page["results"]]
        cursor = page["next_cursor"]
    assert seen == list(range(8, -1, -1))


def test_thousands_of_legal_actions_come_in_pages():
    match, people = table_of("ana", "ben", slug="hexes")
    one = next(one for one in map(caller, people) if one.get(f"matches/{match.pk}/legal-actions").json()["count"])
    whole = one.get(f"matches/{match.pk}/legal-actions").json()
    assert whole["count"] > 2
    found: list[Any] = []
    cursor: str | None = ""
    while cursor is not None:
        page = one.get(f"matches/{match.pk}/legal-actions?limit=2&cursor={cursor}").json()
        found += page["results"]
        cursor = page["next_cursor"]
    assert found[: len(whole["results"])] == whole["results"] and len(found) == whole["count"]
    cursor = one.get(f"matches/{match.pk}/legal-actions?limit=1").json()["next_cursor"]
    play_round(match.pk, [caller(user) for user in people], RandomChance(1))
    problem(one.get(f"matches/{match.pk}/legal-actions?cursor={cursor}"), 409, "table_moved_on")


def test_lists_of_matches_come_in_pages_newest_first():
    numbers = [opened("ana", "ben", "cleo")[0] for _ in range(5)]
    one = caller(person("ana"))
    page = one.get("matches?mine=true&limit=3").json()
    rest = one.get(f"matches?mine=true&limit=3&cursor={page['next_cursor']}").json()
    assert [line["number"] for line in page["results"] + rest["results"]] == sorted(numbers, reverse=True)
    assert rest["next_cursor"] is None
    assert one.get("matches").json()["results"] == []
    assert len(one.get("matches?status=running").json()["results"]) == 5
    problem(one.get(f"matches?status=running&cursor={page['next_cursor']}"), 400, "cursor_invalid", "cursor")


def test_a_table_is_left_started_and_closed():
    ana, ben = caller(person("ana")), caller(person("ben"))
    body = {"game": "bid", "seats": [{"kind": "open"}, {"kind": "bot", "name": "random"}]}
    number = ana.post("matches", body).json()["number"]
    problem(ben.delete(f"matches/{number}/seat"), 403, "not_your_seat")
    problem(ben.post(f"matches/{number}/start"), 403, "not_the_host")
    assert ana.post(f"matches/{number}/start").json()["status"] == "running"
    problem(ben.post(f"matches/{number}/seat"), 409, "match_started")
    other = ana.post("matches", body).json()["number"]
    assert ana.delete(f"matches/{other}/seat").status_code == 204
    assert Match.objects.get(pk=other).status == "called_off"


def test_a_private_table_is_joined_by_its_invitation():
    ana, ben = caller(person("ana")), caller(person("ben"))
    seats = [{"kind": "link"}, {"kind": "bot", "name": "random"}]
    number = ana.post("matches", {"game": "bid", "private": True, "seats": seats}).json()["number"]
    problem(ben.post(f"matches/{number}/seat"), 404, "not_found")
    token = Match.objects.get(pk=number).invite_token
    assert ben.get(f"matches/{number}?invitation={token}").json()["status"] == "open"
    assert ben.post(f"matches/{number}/seat", {"invitation": token}).json()["me"] == 1


def test_the_seed_may_be_fixed_before_my_words():
    ana = caller(person("ana"))
    seed = ana.post("seeds").json()
    body = {"game": "bid", "seats": [{"kind": "open"}] * 2, "seed_token": seed["seed_token"]}
    number = ana.post("matches", body).json()["number"]
    assert Match.objects.get(pk=number).seed_hash == seed["hash"]
    problem(ana.post("matches", body), 400, "seed_offer_used")


def test_turns_are_those_that_wait_for_my_first_answer():
    number, callers = opened("ana", "ben", "cleo")
    turns = callers[0].get("turns").json()
    assert [(turn["number"], turn["step"]) for turn in turns["turns"]] == [(number, 1)] and turns["running"] == 1
    callers[0].post(f"matches/{number}/answers", {"step": 1, "actions": [{"act": "reroll"}]})
    assert callers[0].get("turns").json() == {"turns": [], "running": 1}


def test_games_tell_the_form_of_what_is_sent():
    ana = caller(person("ana"))
    assert [game["slug"] for game in ana.get("games").json()["results"]] == list(GAMES)
    for slug in GAMES:
        assert set(ana.get(f"games/{slug}").json()["schemas"]) == {"options", "action", "observation", "event"}
    problem(ana.get("games/chess"), 404, "not_found")
    me = ana.get("me").json()
    assert me["player"]["name"] == "ana" and me["scopes"] == ["read", "play", "manage", "chat", "data"]
    assert ana.get("players/ANA").json()["name"] == "ana"


def test_a_bot_account_takes_an_open_seat_unless_the_match_is_rated():
    ana = caller(person("ana"))
    ada = caller(User.objects.create_user(username="ada-bot", kind=UserKind.BOT))
    seats = [{"kind": "open"}, {"kind": "open"}]
    free = ana.post("matches", {"game": "bid", "seats": seats}).json()["number"]
    rated = ana.post("matches", {"game": "bid", "rated": True, "seats": seats}).json()["number"]
    named = [{"kind": "named", "name": "ada-bot"}, {"kind": "open"}]
    asked = ana.post("matches", {"game": "bid", "rated": True, "seats": named}).json()["number"]
    assert ada.post(f"matches/{free}/seat").status_code == 200
    problem(ada.post(f"matches/{rated}/seat"), 403, "people_only")
    problem(ada.post(f"matches/{rated}/seat", {"invitation": "é"}), 403, "people_only")
    assert ada.post(f"matches/{asked}/seat").json()["me"] == 1
    token = Match.objects.get(pk=rated).invite_token
    assert ada.post(f"matches/{rated}/seat", {"invitation": token}).json()["me"] == 1
    assert caller(person("ben")).post(f"matches/{rated}/seat").json()["me"] == 2


def test_notices_are_listed_and_read():
    ben = caller(person("ben"))
    body = {"game": "bid", "seats": [{"kind": "named", "name": "ben"}, {"kind": "open"}]}
    for _ in range(3):
        caller(person("ana")).post("matches", body)
    page = ben.get("notices?limit=2&unread=true").json()
    assert [notice["kind"] for notice in page["results"]] == ["invitation"] * 2
    rest = ben.get(f"notices?limit=2&unread=true&cursor={page['next_cursor']}").json()
    assert [notice["kind"] for notice in rest["results"]] == ["invitation"]
    assert ben.post("notices/mark-read", {"number": page["results"][0]["number"]}).json() == {"unread": 2}
    assert ben.post("notices/mark-read").json() == {"unread": 0}


def test_conditional_moves_are_made_read_changed_and_play():
    number, callers = opened("ana", "ben", "cleo")
    path, ana = f"matches/{number}/conditional-moves", callers[0]
    seen = ana.get(path).json()
    assert seen["step"] == 1 and seen["moves"] == [] and set(seen["kinds"]) > {"bid"} and seen["facts"]
    reroll = {"step": 1, "kind": "reroll", "preferences": [{"action": {"act": "let_stand"}}], "lasts": "always"}
    bid = {"step": 1, "kind": "bid", "preferences": [{"pattern": "lowest"}], "lasts": "always"}
    assert ana.post(path, reroll).status_code == 201
    made = ana.post(path, bid).json()
    assert kinds_in(made) == ["reroll", "bid"]
    assert ana.get(f"matches/{number}").json()["asked"]["by_conditional_move"] is True
    assert ana.get(f"matches/{number}").json()["conditional_moves_version"] == made["version"]
    assert ana.get("turns").json()["turns"] == []
    version = {"version": made["version"]}
    raised = ana.post(f"{path}/1/raise", version).json()
    assert kinds_in(raised) == ["bid", "reroll"]
    problem(ana.post(f"{path}/1/raise", version), 409, "conditional_moves_changed")
    replaced = ana.send("put", f"{path}/0", reroll | {"lasts": "once", "version": raised["version"]}).json()
    assert [one["move"]["lasts"] for one in replaced["moves"]] == ["once", "always"]
    problem(ana.send("put", f"{path}/0", bid | {"version": raised["version"]}), 409, "conditional_moves_changed")
    problem(ana.send("put", f"{path}/0", bid), 400, "field_missing", "/version")
    left = ana.delete(f"{path}/0?version={replaced['version']}").json()
    assert [one["move"]["lasts"] for one in left["moves"]] == ["always"]
    assert callers[1].get(path).json()["moves"] == []
    problem(caller(person("dora")).get(path), 403, "not_your_seat")
    problem(ana.post(path, reroll | {"kind": "castling"}), 400, "unknown_decision")


def kinds_in(found: dict[str, Any]) -> list[str]:
    """The kinds of decisions that conditional moves answer."""
    return [one["move"]["kind"] for one in found["moves"]]


def test_an_answer_brings_the_conditional_move_for_the_decision_after_it():
    number, (ana, *_) = opened("ana", "ben", "cleo")
    patterns = ana.get(f"matches/{number}/conditional-moves").json()["patterns"]
    assert patterns["lowest"]["kind"] == "bid" and patterns["lowest"]["words"]
    then = {"kind": "bid", "preferences": [{"pattern": "lowest"}]}
    body = {"step": 1, "actions": [{"act": "let_stand"}], "then": then}
    assert ana.post(f"matches/{number}/answers", body).status_code == 201
    assert ana.get(f"matches/{number}").json()["asked"]["sealed"] == {"act": "let_stand"}
    [found] = ana.get(f"matches/{number}/conditional-moves").json()["moves"]
    move = found["move"]
    assert (move["kind"], move["lasts"], move["since"]) == ("bid", "next", 2)


@pytest.mark.parametrize(
    ("then", "code", "field"),
    [
        ({"kind": "castle", "preferences": [{"pattern": "lowest"}]}, "unknown_decision", "/then/kind"),
        ({"kind": "bid", "preferences": [{"pattern": "best"}]}, "unknown_answer", "/then"),
        ({"kind": "bid", "preferences": [{"action": {"act": "nonsense"}}]}, "malformed_answer", "/then/preferences"),
    ],
)
def test_a_conditional_move_that_is_refused_seals_no_answer(then: dict[str, Any], code: str, field: str):
    number, (ana, *_) = opened("ana", "ben", "cleo")
    body = {"step": 1, "actions": [{"act": "let_stand"}], "then": then}
    problem(ana.post(f"matches/{number}/answers", body), 400, code, field)
    assert ana.get(f"matches/{number}").json()["asked"]["sealed"] is None


def test_chat_votes_and_notes():
    number, callers = opened("ana", "ben", "cleo")
    path = f"matches/{number}"
    answered = callers[0].post(f"{path}/chat", {"room": "players", "text": "Hello <b>"})
    assert answered.status_code == 201
    message = callers[1].get(f"{path}/chat").json()["rooms"][0]["messages"][0]
    assert (message["text"], message["who"], message["is_new"]) == ("Hello <b>", "ana", True)
    callers[1].post(f"{path}/chat/mark-read", {"room": "players", "number": 1})
    assert callers[1].get(f"{path}/chat").json()["rooms"][0]["unread"] == 0
    gone = callers[0].delete(f"{path}/chat/players/1").json()
    assert gone["rooms"][0]["messages"][0]["text"] is None
    for missing in ("players/1", "players/2", "spectators/1", "attic/1"):
        problem(callers[0].delete(f"{path}/chat/{missing}"), 404, "not_found")
    problem(callers[1].post(f"{path}/chat", {"room": "spectators", "text": "x"}), 403, "not_your_room")
    assert callers[0].send("put", f"{path}/note", {"text": "Cleo bluffs"}).json()["note"] == "Cleo bluffs"
    assert callers[1].get(f"{path}/chat").json()["note"] == ""
    assert callers[0].delete(f"{path}/note").json()["note"] == ""
    assert callers[0].send("put", f"{path}/star").json()["starred"] is True
    assert callers[0].delete(f"{path}/star").json()["starred"] is False
    assert callers[0].post(f"{path}/votes", {"kind": "pause"}).json()["vote"]["agreed"] == ["you"]
    for other in callers[1:]:
        reply = other.post(f"{path}/votes/answers", {"kind": "pause", "agree": True})
    assert (reply.json()["status"], reply.json()["vote"]) == ("paused", None)
    assert callers[2].post(f"{path}/resume").json()["status"] == "running"
    assert callers[2].post(f"{path}/resign").json()["seats"][2]["resigned"] is True
    problem(callers[0].post(f"{path}/rematch"), 400, "match_not_over")


def test_somebody_who_says_too_much_waits():
    number, callers = opened("ana", "ben", "cleo")
    replies = [callers[0].post(f"matches/{number}/chat", {"room": "players", "text": "x"}) for _ in range(11)]
    assert [reply.status_code for reply in replies[:10]] == [201] * 10
    problem(replies[10], 429, "too_many_requests")


def test_a_bot_account_stands_on_a_ladder_only_if_an_organiser_puts_it_there():
    ben = person("ben")
    ladder = ladder_of([ben])
    path = f"ladders/{ladder.slug}"
    ada = caller(User.objects.create_user(username="ada-bot", kind=UserKind.BOT))
    problem(ada.post(f"{path}/entry"), 403, "house_player")
    ana = caller(person("ana"))
    assert ana.post(f"{path}/entry").json()["rung"] == {"division": "All", "position": 2, "player": "ana"}
    assert [rung["player"] for rung in ana.get(f"{path}/rungs").json()["results"]] == ["ben", "ana"]
    made = ana.post(f"{path}/challenges", {"opponents": ["Ben"]}).json()
    assert (made["waits_for"], made["state"]) == (["ben"], "open")
    problem(ana.post(f"{path}/challenges", {"opponents": ["zoe"]}), 400, "no_such_player", "/opponents/0")
    assert caller(ben).get("challenges").json()["results"] == [made]
    problem(caller(person("cleo")).post(f"challenges/{made['number']}/accept"), 404, "not_found")
    accepted = caller(ben).post(f"challenges/{made['number']}/accept").json()
    assert accepted["state"] == "running" and accepted["match"]
    problem(ana.delete(f"challenges/{made['number']}"), 409, "challenge_accepted")
    problem(ana.delete(f"{path}/entry"), 400, "challenge_pending")
    assert ana.get("ladders").json()["results"][0]["players"] == 2
    problem(ana.get("ladders/nowhere"), 404, "not_found")


def test_tournaments_and_ratings_are_read_and_entered():
    played([person(name) for name in ("ana", "ben")], (1, 2))
    ratings = caller(person("cleo")).get("ratings?game=plaque-auction").json()["results"]
    assert [(line["rank"], line["player"]) for line in ratings] == [(1, "ana"), (2, "ben")]
    first = caller(person("cleo")).get("ratings?game=plaque-auction&limit=1").json()
    rest = caller(person("cleo")).get(f"ratings?game=plaque-auction&limit=1&cursor={first['next_cursor']}").json()
    assert first["results"] + rest["results"] == ratings and rest["next_cursor"] is None
    other = f"ratings?game=plaque-auction&speed=live&cursor={first['next_cursor']}"
    problem(caller(person("cleo")).get(other), 400, "cursor_invalid", "cursor")
    cup = tournament_of([person(name) for name in ("ana", "ben", "cleo", "dora")])
    cleo = caller(person("cleo"))
    seen = cleo.get(f"tournaments/{cup.pk}").json()
    assert seen["entry"] == "in" and [row["number"] for row in seen["rounds"]] == [1]
    tables = cleo.get(f"tournaments/{cup.pk}/tables").json()["results"]
    assert len(tables[0]["players"]) == 4 and tables[0]["round"] == 1
    standings = cleo.get(f"tournaments/{cup.pk}/standings").json()["results"]
    assert sorted(line["player"] for line in standings) == ["ana", "ben", "cleo", "dora"]
    assert cleo.get(f"tournaments/{cup.pk}/entries").json()["results"][0] == {"player": "ana", "state": "in"}
    assert cleo.get("tournaments").json()["results"][0]["entered"] == 4
    problem(cleo.post(f"tournaments/{cup.pk}/entry"), 400, "already_entered")
    assert cleo.delete(f"tournaments/{cup.pk}/entry").json()["entry"] == "withdrawn"
    problem(cleo.get("tournaments/999"), 404, "not_found")


def test_a_seat_is_offered_taken_over_and_taken_back():
    match, people = table_of("ana", "ben", "cleo", rated=False)
    begin_stand_in(match=match, seat=match.seats.all()[1], now=NOON)
    path, ana, ben = f"matches/{match.pk}", caller(people[0]), caller(people[1])
    assert ben.post(f"{path}/seat/take-back").json()["seats"][1]["stand_in"] is False
    begin_stand_in(match=match, seat=match.seats.all()[1], now=NOON)
    assert ana.post(f"{path}/seats/1/offer").json()["seats"][1]["substitute_wanted"]
    assert not ana.delete(f"{path}/seats/1/offer").json()["seats"][1]["substitute_wanted"]
    assert ana.post(f"{path}/seats/1/offer").status_code == 200
    dora = caller(person("dora"))
    problem(dora.post(f"{path}/seats/7/substitute"), 404, "not_found")
    assert dora.post(f"{path}/seats/1/substitute").json()["me"] == 1
    problem(ben.post(f"{path}/seats/1/substitute"), 409, "seat_not_free")


@pytest.mark.parametrize("slug", GAMES)
def test_programs_learn_what_conditions_a_game_has(slug: str):
    people = ("ana", "ben", "cleo", "dora")[: max(2, GAMES[slug].players[0])]
    match, [ana, *_] = table_of(*people, slug=slug)
    reply = caller(ana).get(f"matches/{match.pk}/conditional-moves")
    assert reply.status_code == 200
    assert reply.json()["facts"].keys() == GAMES[slug].conditionals.facts.keys()
