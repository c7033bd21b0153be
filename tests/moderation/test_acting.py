"""One way for moderators to change anything: permission, interest, reason, deed, audit row and notices together."""

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission

from accounts.models import Kind, Program, User
from games.models import FormerHolder
from games.services.errors import Refused
from ladders.models import Ladder, Tournament
from ladders.services.challenges import challenge_make
from moderation.action import ACTIONS, On, Target, actions_on
from moderation.apps import groups_make
from moderation.models import AuditRow, Sanction
from moderation.selectors.interest import interest_about, interest_in
from moderation.services.acting import undo
from tests.games.tables import NOON, person, table_of
from tests.ladders.play import ladder_of, match_of, tournament_of
from tests.moderation.desk import done, moderator

pytestmark = pytest.mark.django_db
WORDS = "Mind your words."


def test_a_warning_is_kept_told_and_written_to_the_audit() -> None:
    mona, ana = moderator(), person("ana")
    row = done(mona, "warn", Target(user=ana), words=WORDS, reason="Three players complained.")
    assert (row.actor, row.subject, row.action, row.category) == (mona, ana, "warn", "abuse")
    assert row.done["words"] == WORDS
    assert Sanction.objects.get().audit_number == row.number
    told = ana.notices.get(channel="page").context
    assert WORDS in told["text"]
    assert "complained" not in str(told) and "mona" not in str(told)


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
    groups_make(apps.get_app_config("moderation"), using="default")
    assert permission not in group.permissions.all()
    assert permission in Group.objects.get(name="senior moderators").permissions.all()


def test_every_action_is_whole() -> None:
    for slug, action in ACTIONS.items():
        assert action.slug == slug
        assert action.title and action.says.endswith(".") and action.past and action in actions_on(On(action.on))
        assert Permission.objects.filter(content_type__app_label="moderation", codename=action.codename).exists()
        assert {"category", "reason"} <= set(action.form.base_fields)


def test_nobody_acts_on_themselves_or_their_programs() -> None:
    mona = moderator()
    robot = User.objects.create(username="robot", kind=Kind.PROGRAM)
    Program.objects.create(user=robot, owner=mona)
    for subject in (mona, robot):
        with pytest.raises(Refused) as refused:
            done(mona, "warn", Target(user=subject), words=WORDS)
        assert refused.value.code == "interest"


def test_nobody_acts_on_those_they_play_with() -> None:
    mona = moderator()
    _, (ana, *_) = table_of("ana", "mona", "ben")
    assert interest_about(mona, ana)
    with pytest.raises(Refused):
        done(mona, "warn", Target(user=ana), words=WORDS)


def test_a_hidden_name_is_not_told_by_a_refusal() -> None:
    mona = moderator()
    _, (ana, *_) = table_of("ana", "mona", "ben", anonymous=True)
    assert interest_about(mona, ana) == ""


@pytest.mark.parametrize("how", ["plays", "played", "owns", "ladder", "opened", "tournament", "made"])
def test_who_has_an_interest_does_not_act_on_a_match(how: str) -> None:
    mona, cleo = moderator(), person("cleo")
    users = [person("ana"), person("ben")]
    if how in ("ladder", "opened"):
        ladder = ladder_of([*users, cleo, *([mona] if how == "ladder" else [])])
        Ladder.objects.filter(pk=ladder.pk).update(opened_by=mona if how == "opened" else None)
        match = match_of(users)
        challenge = challenge_make(ladder_id=ladder.pk, challenger=users[1], opponents=users[:1], now=NOON)
        challenge.match = match
        challenge.save()
    elif how in ("tournament", "made"):
        tournament = tournament_of([*users, cleo, mona if how == "tournament" else person("emil")], seats=2)
        Tournament.objects.filter(pk=tournament.pk).update(made_by=mona if how == "made" else None)
        match = next(
            table.match
            for table in tournament.all_rounds.get().tables.all()
            if table.match and not table.match.seats.filter(user=mona).exists()
        )
    else:
        match, _ = table_of("ana", "mona" if how == "plays" else "dora", "ben")
    if how == "played":
        FormerHolder.objects.create(match=match, seat=match.seats.get(number=0), user=mona, left_at=NOON)
    if how == "owns":
        Program.objects.create(user=person("dora"), owner=mona)
    assert interest_in(mona, match)
    stranger = moderator("otto")
    assert interest_in(stranger, match) == ""
