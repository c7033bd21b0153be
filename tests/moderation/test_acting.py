"""One way for moderators to change anything: permission, interest, reason, deed, audit row and notices together."""

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.identity.selectors import selves, selves_of
from accounts.models import BotAccount, User, UserKind
from foundation.errors import Refused
from ladders.models import Division, Ladder, Rung, Tournament
from ladders.services.challenges import make_challenge
from matches.models import FormerHolder, Match, Seat
from moderation.action import ACTIONS, On, Target, actions_on
from moderation.groups import make_groups
from moderation.models import AuditRow, Sanction
from moderation.selectors.interest import (
    NO_INTEREST,
    SELF,
    TOGETHER,
    Stake,
    interest_about,
    interest_in,
    interests_about,
    interests_at,
    interests_in,
)
from moderation.services.acting import undo
from moderation.services.reports import claim_report, make_report, sweep_claims
from moderation.services.seals import ask_for_seal, possible_seconders
from moderation.services.suspensions import sweep_suspensions
from moderation.views.buttons import buttons
from tests.clubs.founded import club_of
from tests.ladders.play import ladder_of, match_of, tournament_of
from tests.matches.tables import NOON, person, table_of
from tests.moderation.desk import done, moderator

pytestmark = pytest.mark.django_db
WORDS = "Mind your words."


def test_a_warning_is_kept_told_and_written_to_the_audit() -> None:
    mona, ana = moderator(), person("ana")
    row = done(mona, "warn", Target(user=ana), words=WORDS, reason="Three players complained.")
    assert (row.actor, row.subject, row.action, row.category) == (mona, ana, "warn", "abuse")
    assert row.done["words"] == WORDS
    assert Sanction.objects.get().row == row
    context = ana.notices.get(channel="page").context
    assert WORDS in context["text"]
    assert "complained" not in str(context) and "mona" not in str(context)


def test_undoing_it_tells_the_player_too() -> None:
    mona, ana = moderator(), person("ana")
    row = done(mona, "warn", Target(user=ana), words=WORDS)
    undo(actor=mona, row=row, reason="It was somebody else.", now=NOON)
    assert Sanction.objects.get().lifted_at == NOON
    assert ana.notices.filter(channel="page").count() == 2
    with pytest.raises(Refused) as refused:
        undo(actor=mona, row=row, reason="Once more.", now=NOON)
    assert refused.value.code == "undone_already"


def test_an_undoing_cannot_be_undone() -> None:
    mona = moderator()
    row = done(mona, "warn", Target(user=person("ana")), words=WORDS)
    back = undo(actor=mona, row=row, reason="It was somebody else.", now=NOON)
    with pytest.raises(Refused) as refused:
        undo(actor=mona, row=back, reason="No.", now=NOON)
    assert refused.value.code == "cannot_be_undone"


def test_without_a_reason_nothing_happens() -> None:
    with pytest.raises(Refused) as refused:
        done(moderator(), "warn", Target(user=person("ana")), words=WORDS, reason="  ")
    assert refused.value.code == "reason_missing"
    assert not Sanction.objects.exists() and not AuditRow.objects.exists()


def test_without_the_permission_nothing_happens() -> None:
    mona = moderator()
    row = done(mona, "warn", Target(user=person("ana")), words=WORDS)
    Group.objects.get(name="moderators").permissions.remove(Permission.objects.get(codename="warn"))
    mona = User.objects.get(pk=mona.pk)
    for attempt in (
        lambda: done(mona, "warn", Target(user=person("ben")), words=WORDS),
        lambda: undo(actor=mona, row=row, reason="No.", now=NOON),
    ):
        with pytest.raises(Refused) as refused:
            attempt()
        assert refused.value.code == "no_permission"
    assert AuditRow.objects.count() == 1


def test_what_an_administrator_takes_away_stays_away() -> None:
    group, permission = Group.objects.get(name="moderators"), Permission.objects.get(codename="warn")
    group.permissions.remove(permission)
    make_groups(apps.get_app_config("moderation"), using="default")
    assert permission not in group.permissions.all()
    assert permission in Group.objects.get(name="senior moderators").permissions.all()


