"""The states that matter to a URL, and how the small world gets into one of them."""

from collections.abc import Callable
from datetime import date, timedelta

from django.urls import reverse
from django.utils import timezone

from accounts.models import Block, User, VacationDay
from clubs.models import Club, ClubTable, Role
from clubs.services.joining import join_club
from engine.conditional_moves import ConditionalMove, Preference
from foundation.vault import seal
from friends.models import Follow
from ladders.models import Apart, Ladder, Season, Tournament
from ladders.services.ladders import join_ladder
from ladders.services.tournaments import enter_tournament
from matches.clocks.pauses import pause_match
from matches.lobby.resigning import resign_seat
from matches.lobby.substitutes import offer_seat
from matches.lobby.votes import open_vote
from matches.models import Match
from matches.models.social import Following, Muting, Note
from matches.notices import topic_of
from matches.play.conditional_moves import save_conditional_move
from matches.rounds.locking import lock_match
from matches.timeouts.stand_ins import begin_stand_in
from matches.view.match_view import matches
from meeting.models import Seeker
from moderation.action import ACTIONS, Target
from moderation.models import AuditRow
from moderation.services.reports import claim_report, close_report
from moderation.services.seals import break_seal, judge_seal
from notifications.models import Messenger
from notifications.services.devices import renew_feed, set_webhook
from notifications.services.preferences import Choice, set_topic_preferences
from rights.services.dumps import make_dump
from tests.ladders.play import organiser
from tests.matches.tables import NOON
from tests.moderation.desk import done
from tests.site.matrix.forms import ACTS, asked_seat, stages_of, target_of_act, topic_at
from tests.site.matrix.world import STATES, World

