"""Where a match counts, nobody sits beside a bot account of their own: points would be theirs for the taking."""

from collections.abc import Callable

import pytest

from accounts.identity.bot_accounts import create_bot_account
from accounts.models import User
from engine.table_settings import TableSettings, TimeControl
from foundation.errors import Forbidden
from games.registry import GAMES
from matches.lobby.tables import SeatSpec, create_match, join_match
from matches.models import Match
from tests.matches.tables import DAY, NOON, person

pytestmark = pytest.mark.django_db


def table(*seats: SeatSpec, rated: bool) -> Match:
    """A table of ana with these other seats."""
    return create_match(
        host=person("ana"),
        slug="bid",
        options=GAMES["bid"].Options(),
        seats=seats,
        time_control=TimeControl(DAY),
        table_settings=TableSettings(rated=rated),
        contribution="",
        now=NOON,
    )


def robot_of(name: str, called: str = "robo") -> User:
    return create_bot_account(owner=person(name), name=called, about="", link="", now=NOON).user


def join(match: Match, user: User) -> None:
    join_match(match_id=match.pk, user=user, token=match.invite_token, contribution="", now=NOON)


def owner_after_the_bot(*, rated: bool) -> None:
    match = table(SeatSpec("link"), SeatSpec("open"), rated=rated)
    join(match, robot_of("ben"))
    join(match, person("ben"))


def bot_after_another_of_its_owner(*, rated: bool) -> None:
    match = table(SeatSpec("link"), SeatSpec("link"), rated=rated)
    join(match, robot_of("ben"))
    join(match, robot_of("ben", "other-robo"))


def bot_of_the_host_by_link(*, rated: bool) -> None:
    join(table(SeatSpec("link"), SeatSpec("open"), rated=rated), robot_of("ana"))


def bot_of_the_host_by_name(*, rated: bool) -> None:
    table(SeatSpec("named", robot_of("ana").username), SeatSpec("open"), rated=rated)


@pytest.mark.parametrize(
    "sit", [owner_after_the_bot, bot_after_another_of_its_owner, bot_of_the_host_by_link, bot_of_the_host_by_name]
)
def test_nobody_plays_for_points_beside_another_account_of_their_own(sit: Callable[..., None]) -> None:
    with pytest.raises(Forbidden) as refused:
        sit(rated=True)
    assert refused.value.code == "own_account"


@pytest.mark.parametrize("sit", [owner_after_the_bot, bot_of_the_host_by_name])
def test_where_nothing_counts_they_may(sit: Callable[..., None]) -> None:
    sit(rated=False)


def test_bots_of_others_may_sit_there_by_invitation() -> None:
    match = table(SeatSpec("link"), SeatSpec("open"), rated=True)
    join(match, robot_of("ben"))
    assert match.seats.filter(user__username="robo").exists()
