"""The course of a finished match as one seat could know it: what it saw, what it could answer, what chance might do."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from engine import AnyGame, Chance, Player
from engine.log import BY_RULES, AnsweredBy, LoggedAnswer, LoggedStep
from engine.replay import play_step, replay
from foundation.errors import Forbidden
from matches.log.states import game_of, open_step, options_of, steps_taken_back
from matches.models import Match
from matches.view.holders import holders_of


@dataclass(frozen=True)
class Position:
    """What a seat may know of a position, and the places if it is the last one."""

    seen: Any
    places: tuple[int, ...] | None


@dataclass(frozen=True)
class Moment:
    """A position of the match, and what the seat answered there."""

    step: int
    position: Position
    legal: Sequence[Any] = ()
    """The answers that it could choose from.

    None if it was not asked, its answer came to nothing, or all that followed was taken back.
    """
    answer: Any = None
    by: AnsweredBy | None = None
    """Who answered for it."""
    holder: int = 0
    """The number of the player who held the seat then: see `matches.view.holders`."""
    asked: tuple[Player, ...] = ()
    """The seats that were asked there; none if all that followed was taken back."""
    way: "Way | None" = None
    """The step that led here, unless a moderator took it."""

    @property
    def is_choice(self) -> bool:
        """True if the player chose an answer there, and not the site or a bot in their place."""
        return self.by in ("player", "conditional_move", "bot") and len(self.legal) > 1


@dataclass(frozen=True)
class Way:
    """A step, which chance may have had a part in."""

    game: AnyGame
    players: int
    options: Any
    state: Any
    entry: LoggedStep
    seat: Player

    def otherwise(self, chance: Chance) -> Position:
        """Return a position that other draws, and other pieces in what was shuffled before, could have led to."""
        before = self.state if self.state is None else self.game.reshuffle(self.state, chance)
        after = play_step(self.game, self.players, self.options, before, self.entry, chance).state
        return _position(self.game, after, self.seat)


def course_of(match: Match, seat: Player) -> Iterator[Moment]:
    """Yield each position that counts, from the setup to the end. Raises `Refused` before the match is finished."""
    if match.status != Match.Status.FINISHED:
        raise Forbidden(
            "match_not_finished", gettext("This match is not finished. It can be looked at again when it is.")
        )
    game, options, gone = game_of(match), options_of(match), steps_taken_back(match)
    log = [open_step(row) for row in match.steps.order_by("number", "part")]
    kept: list[tuple[LoggedStep, Any]] = [
        (entry, result.state) for entry, result in replay(game, match.players, options, log) if entry.is_play
    ]
    holders = holders_of(match, seat)
    for index, (entry, state) in enumerate(kept):
        if entry.number in gone:
            continue
        answers = kept[index + 1][0].answers if index + 1 < len(kept) and entry.number + 1 not in gone else ()
        given = _given(answers, seat)
        before = kept[index - 1][1] if index else None
        yield Moment(
            entry.number,
            _position(game, state, seat),
            game.legal_actions(state, seat) if given else (),
            game.action_from(given.action) if given else None,
            given.by if given else None,
            holders.who_gave(entry.number + 1, given.commitment if given else ""),
            tuple(one.player for one in answers),
            Way(game, match.players, options, before, entry, seat) if entry.kind in BY_RULES else None,
        )


def _given(answers: Sequence[LoggedAnswer], seat: Player) -> LoggedAnswer | None:
    """Return the answer of a seat, unless it came to nothing: the log has another one in its place."""
    return next((one for one in answers if one.player == seat and one.commitment), None)


def _position(game: AnyGame, state: Any, seat: Player) -> Position:
    return Position(game.observation(state, seat), game.places(state))
