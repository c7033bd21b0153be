"""No page has a dead link for those who are logged in: a player, an organiser, a moderator, an administrator."""

from collections.abc import Iterator

import pytest
from django.test import override_settings

from matches.models import Match
from tests.handbook.test_dead_links import STARTS, Walk
from tests.site.matrix.asking import small_world
from tests.site.matrix.world import World

pytestmark = pytest.mark.django_db
OWN = ("/turns/", "/friends/", "/notices/", "/people/me/", "/clubs/", "/quick/")
DESK = ("/moderation/", "/moderation/signals/", "/moderation/seals/", "/moderation/answers/")
ROLES = {
    "host": ((*STARTS, *OWN), "/", {"club", "friends", "table", "tournament"}),
    "organiser": ((*STARTS, *OWN), "/", {"ladder", "ladders", "tournaments"}),
    "senior": ((*STARTS, *OWN, *DESK), "/", {"moderation", "table", "people"}),
    "staff": (("/admin/",), "/admin/", {"admin", "moderation", "table", "ladder"}),
}
"""Where each role of the matrix of rights sets out, in which part it follows links, and where it comes by."""


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker) -> Iterator[World]:
    with django_db_blocker.unblock(), small_world() as world:
        yield world


def walk_as(world: World, role: str, within: str, *starts: str) -> Walk:
    client = world.client()
    client.cookies.load(world.cookies[role])
    walk = Walk(client, within)
    with override_settings(CONTACT="/help/"):
        walk.follow(*starts)
    return walk


@pytest.mark.long("every link as each role; `make test` follows those of visitors and guests")
@pytest.mark.parametrize("role", ROLES)
def test_nobody_finds_a_dead_link(world: World, role: str) -> None:
    starts, within, comes_by = ROLES[role]
    walk = walk_as(world, role, within, *starts)
    assert walk.dead == []
    assert comes_by <= {path.split("/")[1] for path in walk.seen}
    assert len(walk.seen) > 200


@pytest.mark.long("every link of a moderator; `make test` follows those of visitors and guests")
@pytest.mark.parametrize("state", ["running", "over"])
def test_a_moderator_finds_none_at_tables_that_are_private(world: World, state: str) -> None:
    match = world.tables[state]
    Match.objects.filter(pk=match.pk).update(private=True)
    desk = f"/moderation/table/{match.pk}/"
    for page in (desk, f"{desk}board/", f"{desk}board/?step=0"):
        walk = walk_as(world, "senior", desk, page)
        assert walk.dead == []
        assert f"{desk}board/" in walk.seen and f"/table/{match.pk}/" not in walk.seen