def test_every_action_is_whole() -> None:
    for slug, action in ACTIONS.items():
        assert action.slug == slug
        assert action.title and action.says.endswith(".") and action.past and action in actions_on(On(action.on))
        assert Permission.objects.filter(content_type__app_label="moderation", codename=action.codename).exists()
        assert {"category", "reason"} <= set(action.form.base_fields)


def test_nobody_acts_on_themselves_or_their_bot_accounts() -> None:
    mona = moderator()
    robot = User.objects.create(username="robot", kind=UserKind.BOT)
    BotAccount.objects.create(user=robot, owner=mona)
    for subject in (mona, robot):
        with pytest.raises(Refused) as refused:
            done(mona, "warn", Target(user=subject), words=WORDS)
        assert refused.value.code == "interest"


def test_nobody_acts_on_those_they_play_with() -> None:
    mona = moderator()
    _, (ana, *_) = table_of("ana", "mona", "ben")
    assert interest_about({mona.pk}, {ana.pk})
    with pytest.raises(Refused):
        done(mona, "warn", Target(user=ana), words=WORDS)


def test_a_hidden_name_is_not_told_by_a_refusal() -> None:
    mona = moderator()
    _, (ana, *_) = table_of("ana", "mona", "ben", anonymous=True)
    assert interest_about({mona.pk}, {ana.pk}) == ""


@pytest.mark.parametrize("how", ["plays", "played", "owns", "ladder", "other division", "tournament"])
def test_who_has_an_interest_does_not_act_on_a_match(how: str) -> None:
    mona = moderator()
    if how in ("ladder", "other division"):
        match = on_a_ladder(stands=mona, divided=how == "other division")
    elif how == "tournament":
        match = in_a_tournament(enters=mona)
    else:
        match, _ = table_of("ana", "mona" if how == "plays" else "dora", "ben")
    if how == "played":
        FormerHolder.objects.create(match=match, seat=match.seats.get(number=0), user=mona, left_at=NOON)
    if how == "owns":
        BotAccount.objects.create(user=person("dora"), owner=mona)
    assert interest_in(selves(mona), match).why
    stranger = moderator("otto")
    assert interest_in(selves(stranger), match) == NO_INTEREST


@pytest.mark.both_databases
def test_the_interests_of_many_are_found_at_once() -> None:
    club = club_of("owner", "member")
    match = in_a_tournament(person("emil"))
    guest, gone, host = person("guest"), person("gone"), person("host")
    Tournament.objects.update(club=club, made_by=host)
    empty, held = match.seats.order_by("number")
    Seat.objects.filter(pk=empty.pk).update(user=None, invited=guest)
    Seat.objects.filter(pk=held.pk).update(first_user=gone)
    Match.objects.filter(pk=match.pk).update(host=host)
    match.refresh_from_db()
    robot = User.objects.create(username="robot", kind=UserKind.BOT)
    BotAccount.objects.create(user=robot, owner=gone)
    table_of("emil", "guest", "ben")
    people = selves_of(User.objects.values_list("pk", flat=True))
    with CaptureQueriesContext(connection) as queries:
        found = interests_in(match, people)
    assert len(queries) == 1
    assert found == {pk: interest_in(mine, match) for pk, mine in people.items()}
    for mine in ({gone.pk}, {person("emil").pk}):
        with CaptureQueriesContext(connection) as queries:
            both = interests_at(match, mine, people)
        assert len(queries) == 1
        assert both == (interest_in(mine, match), interests_about(mine, people))
    assert {both[1][person(name).pk] for name in ("emil", "guest", "gone")} == {str(SELF), str(TOGETHER), ""}
    plays, entered, hosts = str(Stake.PLAYS.label), str(Stake.TOURNAMENT.label), str(Stake.HOSTS.label)
    expected = {"guest": (hosts, ""), "gone": (plays, ""), "robot": (plays, ""), "emil": (entered, "")}
    expected |= {
        "host": (hosts, str(Stake.ORGANISES.label)),
        "owner": ("", str(Stake.ORGANISES.label)),
        "member": ("", ""),
    }
    assert {name: found[person(name).pk] for name in expected} == expected


