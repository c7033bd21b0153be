"""The admin shows reports and the audit, changes neither, and does nothing to a password or rights in silence."""

from datetime import time
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User, UserKind
from moderation.action import Target
from moderation.models import AuditRow
from moderation.services.reports import make_report
from notifications.enums import Channel
from notifications.kinds import NOTICE_SPECS
from notifications.services import sweep_notices
from notifications.services.preferences import turn_off
from notifications.stopping import stop_token
from tests.accounts.people import person as confirmed_person
from tests.matches.tables import NOON, person, table_of
from tests.moderation.desk import done, moderator

pytestmark = pytest.mark.django_db


@pytest.fixture
def root() -> Client:
    user = person("root")
    user.is_staff = user.is_superuser = True
    user.save()
    client = Client()
    client.force_login(user)
    return client


def test_neither_audit_nor_reports_can_be_changed(root: Client) -> None:
    row = done(moderator(), "warn", Target(user=person("ben")), words="Mind your words.")
    target = Target(user=person("ben"))
    report = make_report(reporter=person("ana"), target=target, category="abuse", words="So.", now=NOON)
    for one in (row, report):
        name = one._meta.model_name
        for verb in ("change", "delete"):
            address = reverse(f"admin:moderation_{name}_{verb}", args=[one.pk])
            assert root.post(address, {"reason": "x", "words": "x", "post": "yes"}).status_code == 403
        assert root.post(reverse(f"admin:moderation_{name}_add"), {}).status_code == 403
        actions = root.get(reverse(f"admin:moderation_{name}_changelist")).content.decode()
        assert 'value="delete_selected"' not in actions


@pytest.mark.parametrize("how", ["plays", "is meant"])
def test_the_admin_keeps_from_its_reader_what_the_desk_keeps(root: Client, how: str) -> None:
    match, (ana, *_) = table_of("ana", "root" if how == "plays" else "cleo", "ben")
    mona, me = moderator(senior=True), User.objects.get(username="root")
    target = Target(match=match) if how == "plays" else Target(user=me)
    report = make_report(reporter=ana, target=target, category="abuse", words="A word in your ear.", now=NOON)
    slug, given = "lock-chat", dict[str, Any]()
    if how == "is meant":
        slug, given = "warn", {"words": "Mind your words."}
    row = done(mona, slug, target, reason="A word in your ear.", **given)
    other = make_report(reporter=ana, target=Target(user=person("dora")), category="abuse", words="So.", now=NOON)
    for one in (report, row):
        name = one._meta.model_name
        assert root.get(reverse(f"admin:moderation_{name}_change", args=[one.pk])).status_code == 302
        shown = root.get(reverse(f"admin:moderation_{name}_changelist")).content.decode()
        assert f"/{name}/{one.pk}/change/" not in shown and "in your ear" not in shown
    assert root.get(reverse("admin:moderation_report_change", args=[other.pk])).status_code == 200


def test_a_password_set_in_the_admin_is_audited_and_told_by_mail(root: Client) -> None:
    ana = confirmed_person("ana")
    address = reverse("admin:auth_user_password_change", args=[ana.pk])
    new = {"password1": "paper-and-string", "password2": "paper-and-string", "usable_password": "true"}
    assert root.post(address, {**new, "password2": "another"}).status_code == 200
    assert not AuditRow.objects.exists()
    assert root.post(address, new).status_code == 302
    row = AuditRow.objects.get()
    assert (row.action, row.subject, row.actor) == ("set-password", ana, User.objects.get(username="root"))
    assert "paper" not in str(row.done) + row.reason
    notice = ana.notices.get(topic=f"moderation:{row.number}", channel="mail")
    assert notice.state == "due" and "has set a new password" in notice.context["text"]
    assert not mail.outbox


def test_that_mail_can_be_neither_switched_off_nor_put_off(root: Client) -> None:
    ana = confirmed_person("ana", quiet_from=time(0, 0), quiet_until=time(23, 59))
    for kind in NOTICE_SPECS:
        turn_off(user=ana, kind=kind, channel=Channel.MAIL)
    assert Client().post(f"/mail/stop/{stop_token(user=ana, kind='safety', channel=Channel.MAIL)}/").status_code == 404
    new = {"password1": "paper-and-string", "password2": "paper-and-string", "usable_password": "true"}
    root.post(reverse("admin:auth_user_password_change", args=[ana.pk]), new)
    sweep_notices(now=timezone.now())
    [letter] = mail.outbox
    assert letter.to == ["ana@example.org"] and "has set a new password" in str(letter.body)
    assert "Unsubscribe" not in str(letter.body) and "List-Unsubscribe" not in letter.extra_headers
    client = Client()
    client.force_login(User.objects.get(pk=ana.pk))
    assert "how you log in" not in client.get("/notices/choose/").content.decode()


def test_setting_a_password_takes_locks_in_the_order_of_suspensions(root: Client) -> None:
    """The audit first, then the account: the other way round, the two could wait for each other."""
    address = reverse("admin:auth_user_password_change", args=[person("ana").pk])
    new = {"password1": "paper-and-string", "password2": "paper-and-string", "usable_password": "true"}
    with CaptureQueriesContext(connection) as asked:
        root.post(address, new)
    text = [query["sql"] for query in asked]
    audit = next(number for number, sql in enumerate(text) if "moderation_audithead" in sql)
    account = next(number for number, sql in enumerate(text) if sql.startswith("UPDATE") and '"password"' in sql)
    assert audit < account


