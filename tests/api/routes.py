"""Every operation of the interface, as the tests of bad input call it."""

from typing import Any, NamedTuple

from api.scopes import Scope


class Route(NamedTuple):
    """An operation as the tests call it."""

    method: str
    path: str
    body: Any = None
    scope: Scope | None = Scope.READ
    of_match: bool = False
    """Whether it is about one match: then someone else's private one is not there."""


MATCH = "matches/{number}"
ANSWER = {"step": 1, "actions": [{"act": "let_stand"}]}
ORDER = {"step": 1, "kind": "reroll", "wishes": [{"action": {"act": "reroll"}}]}
NEW_LADDER = {"game": "bid", "title": "The steep one", "fewest_players": 3, "most_players": 4}
LATER = "2099-05-04T12:00:00Z"
SEASON = {"title": "Summer", "starts_at": "2099-01-01T00:00:00Z", "ends_at": LATER}
NEW_CUP = {"game": "bid", "title": "Another cup", "kind": "swiss", "seats": 4, "starts_at": LATER}
NO_RECORD = {"format": "", "game": "bid", "rules_version": 1, "players": 2, "options": {}, "seats": [], "steps": []} | {
    "seed_hash": "",
    "site_seed": "",
}
NEW = {"game": "bid", "seats": [{"kind": "open"}] * 2}
ROUTES = {
    "me": [Route("get", "me", scope=None)],
    "preferences": [
        Route("get", "me/preferences"),
        Route("put", "me/preferences", {"time_zone": "Europe/Prague"}, Scope.PLAY),
    ],
    "archive": [Route("get", "me/archive", None, Scope.DATA), Route("post", "me/archive", {}, Scope.DATA)],
    "archive_file": [Route("get", "me/archive/file", None, Scope.DATA)],
    "sanctions": [Route("get", "me/sanctions")],
    "choose_name": [Route("put", "me/name", {"name": "anna"}, Scope.PLAY)],
    "quiet_hours": [
        Route("get", "me/quiet-hours"),
        Route("put", "me/quiet-hours", {"quiet_from": "22:00", "quiet_until": "07:00"}, Scope.PLAY),
    ],
    "vacation": [
        Route("get", "me/vacation"),
        Route("post", "me/vacation", {"first": "2026-06-01", "last": "2026-06-02"}, Scope.PLAY),
    ],
    "vacation_back": [
        Route("post", "me/vacation/given-back", {"first": "2026-06-01", "last": "2026-06-02"}, Scope.PLAY)
    ],
    "blocks": [Route("get", "blocks"), Route("post", "blocks", {"name": "ben"}, Scope.PLAY)],
    "unblock": [Route("post", "blocks/lifted", {"name": "ben"}, Scope.PLAY)],
    "record": [Route("get", "players/ana/record")],
    "opponents": [Route("get", "players/ana/opponents")],
    "versus": [Route("get", "players/ana/opponents/ben")],
    "player": [Route("get", "players/ana")],
    "games": [Route("get", "games")],
    "game": [Route("get", "games/bid")],
    "seeds": [Route("post", "seeds", {}, Scope.MANAGE)],
    "matches": [Route("get", "matches"), Route("post", "matches", NEW, Scope.MANAGE)],
    "match": [Route("get", MATCH, of_match=True)],
    "step": [Route("get", f"{MATCH}/steps/0", of_match=True)],
    "log": [Route("get", f"{MATCH}/log", of_match=True)],
    "legal_actions": [Route("get", f"{MATCH}/legal-actions", of_match=True)],
    "answers": [Route("post", f"{MATCH}/answers", ANSWER, Scope.PLAY, of_match=True)],
    "join": [Route("post", f"{MATCH}/join", {}, Scope.PLAY, of_match=True)],
    "leave": [Route("post", f"{MATCH}/leave", {}, Scope.PLAY, of_match=True)],
    "start": [Route("post", f"{MATCH}/start", {}, Scope.MANAGE, of_match=True)],
    "plan": [
        Route("get", f"{MATCH}/plan", None, Scope.PLAY, of_match=True),
        Route("post", f"{MATCH}/plan", ORDER, Scope.PLAY, of_match=True),
    ],
    "plan_strike": [Route("post", f"{MATCH}/plan/struck-out", {"number": 0, "version": 0}, Scope.PLAY, of_match=True)],
    "plan_raise": [Route("post", f"{MATCH}/plan/raised", {"number": 0, "version": 0}, Scope.PLAY, of_match=True)],
    "seat_back": [Route("post", f"{MATCH}/seat-back", {}, Scope.PLAY, of_match=True)],
    "offer_seat": [Route("put", f"{MATCH}/seats/1/offer", {"wanted": True}, Scope.PLAY, of_match=True)],
    "substitute": [Route("post", f"{MATCH}/seats/1/substitute", {}, Scope.PLAY, of_match=True)],
    "export": [Route("get", f"{MATCH}/export", of_match=True)],
    "ladders": [Route("get", "ladders"), Route("post", "ladders", NEW_LADDER, Scope.MANAGE)],
    "ladder_close": [Route("post", "ladders/rungs/close", {}, Scope.MANAGE)],
    "ladder_entries": [Route("post", "ladders/rungs/entries", {"text": "dora"}, Scope.MANAGE)],
    "ladder_rungs": [Route("get", "ladders/rungs/rungs")],
    "ladder_changes": [Route("get", "ladders/rungs/changes")],
    "season": [Route("get", "ladders/rungs/seasons/{number}")],
    "hall_seasons": [Route("get", "hall/seasons")],
    "hall_tournaments": [Route("get", "hall/tournaments")],
    "sheet": [Route("get", "sheets/ladder/rungs")],
    "seasons": [Route("get", "ladders/rungs/seasons"), Route("post", "ladders/rungs/seasons", SEASON, Scope.MANAGE)],
    "season_end": [Route("post", "ladders/rungs/seasons/{number}/end", {}, Scope.MANAGE)],
    "apart": [
        Route("get", "pairs-apart", None, Scope.MANAGE),
        Route("put", "pairs-apart", {"one": "ana", "other": "ben"}, Scope.MANAGE),
    ],
    "ladder": [Route("get", "ladders/rungs")],
    "ladder_join": [Route("post", "ladders/rungs/join", {}, Scope.PLAY)],
    "ladder_leave": [Route("post", "ladders/rungs/leave", {}, Scope.PLAY)],
    "ladder_challenges": [Route("post", "ladders/rungs/challenges", {"opponents": ["ben"]}, Scope.PLAY)],
    "challenges": [Route("get", "challenges")],
    "challenge_accept": [Route("post", "challenges/{number}/accepted", {}, Scope.PLAY)],
    "challenge_take_back": [Route("post", "challenges/{number}/taken-back", {}, Scope.PLAY)],
    "ratings": [Route("get", "ratings?game=bid")],
    "tournaments": [Route("get", "tournaments"), Route("post", "tournaments", NEW_CUP, Scope.MANAGE)],
    "tournament_start": [Route("post", "tournaments/{number}/start", {}, Scope.MANAGE)],
    "tournament_call_off": [Route("post", "tournaments/{number}/call-off", {}, Scope.MANAGE)],
    "tournament_standings": [Route("get", "tournaments/{number}/standings")],
    "tournament_tables": [Route("get", "tournaments/{number}/tables")],
    "tournament_reasons": [Route("get", "tournaments/{number}/reasons")],
    "tournament_entries": [
        Route("get", "tournaments/{number}/entries"),
        Route("post", "tournaments/{number}/entries", {"text": "dora"}, Scope.MANAGE),
    ],
    "tournament": [Route("get", "tournaments/{number}")],
    "tournament_enter": [Route("post", "tournaments/{number}/enter", {}, Scope.PLAY)],
    "tournament_withdraw": [Route("post", "tournaments/{number}/withdraw", {}, Scope.PLAY)],
    "votes": [Route("post", f"{MATCH}/votes", {"kind": "pause"}, Scope.PLAY, of_match=True)],
    "vote_answers": [
        Route("post", f"{MATCH}/votes/answers", {"kind": "pause", "agree": True}, Scope.PLAY, of_match=True)
    ],
    "resume": [Route("post", f"{MATCH}/resume", {}, Scope.PLAY, of_match=True)],
    "resign": [Route("post", f"{MATCH}/resign", {}, Scope.PLAY, of_match=True)],
    "rematch": [Route("post", f"{MATCH}/rematch", {}, Scope.MANAGE, of_match=True)],
    "talk": [
        Route("get", f"{MATCH}/talk", of_match=True),
        Route("post", f"{MATCH}/talk", {"room": "players", "text": "Hello"}, Scope.CHAT, of_match=True),
    ],
    "take_back": [
        Route("post", f"{MATCH}/talk/taken-back", {"room": "players", "number": 1}, Scope.CHAT, of_match=True)
    ],
    "talk_read": [Route("post", f"{MATCH}/talk/read", {"room": "players", "number": 1}, Scope.CHAT, of_match=True)],
    "note": [Route("put", f"{MATCH}/note", {"text": "Cleo bluffs"}, Scope.PLAY, of_match=True)],
    "star": [Route("put", f"{MATCH}/star", {"starred": True}, Scope.PLAY, of_match=True)],
    "mute_author": [
        Route("post", f"{MATCH}/talk/muted-author", {"room": "players", "number": 1}, Scope.CHAT, of_match=True)
    ],
    "mute_table": [Route("put", f"{MATCH}/talk/muted", {"muted": True}, Scope.CHAT, of_match=True)],
    "mutings": [Route("get", "mutings")],
    "unmute": [Route("post", "mutings/lifted", {"name": "ben"}, Scope.CHAT)],
    "match_notices": [
        Route("get", f"{MATCH}/notices", of_match=True),
        Route("put", f"{MATCH}/notices", {"reminders": ["8h"]}, Scope.PLAY, of_match=True),
    ],
    "notices_choices": [
        Route("get", "notices/choices"),
        Route("put", "notices/choices", {"digest_hour": 7}, Scope.PLAY),
    ],
    "webhook": [
        Route("get", "notices/webhook", None, Scope.PLAY),
        Route("put", "notices/webhook", {"url": ""}, Scope.PLAY),
    ],
    "webhook_test": [Route("post", "notices/webhook/tested", {}, Scope.PLAY)],
    "notices_sent": [Route("get", "notices/sent")],
    "notices": [Route("get", "notices")],
    "feeds": [Route("get", "notices/feeds"), Route("post", "notices/feeds", {}, Scope.PLAY)],
    "feeds_closed": [Route("post", "notices/feeds/closed", {}, Scope.PLAY)],
    "notices_read": [Route("post", "notices/read", {}, Scope.PLAY)],
    "replays": [Route("get", "replays"), Route("post", "replays", {"record": NO_RECORD}, Scope.MANAGE)],
    "replay": [Route("get", "replays/a-replay")],
    "replay_removed": [Route("post", "replays/a-replay/removed", {}, Scope.MANAGE)],
    "turns": [Route("get", "turns")],
    "reports": [
        Route("get", "reports"),
        Route("post", "reports", {"player": "ben", "category": "abuse", "words": "He shouts."}, Scope.CHAT),
    ],
}
"""Every operation, by the name of its address."""