@pytest.mark.parametrize("how", ["opened", "made"])
def test_who_organises_may_settle_but_decides_nothing_and_breaks_no_seal(how: str) -> None:
    """A small site has one operator: reports would lie there for good."""
    mona, otto = moderator(senior=True), moderator("otto", senior=True)
    match = on_a_ladder() if how == "opened" else in_a_tournament(person("emil"))
    (Ladder if how == "opened" else Tournament).objects.update(**{f"{how}_by": mona})
    seat = match.seats.get(number=0)
    report = make_report(reporter=person("cleo"), target=Target(match=match), category="abuse", words="So.", now=NOON)
    claim_report(report_id=report.pk, actor=mona, now=NOON)
    assert sweep_claims(now=NOON) == 0, "It stays theirs."
    done(mona, "lock-chat", Target(match=match))
    for action in (action for action in ACTIONS.values() if action.decides):
        target = Target(match=match, seat=seat if action.on == On.SEAT else None)
        with pytest.raises(Refused) as refused:
            done(mona, action.slug, target)
        assert (refused.value.code, refused.value.message) == ("interest", str(Stake.ORGANISES.label))
    interest = interest_in(selves(mona), match)
    groups = buttons(mona, Target(match=match, seat=seat), interest, ())
    titles = {button.title for group in groups for button in group.buttons}
    assert "Pause" in titles and not titles & {action.title for action in ACTIONS.values() if action.decides}
    with pytest.raises(Refused):
        ask_for_seal(match=match, actor=mona, category="abuse", reason="Why not.", now=NOON)
    assert possible_seconders(match, otto) == []


@pytest.mark.parametrize("how", ["opened", "made"])
def test_who_organises_gives_no_seat_to_a_bot_by_a_suspension(how: str) -> None:
    """Done and undone, it would be the same as giving a seat to a bot, which is not for them."""
    match = on_a_ladder() if how == "opened" else in_a_tournament(person("emil"))
    mona, seat = moderator(), match.seats.select_related("user").get(number=0)
    assert seat.user
    other, (player, *_) = table_of(seat.user.username, "dora", "gwen")
    (Ladder if how == "opened" else Tournament).objects.update(**{f"{how}_by": mona})
    row = done(mona, "suspend", Target(user=player), words=WORDS, days=7)
    assert sweep_suspensions(now=NOON) == 0
    seat.refresh_from_db()
    assert seat.stand_in == "" and other.seats.get(user=player).stand_in
    undo(actor=mona, row=row, reason="It was wrong.", now=NOON)
    done(moderator("otto"), "suspend", Target(user=player), words=WORDS, days=7)
    seat.refresh_from_db()
    assert seat.stand_in


def test_what_changes_a_result_or_a_seat_is_known_as_such() -> None:
    decides = {slug for slug, action in ACTIONS.items() if action.decides}
    assert decides == {"adjust", "void", "rewind", "call-off", "resign-seat", "seat-bot", "seat-person"}


def on_a_ladder(stands: User | None = None, *, divided: bool = False) -> Match:
    """A match that counts on a ladder with another player on it, perhaps in another division."""
    users = [person("ana"), person("ben")]
    ladder = ladder_of([*users, person("cleo"), *([stands] if stands else [])])
    match = match_of(users)
    challenge = make_challenge(ladder_id=ladder.pk, challenger=users[1], opponents=users[:1], now=NOON)
    challenge.match = match
    challenge.save()
    if divided:
        below = Division.objects.create(ladder=ladder, level=2, title="Below")
        Rung.objects.filter(user=stands).update(division=below)
    return match


def in_a_tournament(enters: User) -> Match:
    """A match of a tournament which a user who does not play in it has entered."""
    tournament = tournament_of([person("ana"), person("ben"), person("cleo"), enters], seats=2)
    tables = [table.match for table in tournament.all_rounds.get().tables.all() if table.match]
    return next(match for match in tables if not match.seats.filter(user=enters).exists())
