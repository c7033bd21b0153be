"""Someone follows a person at the moment when one of them blocks the other: afterwards nobody follows."""

import threading
from functools import partial
from typing import Any

import pytest

from accounts.identity.blocks import block_user, may_not_meet
from accounts.models import Block
from friends.models import Follow
from friends.services.following import follow
from tests.matches.tables import NOON, person
from tests.matches.test_concurrency import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


@pytest.mark.parametrize(("blocker", "blocked"), [("ana", "ben"), ("ben", "ana")])
def test_a_block_after_the_look_for_blocks_ends_the_following(
    blocker: str, blocked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked, has_blocked = threading.Event(), threading.Event()

    def look_and_let_others_go_first(**what: Any) -> bool:
        found = may_not_meet(**what)
        looked.set()
        has_blocked.wait(timeout=1)
        return found

    def block() -> None:
        looked.wait(timeout=10)
        block_user(user=person(blocker), other=person(blocked), now=NOON)
        has_blocked.set()

    ana, ben = person("ana"), person("ben")
    monkeypatch.setattr("friends.services.following.may_not_meet", look_and_let_others_go_first)
    done = at_once([partial(follow, user=ana, other=ben, now=NOON), block])
    assert done == [None, None]
    assert Block.objects.count() == 1
    assert not Follow.objects.exists()


def test_people_who_follow_and_block_each_other_at_once_wait_for_each_other_in_one_order() -> None:
    ana, ben = person("ana"), person("ben")
    at_once(
        [
            act
            for one, other in ((ana, ben), (ben, ana))
            for act in (
                partial(follow, user=one, other=other, now=NOON),
                partial(block_user, user=one, other=other, now=NOON),
            )
        ]
    )
    assert Block.objects.count() == 2
    assert not Follow.objects.exists()
