"""Valid data for every request of the matrix, so that only the sender can be wrong."""

from collections.abc import Callable
from typing import Any

import msgspec
from django.core.files.uploadedfile import SimpleUploadedFile

from accounts.models import User
from matches.log.states import game_of, state_of
from moderation.action import ACTIONS, On
from tests.accounts.people import PASSWORD
from tests.matches.tables import NOON
from tests.site.matrix.world import World

Form = dict[str, Any]
DAY = f"{NOON:%Y-%m}-09"
STAND = msgspec.json.encode({"kind": "reroll", "action": {"act": "let_stand"}}).decode()
REASON = {"category": "abuse", "reason": "It was seen."}
ACTS = {
    **REASON,
    "words": "Be kind.",
    "days": "3",
    "hours": "5",
    "deadline": f"{DAY}T12:00",
    "player": "erik",
    "to": "0",
    "places": "2, 1",
}
TOKEN = {"name": "mine", "scopes": ["read"], "days": "30"}
MESSAGE = {"room": "players", "number": "1"}
BID = {"option_reroll": "pawns", "option_target": "100", "option_round_limit": "100"}
LADDER = {"title": "Steep", "time_control": "calm", "seats_from": "3", "seats_to": "4", "moves": "2", **BID}
CUP = {
    "title": "The other cup",
    "time_control": "calm",
    "kind": "swiss",
    "seats": "4",
    "starts_at": f"{DAY}T12:00",
    **BID,
}
CUP |= {"round_seconds": f"{28 * 24 * 3600}", "go_on": "1", "most_entries": "64", "repeat_days": "0"}
PLAY_ON = {"seat": "0", "company": "bots", "level": "random", "pace": f"{24 * 3600}"}
PUSH = {
    "name": "Firefox",
    "p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
    "auth": "tBHItJI5svbpez7KI4CCXg",
}


def _answer(world: World, state: str) -> Form:
    if state not in ("running", "private"):
        return {"step": "1", "action": "{}"}
    step, action = _legal(world, state)
    return {"step": str(step), "action": msgspec.json.encode(action).decode()}


def _legal(world: World, state: str) -> tuple[int, Any]:
    """An answer that the rules of the very table allow, so that only its sender can be wrong."""
    match = world.tables[state]
    position = state_of(match)
    player = game_of(match).current_players(position)[0]
    return match.next_step, msgspec.to_builtins(game_of(match).legal_actions(position, player)[0])


FORMS: dict[str, Form | Callable[[World, str], Form]] = {
    "account_login": {"login": "ana", "password": PASSWORD},
    "account_reauthenticate": {"password": PASSWORD},
    "account_reset_password": {"email": "ben@example.org"},
    "account_signup": {"username": "nora", "email": "nora@example.org", "password1": "paper-and-string"},
    "accounts:profile": {"time_zone": "Europe/Vienna", "date_language": "de"},
    "accounts:bot": {"about": "It plays.", "link": ""},
    "accounts:bot_token": TOKEN,
    "accounts:bots": {"username": "Robby", "about": "", "link": ""},
    "accounts:token": TOKEN,
    "accounts:vacation": {"first": DAY, "last": DAY},
    "accounts:vacation_back": {"first": DAY, "last": DAY},
    "clubs:chat": {"text": "Hello"},
    "clubs:link": {"days": "7"},
    "clubs:manage": {"title": "The lair", "about": "", "joining": "open"},
    "clubs:member": {"name": "ben", "act": "organiser"},
    "clubs:new": {"title": "The lair", "about": "", "joining": "open"},
    "clubs:new_table": {"game": "bid", "pace": "86400", "seats": "3", "rated": "1"},
    "clubs:take_back": {"message": "1"},
    "friends:follow": {"name": "erik"},
    "friends:notices": {"frequency": "daily"},
    "friends:remove": {"name": "erik"},
    "matches:answer": _answer,
    "matches:play_on": PLAY_ON,
    "matches:replay_play_on": PLAY_ON,
    "matches:answer_vote": {"kind": "pause", "agree": "1"},
    "matches:mute": MESSAGE,
    "matches:note": {"text": "Ben bluffs"},
    "matches:conditional_moves": {"step": "1", "conditional-preference-1": STAND},
    "matches:replays": lambda world, state: {"file": SimpleUploadedFile("match.json", world.record)},
    "matches:say": {"room": "players", "text": "Hello"},
    "matches:star": {"starred": "1"},
    "matches:take_back": MESSAGE,
    "matches:chat_read": MESSAGE,
    "matches:vote": {"kind": "pause"},
    "ladders:apart": {"one": "ana", "other": "ben"},
    "ladders:challenge": lambda world, state: {"opponent": world.ben.pk},
    "ladders:import": {"text": "elsa", "do": "enter"},
    "ladders:import_entries": {"text": "elsa", "do": "enter"},
    "ladders:new_ladder_game": LADDER,
    "ladders:new_season": {"title": "Autumn", "starts_at": f"{DAY}T12:00", "ends_at": f"{NOON:%Y}-09-09T12:00"},
    "ladders:new_tournament_game": CUP,
    "moderation:act": ACTS,
    "moderation:answer": {"title": "Thanks", "text": "We have looked."},
    "moderation:answers": {"title": "Sorry", "text": "We have looked."},
    "moderation:choose_name": {"of": "", "username": "wilma"},
    "moderation:close": {"outcome": "acted", "answer": "Thanks.", "note": "Seen."},
    "moderation:player": {"text": "Keep an eye on them."},
    "moderation:report_make": {"category": "abuse", "words": "Look at this."},
    "moderation:seal_ask": REASON,
    "moderation:seal_judge": {"agree": "1", "reason": "Odd bids."},
    "moderation:undo": REASON,
    "notifications:device": lambda world, state: {**PUSH, "endpoint": world.elsewhere},
    "notifications:seen": {"topic": "match:1", "step": "1"},
    "matches:table_webhook": lambda world, state: {"form": "json", "url": world.elsewhere},
    "notifications:webhook": lambda world, state: {"form": "json", "url": world.elsewhere},
}
"""Where an empty form would be refused before anybody asks who sends it."""


