"""The states that matter to an address, and how the small world comes to be in one of them."""

from collections.abc import Callable
from datetime import timedelta

from django.urls import reverse

from accounts.models import User
from games.models import Match
from games.rules.core.plans import Rule, Wish
from games.selectors import matches
from games.services.pauses import match_pause
from games.services.plans import rule_save
from games.services.resigning import seat_resign
from games.services.rounds import match_locked
from games.services.stand_ins import stand_in_begin
from games.services.substitutes import seat_offer
from games.services.votes import vote_open
from ladders.models import Season
from ladders.services.ladders import ladder_join
from ladders.services.tournaments import tournament_enter
from moderation.action import ACTIONS, Target
from moderation.models import AuditRow
from moderation.services.reports import report_claim, report_close
from moderation.services.seals import seal_break, seal_judge
from notifications.services.devices import webhook_set
from tests.games.tables import NOON
from tests.moderation.desk import done
from tests.site.matrix.forms import ACTS, asked_seat, stages_of, target_of_act
from tests.site.matrix.world import STATES, World

ACT, UNDO = "moderation:act", "moderation:undo"
BY_STAGE = frozenset(
    {
        *("table", "match", "check", "export", "join", "leave", "start", "answer", "answers", "plan", "resign"),
        *("rematch", "card", "step_svg", "view_json", "replay", "seal_ask"),
    }
)
"""Addresses of tables at which it matters who may do it whether the match waits, runs or has ended."""
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
    "games:answer_vote": ("voted",),
    "api:vote_answers": ("voted",),
    "games:resume": ("paused",),
    "api:resume": ("paused",),
    "games:seat_back": ("held",),
    "api:seat_back": ("held",),
    "games:offer_seat": ("held",),
    "api:offer_seat": ("held",),
    "games:substitute": ("offered",),
    "api:substitute": ("offered",),
    "api:plan_strike": ("planned",),
    "api:plan_raise": ("planned",),
    "api:tournament_withdraw": ("entered",),
    "ladders:start": ("full", "plays"),
    **dict.fromkeys(("ladders:close", "ladders:end_season", "ladders:apart"), ("plays",)),
    **dict.fromkeys(("api:ladder_close", "api:season_end", "api:apart"), ("plays",)),
    "api:tournament_start": ("full", "plays"),
    "ladders:withdraw": ("entered",),
}
"""What else matters to an address besides the stages of a table."""


def states_of(route: str, *, of_a_table: bool) -> list[str]:
    """The states in which an address is asked; where it is of a moderator's action, which one, and in which state."""
    if route == ACT:
        return [f"{slug}/{stage}" for slug in sorted(ACTIONS) for stage in stages_of(slug)]
    if route == UNDO:
        return [slug for slug in sorted(ACTIONS) if ACTIONS[slug].undoable]
    more = MORE.get(route, ())
    if not of_a_table:
        return list(more if route.startswith("moderation:") and more else ("-", *more))
    return [*(STATES if route.rpartition(":")[2] in BY_STAGE else STATES[:2]), *more]


def is_first(route: str, state: str) -> bool:
    """Whether it is the state by which all roles are told apart; in the others, those who have no office are not asked.

    A desk that lets nobody in by a report that waits does so by one that is settled, too.
    """
    if route == ACT:
        slug, _, stage = state.partition("/")
        return stage == stages_of(slug)[0]
    return (
        not (route == UNDO or (route in MORE and route.startswith("moderation:")))
        or state == states_of(route, of_a_table=False)[0]
    )


def bring_about(world: World, route: str, state: str) -> None:
    """Let the world be in a state; it is taken back with all else that is asked in it."""
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
    return match_locked(world.tables["running"].pk)


def _nothing(world: World) -> None:
    """It is as it is."""


def _paused(world: World) -> None:
    match_pause(match=_running(world), reason="vote", now=NOON)


def _held(world: World) -> None:
    match = _running(world)
    for seat in match.seats.select_related("user"):
        if seat.user == world.ben or seat.number == asked_seat(world):
            stand_in_begin(match=match, seat=seat, now=NOON)


def _resigned(world: World) -> None:
    seat = world.tables["running"].seats.get(number=asked_seat(world))
    seat_resign(match_id=world.tables["running"].pk, user_id=seat.user_id or 0, now=NOON)


def _voted(world: World) -> None:
    vote_open(match_id=world.tables["running"].pk, user_id=world.ana.pk, kind="pause", now=NOON)


def _offered(world: World) -> None:
    seat = world.tables["running"].seats.get(user=world.ben)
    seat_offer(match_id=seat.match_id, user_id=world.ben.pk, number=seat.number, wanted=True, now=NOON)


def _planned(world: World) -> None:
    rule = Rule("reroll", (Wish(action={"act": "let_stand"}),), lasts="always")
    match = world.pieces["running"]
    rule_save(match_id=match.pk, user_id=world.ana.pk, step=matches().get(pk=match.pk).next_step, rule=rule, now=NOON)
    rule_save(match_id=match.pk, user_id=world.ben.pk, step=matches().get(pk=match.pk).next_step, rule=rule, now=NOON)


def _entered(world: World) -> None:
    tournament_enter(tournament_id=world.cup.pk, user=world.ben, now=NOON)


def _full(world: World) -> None:
    for name in ("ana", "ben", "elsa", "erik"):
        tournament_enter(tournament_id=world.cup.pk, user=User.objects.get(username=name), now=NOON)


def _plays(world: World) -> None:
    """Whoever organises stands on the ladder and has entered the cup."""
    _full(world)
    Season.objects.filter(pk=world.season.pk).update(ends_at=NOON + timedelta(days=90))
    for name in ("olga", "stan"):
        user = User.objects.get(username=name)
        ladder_join(ladder_id=world.ladder.pk, user=user, now=NOON)
        tournament_enter(tournament_id=world.cup.pk, user=user, now=NOON)


def _claimed(world: World) -> None:
    report_claim(report_id=world.desk["report"], actor=User.objects.get(username="mo"), now=NOON)


def _closed(world: World) -> None:
    _claimed(world)
    mo = User.objects.get(username="mo")
    said = {"outcome": "acted", "answer": "", "note": "Seen."}
    report_close(report_id=world.desk["report"], actor=mo, now=NOON, **said)


def _judged(world: World, *, agree: bool = True) -> None:
    cara = User.objects.get(username="cara")
    seal_judge(grant_id=world.desk["seal"], actor=cara, agree=agree, reason="So.", now=NOON)


def _refused(world: World) -> None:
    _judged(world, agree=False)


def _broken(world: World) -> None:
    _judged(world)
    seal_break(grant_id=world.desk["seal"], actor=User.objects.get(username="sena"), now=NOON)


def _renamed(world: World) -> None:
    done(User.objects.get(username="mo"), "rename", Target(user=world.ben))


def _hooked(world: World) -> None:
    for user in User.objects.all():
        webhook_set(user=user, form="json", url=world.elsewhere, now=NOON)


WAYS: dict[str, Callable[[World], None]] = {
    "paused": _paused,
    "held": _held,
    "resigned": _resigned,
    "voted": _voted,
    "offered": _offered,
    "planned": _planned,
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
}
