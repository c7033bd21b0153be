"""Bots can do what players do on pages: every page has a matching operation, or a reason why not."""

from tests.api.routes import ROUTES
from tests.site.matrix.asking import UNNAMED, addresses

BESIDE = {
    "accounts:block": "blocks block",
    "accounts:blocked": "blocks",
    "accounts:hours": "quiet_hours vacation",
    "accounts:profile": "me preferences",
    "accounts:public": "player record opponents",
    "accounts:quiet": "quiet_hours",
    "accounts:vacation": "vacation",
    "accounts:vacation_back": "vacation",
    "clubs:chat": "club_chat club_chat_mark_read",
    "clubs:close": "club",
    "clubs:club": "club",
    "clubs:clubs": "clubs",
    "clubs:invited": "club club_membership",
    "clubs:join": "club_membership",
    "clubs:leave": "club_membership",
    "clubs:link": "club_link",
    "clubs:manage": "club",
    "clubs:member": "club_member",
    "clubs:new": "clubs",
    "clubs:new_table": "club_tables",
    "clubs:take_back": "club_message",
    "friends:follow": "friends friend",
    "friends:followers": "followers",
    "friends:friends": "friends",
    "friends:notices": "notices_choices",
    "friends:remove": "follower",
    "matches:answer": "answers legal_actions",
    "matches:answer_vote": "vote_answers",
    "matches:chat": "chat",
    "matches:check": "export",
    "matches:conditional_moves": "conditional_moves conditional_move conditional_move_raise",
    "matches:counts": "turns notices",
    "matches:create": "games",
    "matches:create_game": "game seeds matches",
    "matches:export": "export",
    "matches:front": "games matches version",
    "matches:join": "seat",
    "matches:play_bots": "matches",
    "matches:play_on": "play_on",
    "matches:replay_play_on": "replay_play_on",
    "matches:leave": "seat",
    "matches:live": "match turns",
    "matches:log": "log",
    "matches:mine": "turns matches",
    "matches:mute": "mutings",
    "matches:mute_table": "chat_mute",
    "matches:muted": "mutings muting",
    "matches:note": "note",
    "matches:notices": "match_notices",
    "matches:offer_seat": "seat_offer",
    "matches:open_seat": "substitute",
    "matches:receipt": "receipt",
    "matches:rematch": "rematch",
    "matches:replay": "step",
    "matches:replay_remove": "replay",
    "matches:replay_shown": "replay",
    "matches:replay_step": "replay",
    "matches:replays": "replays",
    "matches:resign": "resign",
    "matches:resume": "resume",
    "matches:say": "chat",
    "matches:seat_back": "seat_take_back",
    "matches:star": "star",
    "matches:start": "start",
    "matches:substitute": "substitute",
    "matches:table": "match chat",
    "matches:tables": "matches",
    "matches:take_back": "message",
    "matches:chat_read": "chat_mark_read",
    "matches:view_json": "export",
    "matches:view_ppn": "export",
    "matches:vote": "votes",
    "ladders:accept": "challenge_accept",
    "ladders:apart": "pairs_apart pair",
    "ladders:calendar": "tournament",
    "ladders:call_off": "tournament_call_off",
    "ladders:challenge": "ladder_challenges",
    "ladders:close": "ladder_close",
    "ladders:end_season": "season_end season",
    "ladders:enter": "tournament_entry",
    "ladders:export": "sheet",
    "ladders:hall": "hall_seasons hall_tournaments",
    "ladders:import": "ladder_entries",
    "ladders:import_entries": "tournament_entries",
    "ladders:index": "ladders tournaments challenges",
    "ladders:join": "ladder_entry",
    "ladders:ladder": "ladder ladder_rungs seasons challenges",
    "ladders:leave": "ladder_entry",
    "ladders:new_ladder": "games",
    "ladders:new_ladder_game": "ladders",
    "ladders:new_season": "seasons",
    "ladders:new_tournament": "games",
    "ladders:new_tournament_game": "tournaments",
    "ladders:ratings": "ratings",
    "ladders:reasons": "tournament_reasons",
    "ladders:season": "season",
    "ladders:start": "tournament_start",
    "ladders:take_back": "challenge",
    "ladders:tournament": "tournament tournament_entries tournament_standings tournament_tables",
    "ladders:tournaments": "tournaments",
    "ladders:versus": "versus",
    "ladders:why": "ladder_changes",
    "ladders:withdraw": "tournament_entry",
    "analysis:analysis": "analysis",
    "analysis:hint": "hint",
    **dict.fromkeys(("meeting:bots", "meeting:leave", "meeting:quick", "meeting:stay"), "quick_table"),
    "moderation:choose_name": "choose_name",
    "moderation:mine": "sanctions reports",
    "moderation:report_make": "reports",
    "notifications:feed": "feeds",
    "notifications:ledger": "notices_sent",
    "notifications:messenger": "messengers messenger messenger_confirm messenger_test",
    "notifications:news": "notices",
    "notifications:open": "notices_mark_read",
    "notifications:preferences": "notices_choices",
    "notifications:read_all": "notices_mark_read",
    "notifications:webhook": "webhook",
    "notifications:webhook_test": "webhook_test",
    "rights:archive": "archive_file",
    "rights:archive_ask": "archive",
    "rights:data": "archive",
}
"""The operations that do what a page does, by the page's name."""

