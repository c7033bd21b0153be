"""How often an auction waits for its five players, with and without conditional moves.

The game is the first whose folder gives its players conditional moves.

One match is played three times from one seed by the site's services, with the same answers in the same steps;
the benchmark compares the logs. Each time that nothing can go on automatically counts as one wait.

Without conditional moves, players who are asked answer by hand. With them, every player looks in once during
each wait: those who are asked answer, and all save conditional moves for the bidding they see ("bid just enough
to pick first, up to 4; else pass. In this round only."). At the start they have saved that they pick "whatever
makes the most of what I hold". `conditional_moves.waits_when_asked` is for players who look in only when they
are asked, and save their conditional moves together with their answers.

How high to go is the simple bot's sense: a person sees the same when they write it.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from bench.box import benches, game_with
from bench.database import own_database
from bench.figures import Figure

PLAYERS = ("ana", "ben", "cleo", "dora", "emil")
LookIn = Callable[[Any, list[Any]], None]
"""What players do during a wait."""


def figures(seconds: float) -> Iterator[Figure]:
    """Play the match three times in this process."""
    with own_database():
        yield from measure()


def measure(**options: Any) -> Iterator[Figure]:
    """Count the waits of each way to play. Raises `AssertionError` unless all result in the same match."""
    without, log = _play(_by_hand, options)
    everyone, moves_log = _play(_everyone_answers_ahead, options)
    asked, asked_log = _play(_asked_answer_ahead, options)
    assert log == moves_log == asked_log, "The matches differ: the conditional moves do not play as by hand."
    yield Figure("conditional_moves.waits_with", everyone, "", most=without / 3)
    yield Figure("conditional_moves.waits_without", without, "")
    yield Figure("conditional_moves.waits_when_asked", asked, "")


def _play(look_in: LookIn, options: dict[str, Any]) -> tuple[int, list[Any]]:
    """Play the match to its end; return the number of waits and all answers."""
    from matches.log.states import open_step
    from matches.models import Match
    from matches.rounds.resolve import resolve_round
    from tests.matches.tables import NOON, table_of

    Match.objects.all().delete()  # the seed follows from how many there are
    match, people = table_of(*PLAYERS, slug=game_with("conditional_moves").slug, **options)
    waits = 0
    while match.status == Match.Status.RUNNING:
        waits += 1
        look_in(match, people)
        while resolve_round(match_id=match.pk, now=NOON):
            pass
        match.refresh_from_db()
    entries = [open_step(step) for step in match.steps.order_by("number")]
    return waits, [[(answer.player, answer.action) for answer in entry.answers] for entry in entries]


def _by_hand(match: Any, people: list[Any]) -> None:
    for player in _asked(match):
        _answer(match, people[player], player)


def _everyone_answers_ahead(match: Any, people: list[Any]) -> None:
    """Save every player's conditional moves, then answer by hand; the order makes no difference."""
    for player, user in enumerate(people):
        _give(match, user, player)
    _by_hand(match, people)


def _asked_answer_ahead(match: Any, people: list[Any]) -> None:
    for player in _asked(match):
        _give(match, people[player], player)
        _answer(match, people[player], player)


def _asked(match: Any) -> tuple[int, ...]:
    from matches.log.states import game_of, state_of

    return game_of(match).current_players(state_of(match))


def _give(match: Any, user: Any, player: int) -> None:
    """Save the conditional moves that a player has not saved yet."""
    from matches.conditional_moves.book import open_book
    from matches.models import ConditionalBook
    from matches.play.conditional_moves import save_conditional_move
    from tests.matches.tables import NOON

    there = {rule.kind for rule in open_book(ConditionalBook.objects.get(seat__match=match, seat__number=player)).moves}
    for rule in _moves_of(match, player):
        if rule.kind not in there:
            save_conditional_move(match_id=match.pk, user_id=user.pk, step=match.next_step, move=rule, now=NOON)


def _moves_of(match: Any, player: int) -> Sequence[Any]:
    """Return the conditional moves of a seat's player."""
    from matches.log.states import game_of, state_of

    moves_of = benches()[match.game].conditional_moves
    assert moves_of is not None
    return moves_of(game_of(match).observation(state_of(match), player), player)


def _answer(match: Any, user: Any, player: int) -> None:
    """Answer by hand, as the bot would."""
    import msgspec

    from engine.bots import BUDGET
    from engine.quick_chance import RandomChance
    from matches.log.states import game_of, state_of
    from matches.play.answers import submit_answer
    from tests.matches.tables import NOON

    game, state = game_of(match), state_of(match)
    seen, legal = game.observation(state, player), game.legal_actions(state, player)
    raw = msgspec.to_builtins(game.bots["steady"](seen, legal, BUDGET, RandomChance(1)))
    submit_answer(match_id=match.pk, user_id=user.pk, step=match.next_step, actions=[raw], now=NOON)