ACT, UNDO = "moderation:act", "moderation:undo"
BY_STAGE = frozenset(
    {
        *("table", "match", "check", "export", "join", "leave", "start", "answer", "answers", "resign"),
        *("conditional_moves", "seat"),
        *("rematch", "card", "step_svg", "view_json", "replay", "play_on", "seal_ask", "analysis"),
    }
)
"""URLs of tables where permissions depend on whether the match is open, running or over."""
MEMBERS = "members"
"""The state in which the running table, the waiting one and the one that is over are a club's."""
BY_INVITATION = "invited"
"""The state in which the club is seen by members alone, and ben, the player of a table, is an organiser of it."""
CLUB_PAGES = (
    *("clubs", "invited", "club", "feed", "join", "leave", "manage", "link", "member", "close", "new_table", "chat"),
    "take_back",
)
CLUB_PROGRAMS = (
    *("clubs", "club", "club_membership", "club_link", "club_member", "club_tables", "club_chat"),
    *("club_chat_mark_read", "club_message"),
)
OF_MEMBERS = (
    *("table", "join", "rematch", "chat", "log", "export", "replay", "card", "step_svg", "view_json"),
    *("live", "embed", "check", "vote", "play_on"),
)
PROGRAMS_OF_MEMBERS = ("match", "seat", "rematch", "chat", "log", "export", "step", "votes", "play_on")
REPORTS = ("open", "claimed", "closed")
SEALS = ("asked", "agreed", "refused", "broken")
MORE = {
    "moderation:claim": REPORTS,
    "moderation:hand_over": REPORTS,
    "moderation:close": REPORTS,
    "moderation:seal_judge": SEALS,
    "moderation:seal_break": SEALS,
    "api:choose_name": ("renamed",),
    "notifications:webhook_test": ("hooked",),
    "api:webhook_test": ("hooked",),
    "api:messenger": ("linked",),
    "api:messenger_confirm": ("linked",),
    "api:messenger_test": ("linked",),
    "matches:answer_vote": ("voted",),
    "api:vote_answers": ("voted",),
    "matches:resume": ("paused",),
    "api:resume": ("paused",),
    "matches:seat_back": ("held",),
    "api:seat_take_back": ("held",),
    "matches:offer_seat": ("held",),
    "api:seat_offer": ("held", "offered"),
    "matches:substitute": ("offered", MEMBERS),
    "api:substitute": ("offered", MEMBERS),
    "api:conditional_move": ("moves",),
    "api:conditional_move_raise": ("moves",),
    "api:tournament_entry": ("entered",),
    "api:webhook": ("hooked",),
    "api:season": ("announced",),
    "api:pair": ("chosen", "plays"),
    **dict.fromkeys(("api:quiet_hours", "api:vacation", "api:block", "api:feeds", "api:muting"), ("chosen",)),
    **dict.fromkeys(("api:friend", "api:follower"), ("chosen",)),
    **dict.fromkeys(("api:chat_mute", "api:star", "api:note", "api:match_notices"), ("chosen",)),
    "ladders:start": ("full", "plays"),
    **dict.fromkeys(("ladders:close", "ladders:end_season", "ladders:apart"), ("plays",)),
    **dict.fromkeys(("api:ladder_close", "api:season_end", "api:pairs_apart"), ("plays",)),
    "api:tournament_start": ("full", "plays"),
    "ladders:withdraw": ("entered",),
    **dict.fromkeys(
        ("meeting:quick", "meeting:bots", "meeting:stay", "meeting:leave", "api:quick_table"), ("seeking",)
    ),
    **dict.fromkeys(("friends:follow", "api:friends"), ("barred",)),
    **dict.fromkeys(("rights:dump", "rights:dump_file"), ("made",)),
    **{f"matches:{name}": (MEMBERS,) for name in OF_MEMBERS},
    **{f"clubs:{name}": (BY_INVITATION,) for name in CLUB_PAGES},
    **{f"api:{name}": (BY_INVITATION,) for name in CLUB_PROGRAMS},
    **{f"api:{name}": (MEMBERS,) for name in PROGRAMS_OF_MEMBERS},
}
"""What else matters to a URL besides the stages of a table."""
PAGES_OF_CLUBS = (
    *("ladder", "ladder_results", "why", "join", "leave", "challenge", "accept", "take_back", "import", "close"),
    *("new_season", "season", "end_season", "export", "tournament", "tournament_results", "reasons", "calendar"),
    *("enter", "withdraw", "start", "call_off", "import_entries"),
)
PROGRAMS_OF_CLUBS = (
    *("ladder", "ladder_rungs", "ladder_changes", "ladder_entry", "ladder_challenges", "ladder_close"),
    *("ladder_entries", "seasons", "season", "season_end", "sheet", "tournament", "tournament_standings"),
    *("tournament_tables", "tournament_reasons", "tournament_entry", "tournament_start", "tournament_call_off"),
    "tournament_entries",
)
OF_CLUBS = {f"ladders:{name}" for name in PAGES_OF_CLUBS} | {f"api:{name}" for name in PROGRAMS_OF_CLUBS}
"""URLs of one ladder or tournament, which may be a club's."""


def states_of(route: str, *, of_a_table: bool) -> list[str]:
    """The states in which an address is asked; where it is of a moderator's action, which one, and in which state."""
    if route == ACT:
        return [f"{slug}/{stage}" for slug in sorted(ACTIONS) for stage in stages_of(slug)]
    if route == UNDO:
        return [slug for slug in sorted(ACTIONS) if ACTIONS[slug].undoable]
    more = MORE.get(route, ())
    if route in OF_CLUBS:
        return ["-", *more, "club"]
    if not of_a_table:
        return list(more if route.startswith("moderation:") and more else ("-", *more))
    return [*(STATES if route.rpartition(":")[2] in BY_STAGE else STATES[:2]), *more]


def is_first(route: str, state: str) -> bool:
    """True if this state distinguishes all roles; in the others, roles without an office are not asked.

    A desk that admits no one for a pending report admits no one for a settled one either.
    """
    if route == ACT:
        slug, _, stage = state.partition("/")
        return stage == stages_of(slug)[0]
    return (
        not (route == UNDO or (route in MORE and route.startswith("moderation:")))
        or state == states_of(route, of_a_table=False)[0]
    )


def bring_about(world: World, route: str, state: str) -> None:
    """Put the world into a state; it is rolled back together with the requests."""
    if route == ACT:
        slug, _, stage = state.partition("/")
        _act(world, slug) if stage == "again" else WAYS.get(stage, _nothing)(world)
    elif route == UNDO:
        _act(world, state)
        world.desk["undo"] = AuditRow.objects.filter(action=state).latest("number").number
    else:
        WAYS.get(state, _nothing)(world)


