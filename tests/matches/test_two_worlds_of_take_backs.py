"""The reply to somebody who asks to take the last round back is the same whatever others hold.

That is which sentence too: one about pieces, where another one would be about dice, could tell of a hand.
"""

from collections import Counter
from typing import Any

import msgspec
import pytest
from django.test import Client

from accounts.models import User
from engine import IllegalAction
from engine.quick_chance import RandomChance
from foundation.vault import seal
from games.registry import GAMES
from matches.log.states import game_of, open_step, state_after
from matches.models import Match
from tests.api.bots import caller
from tests.matches.tables import NOON, table_of
from tests.matches.test_two_worlds import MASKED, go_some_steps
from tests.site.matrix.asking import undone

pytestmark = pytest.mark.django_db
ROUNDS = (1, 2, 4, 5, 7)


@pytest.fixture(autouse=True)
def _one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


def replies(match: Match, user: User) -> list[Any]:
    """What the page says, where it leads, and what a program is told."""
    client, found = Client(), list[Any]()
    client.force_login(user)
    with undone():
        reply = client.post(f"/table/{match.pk}/vote/", {"kind": "take_back"}, follow=True)
        found += [reply.status_code, reply.redirect_chain, MASKED.sub(b"-", reply.content)]
    with undone():
        told = caller(user).post(f"matches/{match.pk}/votes", {"kind": "take_back"})
        found += [told.status_code, told.content]
    return found


def another_world(match: Match, asker: int, number: int) -> Any:
    """A position before the last round that the asker could not tell from the true one, nor by the answers; or None."""
    game, before = game_of(match), state_after(match, match.step - 1)
    row = match.steps.get(number=match.step, part=0)
    joint = {answer.player: game.action_from(answer.action) for answer in open_step(row).answers}
    world = game.imagine(game.observation(before, asker), asker, RandomChance(90 + number))
    try:
        game.check_joint(world, joint)
    except IllegalAction:
        return None
    return world if world != before else None


def bring_about(match: Match, world: Any) -> None:
    match.steps.filter(number=match.step - 1, part=0).update(sealed_state=seal(world))


@pytest.mark.long("worlds that differ in hidden hands, for each request")
@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug != "bid"])
def test_the_reply_to_a_request_follows_from_what_its_asker_sees(slug: str) -> None:
    """Who has followed *Bid!* knows every hand (B13), so there is one world alone."""
    compared = Counter[str]()
    for steps in ROUNDS:
        with undone():
            match, people = table_of("ana", "ben", "cleo", slug=slug, rated=False)
            match = go_some_steps(match, people, steps)
            if match.status != Match.Status.RUNNING or match.step < 1:
                continue
            for asker, user in enumerate(people):
                true = replies(match, user)
                for number in range(3):
                    if (world := another_world(match, asker, number)) is None:
                        continue
                    with undone():
                        bring_about(match, world)
                        assert replies(match, user) == true, (steps, asker, number)
                    compared[msgspec.json.decode(true[-1]).get("code", "asked")] += 1
    assert compared.total() > 5 and set(compared) <= {"asked", "round_stays"}
