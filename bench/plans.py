"""How often a table of Plaque Auction stands still for its five players, with plans and without.

One match is played from one seed by the services of the site, and in every way the same answers are given,
step for step; the program compares the logs. Whenever nothing goes on by itself, the table stands still, and
that is counted once.

Without plans, whoever is asked answers by hand. With plans, everyone looks in once while it stands still: who
is asked answers, and all give orders for the bidding that they see ("bid just enough to pick first, up to 4;
else pass. In this round only."), having said in the beginning that they pick "whatever makes the most of my
tableau". `plans.waits_when_asked` is for players who never look in before they are asked, and give their
orders in the form with which they answer.

How high to go is the simple bot's sense: a person sees the same plaques and tokens when they write it.
"""

from collections.abc import Callable, Iterator
from typing import Any

from bench.database import own_database
from bench.figures import Figure

PLAYERS = ("ana", "ben", "cleo", "dora", "emil")
SLUG = "plaque-auction"
LookIn = Callable[[Any, list[Any]], None]
"""What people do while the table stands still."""


def figures(seconds: float) -> Iterator[Figure]:
    """Play the match three times, in the process itself."""
    with own_database():
        yield from measured()


def measured(**options: Any) -> Iterator[Figure]:
    """Count the waits of each way to play; fail unless all give the same match."""
    without, log = _played(_by_hand, options)
    everyone, planned_log = _played(_everyone_plans, options)
    asked, asked_log = _played(_whoever_is_asked_plans, options)
    assert log == planned_log == asked_log, "The matches differ: the plans do not say what the players do by hand."
    yield Figure("plans.waits_with", everyone, "", most=without / 3)
    yield Figure("plans.waits_without", without, "")
    yield Figure("plans.waits_when_asked", asked, "")


def _played(look_in: LookIn, options: dict[str, Any]) -> tuple[int, list[Any]]:
    """Play the match to its end; how often it stood still, and everything that was answered."""
    from games.engine import logged
    from games.models import Match
    from games.services.rounds import round_resolve
    from tests.games.tables import NOON, table_of

    Match.objects.all().delete()  # the seed follows from how many there are
    match, people = table_of(*PLAYERS, slug=SLUG, **options)
    waits = 0
    while match.status == Match.Status.RUNNING:
        waits += 1
        look_in(match, people)
        while round_resolve(match_id=match.pk, now=NOON):
            pass
        match.refresh_from_db()
    entries = [logged(step) for step in match.steps.order_by("number")]
    return waits, [[(answer.player, answer.action) for answer in entry.answers] for entry in entries]


def _by_hand(match: Any, people: list[Any]) -> None:
    for player in _asked(match):
        _answer(match, people[player], player)


def _everyone_plans(match: Any, people: list[Any]) -> None:
    """Who is asked answers; then, or before, all give their orders: here before, which is the same."""
    for player, user in enumerate(people):
        _give(match, user, player)
    _by_hand(match, people)


def _whoever_is_asked_plans(match: Any, people: list[Any]) -> None:
    for player in _asked(match):
        _give(match, people[player], player)
        _answer(match, people[player], player)


def _asked(match: Any) -> tuple[int, ...]:
    from games.engine import game_of, state_of

    return game_of(match).current_players(state_of(match))


def _give(match: Any, user: Any, player: int) -> None:
    """Give the orders that a player has not given yet."""
    from games.models import Plan
    from games.planbook import orders_of
    from games.services.plans import rule_save
    from tests.games.tables import NOON

    there = {rule.kind for rule in orders_of(Plan.objects.get(seat__match=match, seat__number=player)).plan.rules}
    for rule in _orders(match, player):
        if rule.kind not in there:
            rule_save(match_id=match.pk, user_id=user.pk, step=match.next_step, rule=rule, now=NOON)


def _orders(match: Any, player: int) -> list[Any]:
    """What a person of the bot's sense orders on seeing this centre: a limit for the bidding, and how to pick."""
    from games.engine import game_of, state_of
    from games.rules.core.plans import Rule, Wish
    from games.rules.plaques.auction.bot import gains_of, limit_of

    seen = game_of(match).observation(state_of(match), player)
    orders = [Rule("pick", (Wish(pattern="best"),), lasts="always")]
    if not seen.picking and player in seen.seated:
        limit = limit_of(seen, sorted(gains_of(seen).values(), reverse=True))
        wishes = (Wish(pattern="lead", number=limit), Wish(pattern="pass"))
        orders.append(Rule("bid", wishes, lasts="round"))
    return orders


def _answer(match: Any, user: Any, player: int) -> None:
    """Answer by hand, as the bot would."""
    import msgspec

    from games.bots import BUDGET
    from games.bots.chance import RandomChance
    from games.engine import game_of, state_of
    from games.services.answers import answer_submit
    from tests.games.tables import NOON

    game, state = game_of(match), state_of(match)
    seen, legal = game.observation(state, player), game.legal_actions(state, player)
    raw = msgspec.to_builtins(game.bots["steady"](seen, legal, BUDGET, RandomChance(1)))
    answer_submit(match_id=match.pk, user_id=user.pk, step=match.next_step, actions=[raw], now=NOON)