def test_opening_the_page_changes_nothing(root: Client) -> None:
    ana = person("ana")
    assert root.get(reverse("admin:auth_user_password_change", args=[ana.pk])).status_code == 200
    assert root.get(reverse("admin:auth_user_password_change", args=["nobody"])).status_code in (302, 404)
    assert not AuditRow.objects.exists()


def test_a_name_and_a_standing_are_left_to_the_desk(root: Client) -> None:
    ana, robot = person("ana"), User.objects.create(username="Steady", kind=UserKind.HOUSE)
    assert changed(root, ana, username="anna").status_code == 302
    assert changed(root, robot, username="Sturdy", kind=UserKind.HOUSE).status_code == 302
    ana.refresh_from_db()
    robot.refresh_from_db()
    assert (ana.username, ana.is_active, robot.username, robot.is_active) == ("ana", True, "Sturdy", False)
    new = {"username": "nora", "password1": "paper-and-string", "password2": "paper-and-string"}
    assert root.post(reverse("admin:accounts_user_add"), {**new, "usable_password": "true"}).status_code == 302
    assert User.objects.filter(username="nora").exists(), "A new account gets its name there."


def test_rights_given_and_taken_in_the_admin_are_audited_and_told(root: Client) -> None:
    ana, group = person("ana"), Group.objects.get(name="moderators")
    assert changed(root, ana, date_language="de").status_code == 302
    assert not AuditRow.objects.exists(), "No right was given or taken."
    changed(root, ana, is_staff="on", groups=[group.pk])
    changed(root, ana, is_staff="on", is_superuser="on")
    rows = AuditRow.objects.order_by("number")
    by = User.objects.get(username="root")
    assert {(row.action, row.subject, row.actor) for row in rows} == {("set-rights", ana, by)}
    assert [row.reason for row in rows] == [
        "Set in the admin: staff status, the group moderators given.",
        "Set in the admin: superuser status given; the group moderators taken away.",
    ]
    assert "the group moderators given" in ana.notices.get(topic="moderation:1", channel="mail").context["text"]


def test_the_kind_of_a_user_cannot_be_changed(root: Client) -> None:
    """As one of the site's own players, a user could be neither suspended nor warned."""
    ana = person("ana")
    assert changed(root, ana, kind=UserKind.HOUSE, brain="steady", date_language="de").status_code == 302
    ana.refresh_from_db()
    assert (ana.kind, ana.brain, ana.date_language) == (UserKind.PERSON, "", "de")


def test_what_a_group_may_do_is_audited_and_its_members_are_told(root: Client) -> None:
    mona, group = moderator(), Group.objects.get(name="moderators")
    address = reverse("admin:auth_group_change", args=[group.pk])
    kept = list(group.permissions.exclude(codename="warn").values_list("pk", flat=True))
    warn = group.permissions.get(codename="warn").pk
    assert root.post(address, {"name": "moderators", "permissions": [*kept, warn]}).status_code == 302
    assert not AuditRow.objects.exists(), "nothing has changed"
    root.post(address, {"name": "moderators", "permissions": kept})
    row = AuditRow.objects.get()
    assert (row.action, row.subject, row.actor) == ("set-group", None, User.objects.get(username="root"))
    assert row.reason == "Set in the admin: the group moderators: “Warn” taken away."
    assert "“Warn” taken away" in mona.notices.get(topic="moderation:1", channel="mail").context["text"]
    root.post(address, {"name": "helpers", "permissions": [*kept, warn]})
    text = AuditRow.objects.get(number=2).reason
    assert text == (
        "Set in the admin: the group helpers: the name helpers, “Warn” given; the name moderators taken away."
    )


@pytest.mark.parametrize("how", ["page", "action"])
def test_a_group_that_is_made_or_deleted_is_audited(root: Client, how: str) -> None:
    warn = Group.objects.get(name="moderators").permissions.get(codename="warn")
    root.post(reverse("admin:auth_group_add"), {"name": "helpers", "permissions": [warn.pk]})
    group = Group.objects.get(name="helpers")
    ana = person("ana")
    ana.groups.add(group)
    if how == "page":
        root.post(reverse("admin:auth_group_delete", args=[group.pk]), {"post": "yes"})
    else:
        form = {"action": "delete_selected", "_selected_action": [group.pk], "post": "yes"}
        root.post(reverse("admin:auth_group_changelist"), form)
    assert not Group.objects.filter(name="helpers").exists()
    assert [row.reason for row in AuditRow.objects.order_by("number")] == [
        "Set in the admin: the group helpers: “Warn” given.",
        "Set in the admin: the group helpers: all it could, “Warn” taken away.",
    ]
    assert ana.notices.filter(topic="moderation:2", channel="mail").exists()


def changed(client: Client, user: User, **fields: Any) -> Any:
    """Send the form of a user in the admin."""
    form = {"kind": "person", "time_zone": "UTC", "date_language": "en-gb", **fields}
    return client.post(reverse("admin:accounts_user_change", args=[user.pk]), form)