def form_of(world: World, route: str, state: str) -> Form:
    """What a browser sends along."""
    form = FORMS.get(route, {})
    return form if isinstance(form, dict) else form(world, state)


def topic_at(elsewhere: str) -> str:
    """A topic of a server of ntfy on this machine."""
    return f"{elsewhere.rstrip('/')}/a-long-topic"


def body_of(world: World, route: str, state: str, usual: Any) -> Any:
    """The body that a bot sends."""
    name = route.removeprefix("api:")
    if name == "replays":
        return {"record": msgspec.json.decode(world.record)}
    if name == "webhook" and usual:
        return {"url": world.elsewhere}
    if name == "messenger" and usual:
        return {"target": topic_at(world.elsewhere)}
    if name == "mutings":
        return usual | {"match": world.tables["running"].pk}
    if state == "moves":
        return usual | {"version": 1}
    if name == "answers" and state in ("running", "private"):
        step, action = _legal(world, state)
        return {"step": step, "actions": [action]}
    return usual or {}


def asked_seat(world: World) -> int:
    """The seat of the running table that is awaited."""
    match = world.tables["running"]
    return int(game_of(match).current_players(state_of(match))[0])


def target_of_act(world: World, slug: str, stage: str) -> str:
    """What the URL of a moderator's action names."""
    state = HOME.get(slug, "running") if stage == "again" else stage
    table = f"?table={world.tables[state if state in world.tables else 'running'].pk}"
    on = {
        On.PLAYER: f"?player={User.objects.get(pk=world.elsa).username}",
        On.SEAT: f"{table}&seat={asked_seat(world)}",
        On.MESSAGE: f"{table}&message=players-1",
        On.CLUB: f"?club={world.club.pk}",
        On.CLUB_MESSAGE: f"?club={world.club.pk}&message=1",
    }
    return on.get(ACTIONS[slug].on, table)


HOME = {"adjust": "over", "void": "over", "resume": "paused", "rewind": "over"}
"""The state in which an action makes sense, where it is not a running match."""
STAGES = {
    On.MATCH: ("running", "waiting", "paused", "over", "again"),
    On.SEAT: ("running", "waiting", "paused", "over", "held", "resigned"),
    On.MESSAGE: ("running", "again"),
    On.PLAYER: ("free", "again"),
    On.CLUB: ("free", "again"),
    On.CLUB_MESSAGE: ("free", "again"),
}
"""The states that matter to what an action is done to; `again` is after it was done."""


def stages_of(slug: str) -> list[str]:
    """The states of an action, first the one in which it makes sense."""
    home = HOME.get(slug, STAGES[ACTIONS[slug].on][0])
    return [home, *(stage for stage in STAGES[ACTIONS[slug].on] if stage != home)]