def _act(world: World, slug: str) -> None:
    """Do something as a senior moderator, by the form."""
    if stages_of(slug)[0] == "paused":
        _paused(world)
    client = world.client()
    client.cookies.load(world.cookies["senior"])
    path = reverse(ACT, args=[slug]) + target_of_act(world, slug, stages_of(slug)[0])
    assert client.post(path, ACTS).status_code == 302, slug


def _running(world: World) -> Match:
    return lock_match(world.tables["running"].pk)


def _nothing(world: World) -> None:
    """The state as it is."""


def _paused(world: World) -> None:
    pause_match(match=_running(world), reason="vote", now=NOON)


def _held(world: World) -> None:
    match = _running(world)
    for seat in match.seats.select_related("user"):
        if seat.user == world.ben or seat.number == asked_seat(world):
            begin_stand_in(match=match, seat=seat, now=NOON)


def _resigned(world: World) -> None:
    seat = world.tables["running"].seats.get(number=asked_seat(world))
    resign_seat(match_id=world.tables["running"].pk, user_id=seat.user_id or 0, now=NOON)


def _voted(world: World) -> None:
    open_vote(match_id=world.tables["running"].pk, user_id=world.ana.pk, kind="pause", now=NOON)


def _offered(world: World) -> None:
    seat = world.tables["running"].seats.get(user=world.ben)
    offer_seat(match_id=seat.match_id, user_id=world.ben.pk, number=seat.number, wanted=True, now=NOON)


def _moves(world: World) -> None:
    rule = ConditionalMove("reroll", (Preference(action={"act": "let_stand"}),), lasts="always")
    match = world.pieces["running"]
    save_conditional_move(
        match_id=match.pk, user_id=world.ana.pk, step=matches().get(pk=match.pk).next_step, move=rule, now=NOON
    )
    save_conditional_move(
        match_id=match.pk, user_id=world.ben.pk, step=matches().get(pk=match.pk).next_step, move=rule, now=NOON
    )


def _entered(world: World) -> None:
    enter_tournament(tournament_id=world.cup.pk, user=world.ben, now=NOON)


def _full(world: World) -> None:
    for name in ("ana", "ben", "elsa", "erik"):
        enter_tournament(tournament_id=world.cup.pk, user=User.objects.get(username=name), now=NOON)


def _plays(world: World) -> None:
    """The organiser is on the ladder and has entered the cup."""
    _full(world)
    Season.objects.filter(pk=world.season.pk).update(ends_at=NOON + timedelta(days=90))
    for name in ("olga", "stan"):
        user = User.objects.get(username=name)
        join_ladder(ladder_id=world.ladder.pk, user=user, now=NOON)
        enter_tournament(tournament_id=world.cup.pk, user=user, now=NOON)
    _apart(world)


def _claimed(world: World) -> None:
    claim_report(report_id=world.desk["report"], actor=User.objects.get(username="mo"), now=NOON)


def _closed(world: World) -> None:
    _claimed(world)
    mo = User.objects.get(username="mo")
    decision = {"outcome": "acted", "answer": "", "note": "Seen."}
    close_report(report_id=world.desk["report"], actor=mo, now=NOON, **decision)


def _judged(world: World, *, agree: bool = True) -> None:
    cara = User.objects.get(username="cara")
    judge_seal(grant_id=world.desk["seal"], actor=cara, agree=agree, reason="So.", now=NOON)


def _refused(world: World) -> None:
    _judged(world, agree=False)


def _broken(world: World) -> None:
    _judged(world)
    break_seal(grant_id=world.desk["seal"], actor=User.objects.get(username="sena"), now=NOON)


def _renamed(world: World) -> None:
    done(User.objects.get(username="mo"), "rename", Target(user=world.ben))


OTHER = "ivo"
"""Whom everybody has blocked and muted, where all is chosen."""


