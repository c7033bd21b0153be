"""Every operation of the API, as the tests of bad input call it."""

from typing import Any, NamedTuple

from api.scopes import Scope


class Route(NamedTuple):
    """An operation as the tests call it."""

    method: str
    path: str
    body: Any = None
    scope: Scope | None = Scope.READ
    of_match: bool = False
    """True if it is about one match: then someone else's private one is not there."""

    def at(self, number: int) -> str:
        """Where it lies for a match, challenge, season or tournament of this number."""
        return self.path.format(number=number)

    def sent(self, number: int) -> Any:
        """What is sent, for a match of this number."""
        return self.body | {"match": number} if "match" in (self.body or {}) else self.body


MATCH = "matches/{number}"
CLUB = "clubs/{number}"
ANSWER = {"step": 1, "actions": [{"act": "let_stand"}]}
MOVE = {"step": 1, "kind": "reroll", "preferences": [{"action": {"act": "reroll"}}]}
MESSAGE = {"match": 0, "room": "players", "number": 1}
"""The first message of a match, whose number is filled in."""
SPAN = {"first": "2026-06-01", "last": "2026-06-02"}
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
    "version": [Route("get", "version", scope=None)],
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
        Route("delete", "me/quiet-hours", None, Scope.PLAY),
    ],
    "vacation": [
        Route("get", "me/vacation"),
        Route("post", "me/vacation", SPAN, Scope.PLAY),
        Route("delete", "me/vacation?first=2026-06-01&last=2026-06-02", None, Scope.PLAY),
    ],
    "blocks": [Route("get", "blocks"), Route("post", "blocks", {"name": "ben"}, Scope.PLAY)],
    "block": [Route("delete", "blocks/ben", None, Scope.PLAY)],
    "record": [Route("get", "players/ana/record")],
    "opponents": [Route("get", "players/ana/opponents")],
    "versus": [Route("get", "players/ana/opponents/ben")],
    "player": [Route("get", "players/ana")],
    "games": [Route("get", "games")],
    "game": [Route("get", "games/bid")],
    "seeds": [Route("post", "seeds", {}, Scope.MANAGE)],
    "matches": [Route("get", "matches"), Route("post", "matches", NEW, Scope.MANAGE)],
    "match": [Route("get", MATCH, of_match=True)],
    "play_on": [Route("post", f"{MATCH}/steps/0/play-on", {"seat": 0}, Scope.MANAGE, of_match=True)],
    "replay_play_on": [Route("post", "replays/a-replay/play-on", {"seat": 0}, Scope.MANAGE)],
    "step": [Route("get", f"{MATCH}/steps/0", of_match=True)],
    "log": [Route("get", f"{MATCH}/log", of_match=True)],
    "legal_actions": [Route("get", f"{MATCH}/legal-actions", of_match=True)],
    "answers": [Route("post", f"{MATCH}/answers", ANSWER, Scope.PLAY, of_match=True)],
    "seat": [
        Route("post", f"{MATCH}/seat", {}, Scope.PLAY, of_match=True),
        Route("delete", f"{MATCH}/seat", None, Scope.PLAY, of_match=True),
    ],
    "start": [Route("post", f"{MATCH}/start", {}, Scope.MANAGE, of_match=True)],
    "conditional_moves": [
        Route("get", f"{MATCH}/conditional-moves", None, Scope.PLAY, of_match=True),
        Route("post", f"{MATCH}/conditional-moves", MOVE, Scope.PLAY, of_match=True),
    ],
    "conditional_move": [
        Route("put", f"{MATCH}/conditional-moves/0", MOVE | {"version": 0}, Scope.PLAY, of_match=True),
        Route("delete", f"{MATCH}/conditional-moves/0?version=0", None, Scope.PLAY, of_match=True),
    ],
    "conditional_move_raise": [
        Route("post", f"{MATCH}/conditional-moves/0/raise", {"version": 0}, Scope.PLAY, of_match=True)
    ],
    "seat_take_back": [Route("post", f"{MATCH}/seat/take-back", {}, Scope.PLAY, of_match=True)],
    "seat_offer": [
        Route("post", f"{MATCH}/seats/1/offer", {}, Scope.PLAY, of_match=True),
        Route("delete", f"{MATCH}/seats/1/offer", None, Scope.PLAY, of_match=True),
    ],
    "substitute": [Route("post", f"{MATCH}/seats/1/substitute", {}, Scope.PLAY, of_match=True)],
    "export": [Route("get", f"{MATCH}/export", of_match=True)],
    "receipt": [Route("get", f"{MATCH}/receipt", of_match=True)],
    "ladders": [Route("get", "ladders"), Route("post", "ladders", NEW_LADDER, Scope.MANAGE)],
    "ladder_close": [Route("post", "ladders/rungs/close", {}, Scope.MANAGE)],
    "ladder_entries": [Route("post", "ladders/rungs/entries", {"text": "dora"}, Scope.MANAGE)],
    "ladder_rungs": [Route("get", "ladders/rungs/rungs")],
    "ladder_changes": [Route("get", "ladders/rungs/changes")],
    "season": [
        Route("get", "ladders/rungs/seasons/{number}"),
        Route("delete", "ladders/rungs/seasons/{number}", None, Scope.MANAGE),
    ],
    "hall_seasons": [Route("get", "hall/seasons")],
    "hall_tournaments": [Route("get", "hall/tournaments")],
    "sheet": [Route("get", "sheets/ladder/rungs")],
    "seasons": [Route("get", "ladders/rungs/seasons"), Route("post", "ladders/rungs/seasons", SEASON, Scope.MANAGE)],
    "season_end": [Route("post", "ladders/rungs/seasons/{number}/end", {}, Scope.MANAGE)],
    "pairs_apart": [
        Route("get", "pairs-apart", None, Scope.MANAGE),
        Route("post", "pairs-apart", {"one": "ana", "other": "ben"}, Scope.MANAGE),
    ],
    "pair": [Route("delete", "pairs-apart/ana/ben", None, Scope.MANAGE)],
    "ladder": [Route("get", "ladders/rungs")],
    "ladder_entry": [
        Route("post", "ladders/rungs/entry", {}, Scope.PLAY),
        Route("delete", "ladders/rungs/entry", None, Scope.PLAY),
    ],
    "ladder_challenges": [Route("post", "ladders/rungs/challenges", {"opponents": ["ben"]}, Scope.PLAY)],
    "challenges": [Route("get", "challenges")],
    "challenge": [Route("delete", "challenges/{number}", None, Scope.PLAY)],
    "challenge_accept": [Route("post", "challenges/{number}/accept", {}, Scope.PLAY)],
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
    "tournament_entry": [
        Route("post", "tournaments/{number}/entry", {}, Scope.PLAY),
        Route("delete", "tournaments/{number}/entry", None, Scope.PLAY),
    ],
    "votes": [Route("post", f"{MATCH}/votes", {"kind": "pause"}, Scope.PLAY, of_match=True)],
    "vote_answers": [
        Route("post", f"{MATCH}/votes/answers", {"kind": "pause", "agree": True}, Scope.PLAY, of_match=True)
    ],
    "resume": [Route("post", f"{MATCH}/resume", {}, Scope.PLAY, of_match=True)],
    "resign": [Route("post", f"{MATCH}/resign", {}, Scope.PLAY, of_match=True)],
    "rematch": [Route("post", f"{MATCH}/rematch", {}, Scope.MANAGE, of_match=True)],
    "chat": [
        Route("get", f"{MATCH}/chat", of_match=True),
        Route("post", f"{MATCH}/chat", {"room": "players", "text": "Hello"}, Scope.CHAT, of_match=True),
    ],
    "message": [Route("delete", f"{MATCH}/chat/players/1", None, Scope.CHAT, of_match=True)],
    "chat_mark_read": [
        Route("post", f"{MATCH}/chat/mark-read", {"room": "players", "number": 1}, Scope.CHAT, of_match=True)
    ],
    "chat_mute": [
        Route("put", f"{MATCH}/chat/mute", {}, Scope.CHAT, of_match=True),
        Route("delete", f"{MATCH}/chat/mute", None, Scope.CHAT, of_match=True),
    ],
    "note": [
        Route("put", f"{MATCH}/note", {"text": "Cleo bluffs"}, Scope.PLAY, of_match=True),
        Route("delete", f"{MATCH}/note", None, Scope.PLAY, of_match=True),
    ],
    "star": [
        Route("put", f"{MATCH}/star", {}, Scope.PLAY, of_match=True),
        Route("delete", f"{MATCH}/star", None, Scope.PLAY, of_match=True),
    ],
    "mutings": [Route("get", "mutings"), Route("post", "mutings", MESSAGE, Scope.CHAT, of_match=True)],
    "muting": [Route("delete", "mutings/ben", None, Scope.CHAT)],
    "match_notices": [
        Route("get", f"{MATCH}/notices", of_match=True),
        Route("put", f"{MATCH}/notices", {"reminders": ["8h"]}, Scope.PLAY, of_match=True),
        Route("delete", f"{MATCH}/notices", None, Scope.PLAY, of_match=True),
    ],
    "notices_choices": [
        Route("get", "notices/choices"),
        Route("put", "notices/choices", {"digest_hour": 7}, Scope.PLAY),
    ],
    "webhook": [
        Route("get", "notices/webhook", None, Scope.PLAY),
        Route("put", "notices/webhook", {"url": "https://localhost/hook"}, Scope.PLAY),
        Route("delete", "notices/webhook", None, Scope.PLAY),
    ],
    "webhook_test": [Route("post", "notices/webhook/test", {}, Scope.PLAY)],
    "messengers": [Route("get", "notices/messengers", None, Scope.PLAY)],
    "messenger": [
        Route("put", "notices/messengers/ntfy", {"target": "https://localhost/a-long-topic"}, Scope.PLAY),
        Route("delete", "notices/messengers/ntfy", None, Scope.PLAY),
    ],
    "messenger_confirm": [Route("post", "notices/messengers/ntfy/confirm", {"code": "12345678"}, Scope.PLAY)],
    "messenger_test": [Route("post", "notices/messengers/ntfy/test", {}, Scope.PLAY)],
    "notices_sent": [Route("get", "notices/sent")],
    "notices": [Route("get", "notices")],
    "feeds": [
        Route("get", "notices/feeds"),
        Route("post", "notices/feeds", {}, Scope.PLAY),
        Route("delete", "notices/feeds", None, Scope.PLAY),
    ],
    "notices_mark_read": [Route("post", "notices/mark-read", {}, Scope.PLAY)],
    "replays": [Route("get", "replays"), Route("post", "replays", {"record": NO_RECORD}, Scope.MANAGE)],
    "replay": [Route("get", "replays/a-replay"), Route("delete", "replays/a-replay", None, Scope.MANAGE)],
    "hint": [
        Route("get", f"{MATCH}/hint", of_match=True),
        Route("post", f"{MATCH}/hint", {}, Scope.PLAY, of_match=True),
    ],
    "analysis": [
        Route("get", f"{MATCH}/seats/0/analysis", of_match=True),
        Route("post", f"{MATCH}/seats/0/analysis", {}, Scope.PLAY, of_match=True),
    ],
    "turns": [Route("get", "turns")],
    "friends": [Route("get", "friends"), Route("post", "friends", {"name": "ben"}, Scope.PLAY)],
    "friend": [Route("delete", "friends/ben", None, Scope.PLAY)],
    "followers": [Route("get", "followers")],
    "follower": [Route("delete", "followers/ben", None, Scope.PLAY)],
    "clubs": [Route("get", "clubs"), Route("post", "clubs", {"title": "The den"}, Scope.MANAGE)],
    "club": [
        Route("get", CLUB),
        Route("put", CLUB, {"title": "The den"}, Scope.MANAGE),
        Route("delete", CLUB, None, Scope.MANAGE),
    ],
    "club_membership": [
        Route("put", f"{CLUB}/membership", {}, Scope.MANAGE),
        Route("delete", f"{CLUB}/membership", None, Scope.MANAGE),
    ],
    "club_link": [Route("put", f"{CLUB}/link", {}, Scope.MANAGE), Route("delete", f"{CLUB}/link", None, Scope.MANAGE)],
    "club_member": [
        Route("put", f"{CLUB}/members/ben", {"role": "member"}, Scope.MANAGE),
        Route("delete", f"{CLUB}/members/ben", None, Scope.MANAGE),
    ],
    "club_chat": [Route("get", f"{CLUB}/chat"), Route("post", f"{CLUB}/chat", {"text": "Hello"}, Scope.CHAT)],
    "club_chat_mark_read": [Route("post", f"{CLUB}/chat/mark-read", {}, Scope.CHAT)],
    "club_tables": [
        Route("get", f"{CLUB}/tables"),
        Route("post", f"{CLUB}/tables", {"game": "bid", "pace": "86400"}, Scope.MANAGE),
    ],
    "club_message": [Route("delete", f"{CLUB}/chat/1", None, Scope.CHAT)],
    "quick_table": [
        Route("get", "quick-table"),
        Route("put", "quick-table", {"games": ["bid"], "seats": [3]}, Scope.MANAGE),
        Route("delete", "quick-table", None, Scope.MANAGE),
    ],
    "reports": [
        Route("get", "reports"),
        Route("post", "reports", {"player": "ben", "category": "abuse", "words": "He shouts."}, Scope.CHAT),
    ],
}
"""Every operation, by the name of its URL."""