BEGINNING = "A program has an account already: its owner made it."
SAFETY = "It concerns log-ins, passwords and tokens: no token may give more than it has, or keep a thief in."
FOR_ALL = "Its address opens without a log-in: it is fetched as it is."
PICTURE = (
    "It is a picture for people; the position is in the operation `step`, and where visitors may look, so is this."
)
BROWSER = "It is for the browser that has the page open."
MAIL = "It is opened from a mail, and about an address that programs never see."
ONE_TABLE = "A program sorts the notices of its own webhook by their table."
DESK = "Moderators decide on pages alone, where a second factor guards them."
READING = "It is a text for people."
APART = {
    **dict.fromkeys(("accounts:guest", "accounts:keep"), BEGINNING),
    **dict.fromkeys(("accounts:safety", "accounts:log_in_end", "accounts:log_ins_end"), SAFETY),
    **dict.fromkeys(("accounts:bot", "accounts:bots", "accounts:bot_close"), SAFETY),
    **dict.fromkeys(("accounts:bot_token", "accounts:token", "accounts:token_revoke", "accounts:tokens"), SAFETY),
    **dict.fromkeys(("rights:erase", "rights:keep", "security_txt", "change_password"), SAFETY),
    **dict.fromkeys(("matches:feed_deadlines", "matches:feed_turns", "matches:schema", "matches:replay_svg"), FOR_ALL),
    "piecepack_keys": FOR_ALL,
    **dict.fromkeys(("ladders:player_results", "ladders:ladder_results", "ladders:tournament_results"), FOR_ALL),
    "clubs:feed": FOR_ALL,
    **dict.fromkeys(("matches:card", "matches:embed", "matches:step_svg"), PICTURE),
    "rights:dump_file": FOR_ALL,
    **dict.fromkeys(("notifications:device", "notifications:device_remove", "notifications:seen"), BROWSER),
    **dict.fromkeys(("notifications:worker", "notifications:manifest", "notifications:offline"), BROWSER),
    "matches:table_webhook": ONE_TABLE,
    **dict.fromkeys(("matches:open_by_mail", "notifications:stop", "notifications:address_again"), MAIL),
    **dict.fromkeys(("notifications:mailbox", "notifications:kept_mail", "notifications:kept_html"), MAIL),
    **dict.fromkeys(("matches:help_clocks", "handbook:index", "handbook:page", "handbook:find"), READING),
    "rights:dump": READING,
    **dict.fromkeys(("matches:rules", "matches:rules_index", "rights:privacy"), READING),
}
"""Pages without a matching operation, and why."""
OF_MODERATORS = "moderation/"


def pages() -> set[str]:
    """The pages of players: not those of moderators and of the admin, and not log-in and passwords."""
    return {
        address.route
        for address in addresses()
        if not address.pattern.startswith(("api/", "accounts/")) and UNNAMED not in address.route
        if not address.pattern.startswith(OF_MODERATORS) or address.pattern.startswith("moderation/mine/")
    }


def test_every_page_has_an_operation_or_a_reason():
    assert not BESIDE.keys() & APART.keys()
    assert pages() == BESIDE.keys() | APART.keys()


def test_every_operation_named_beside_a_page_is_there():
    assert {name for names in BESIDE.values() for name in names.split()} <= ROUTES.keys()


def test_every_operation_is_found_from_a_page():
    """An operation that no page has would be a right that people lack."""
    assert ROUTES.keys() == {name for names in BESIDE.values() for name in names.split()}