def _chosen(world: World) -> None:
    """Everybody has chosen whatever can be taken away again, about themselves and about the running tables."""
    other = User.objects.get(username=OTHER)
    User.objects.update(quiet_from="22:00", quiet_until="07:00")
    for user in User.objects.exclude(pk=other.pk):
        VacationDay.objects.create(user=user, day=date(2026, 6, 1))
        Block.objects.create(by=user, other=other, at=NOON)
        Muting.objects.create(reader=user, muted=other)
        Follow.objects.create(by=user, other=other, at=NOON)
        Follow.objects.create(by=other, other=user, at=NOON)
        renew_feed(user=user, now=NOON)
        for state in ("running", "private"):
            _choose_at(world.tables[state], user)
    _apart(world)


def _choose_at(match: Match, user: User) -> None:
    Following.objects.update_or_create(match=match, user=user, defaults={"muted": True, "starred": True})
    Note.objects.create(match=match, writer=user, sealed=seal("Ben bluffs"), at=NOON)
    set_topic_preferences(user=user, topic=topic_of(match.pk), choice=Choice({}, ()))


def _apart(world: World) -> None:
    one, other = sorted((world.ana, world.ben), key=lambda user: user.pk)
    Apart.objects.create(one=one, other=other, made_by=organiser(), made_at=NOON)


def _announced(world: World) -> None:
    later = NOON + timedelta(days=90)
    Season.objects.filter(pk=world.season.pk).update(starts_at=later, ends_at=later + timedelta(days=90))


def _hooked(world: World) -> None:
    for user in User.objects.all():
        set_webhook(user=user, form="json", url=world.elsewhere, now=NOON)


def _linked(world: World) -> None:
    """Each has a topic that is linked, and a new code for it."""
    for user in User.objects.all():
        Messenger.objects.create(
            user=user, channel="ntfy", target=topic_at(world.elsewhere), made_at=NOON, linked_at=NOON
        )


def _club(world: World) -> None:
    """The ladder and the cup are the club's, which ana owns and ben belongs to."""
    Ladder.objects.update(club=world.club)
    Tournament.objects.update(club=world.club)


def _by_invitation(world: World) -> None:
    """Only members see the club, which ben helps to run; who asked before asks still."""
    Club.objects.update(joining=Club.Joining.INVITATION)
    world.club.memberships.filter(user=world.ben).update(role=Role.ORGANISER)


def _members(world: World) -> None:
    """The tables are the club's, to which the watcher, renamed by now, belongs as well; ben offers his seat."""
    Club.objects.update(joining="open")
    join_club(number=world.club.pk, user=User.objects.get(email="wim@example.org"), token="", now=NOON)
    for state in ("running", "waiting", "over"):
        match = world.tables[state]
        Match.objects.filter(pk=match.pk).update(private=True, members_only=True)
        ClubTable.objects.create(club=world.club, match=match)
    _offered(world)


def _seeking(world: World) -> None:
    """Everybody waits for a quick table, each for another pace, so that nobody finds one."""
    now = timezone.now()
    for number, user in enumerate(User.objects.order_by("pk")):
        criteria = {"games": ["bid"], "paces": [f"{300 + number}"], "sizes": [3]}
        Seeker.objects.create(user=user, since=now, chosen_at=now, **criteria)


def _barred(world: World) -> None:
    """Everybody is blocked by the two whom they would follow."""
    for by in User.objects.filter(username__in=("ben", "erik")):
        for user in User.objects.exclude(pk=by.pk):
            Block.objects.create(by=by, other=user, at=NOON)


def _made(world: World) -> None:
    make_dump(now=NOON)


WAYS: dict[str, Callable[[World], None]] = {
    "club": _club,
    MEMBERS: _members,
    BY_INVITATION: _by_invitation,
    "seeking": _seeking,
    "barred": _barred,
    "made": _made,
    "linked": _linked,
    "paused": _paused,
    "held": _held,
    "resigned": _resigned,
    "voted": _voted,
    "offered": _offered,
    "moves": _moves,
    "entered": _entered,
    "full": _full,
    "plays": _plays,
    "claimed": _claimed,
    "closed": _closed,
    "agreed": _judged,
    "refused": _refused,
    "broken": _broken,
    "renamed": _renamed,
    "hooked": _hooked,
    "chosen": _chosen,
    "announced": _announced,
}
