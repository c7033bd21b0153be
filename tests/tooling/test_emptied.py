"""Emptying the database after a test leaves what each site has from the start, and nothing else."""

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.management import call_command

from accounts.models import User
from tests.matches.tables import person
from tests.support.emptied import is_as_filled_in

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def emptied() -> None:
    call_command("flush", verbosity=0, interactive=False, reset_sequences=False)


def test_what_was_committed_is_gone_and_groups_keep_their_permissions() -> None:
    emptied()
    groups = {group.name: group.permissions.count() for group in Group.objects.all()}
    kept = set(Permission.objects.values_list("pk", flat=True))
    person("ana").groups.add(Group.objects.get(name="moderators"))
    emptied()
    assert not User.objects.exists()
    assert {group.name: group.permissions.count() for group in Group.objects.all()} == groups
    assert set(Permission.objects.values_list("pk", flat=True)) == kept and is_as_filled_in("default")


def test_what_a_test_has_changed_of_them_is_put_right() -> None:
    emptied()
    moderators = Group.objects.get(name="moderators")
    could = moderators.permissions.count()
    moderators.permissions.clear()
    Group.objects.create(name="visitors")
    emptied()
    assert Group.objects.get(name="moderators").permissions.count() == could > 0
    assert not Group.objects.filter(name="visitors").exists()
