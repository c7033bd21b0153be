"""Through whose eyes a replay may be seen: one's own while a match goes on, any seat's and all when it has finished."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext, gettext_lazy

from engine import Player
from engine.notation import Row
from engine.view import MatchView
from foundation.errors import Forbidden, Refused
from matches.log.states import game_of, state_after
from matches.models import Match
from matches.view.match_view import match_view

PUBLIC, EVERYONE = "public", "all"
CLOSED = gettext_lazy("While a match goes on you see it through your own eyes alone. Come back when it has finished.")


@dataclass(frozen=True)
class Eyes:
    """Whose knowledge is shown."""

    seat: Player | None
    """A seat, or None for what everyone may know."""
    chosen: bool = False
    """True if these are not the reader's own."""
    everyone: bool = False
    """True if all that was hidden is shown too."""

    @property
    def name(self) -> str:
        """How an address names them; "" for the reader's own."""
        if not self.chosen:
            return ""
        return EVERYONE if self.everyone else PUBLIC if self.seat is None else str(self.seat + 1)


def eyes_of(match: Match, me: Player | None, asked: str) -> Eyes:
    """Return the eyes that a reader asks for: a seat's number from 1, `public`, `all`, or "" for their own.

    Raises `Refused`, and `Forbidden` for those of others before the match has finished.
    """
    if asked == "":
        return Eyes(me)
    if asked == PUBLIC:
        return Eyes(None, chosen=me is not None)
    # Names are compared, as numbers have many spellings.
    seats: dict[str, Player] = {str(number + 1): number for number in range(match.players)}
    if asked != EVERYONE and asked not in seats:
        raise Refused("no_such_seat", gettext("There is no such seat at this table. Choose one of its seats."))
    seat = seats.get(asked)
    if seat is not None and seat == me:
        return Eyes(me)
    if match.status != Match.Status.FINISHED:
        raise Forbidden("eyes_closed", CLOSED)
    return Eyes(seat, chosen=True, everyone=asked == EVERYONE)


def view_through(match: Match, eyes: Eyes, *, at_step: int, log_steps: int) -> MatchView:
    """Return a match after a step as those eyes, from `eyes_of`, could see it. Raises `Step.DoesNotExist`."""
    if not eyes.chosen:
        return match_view(match, eyes.seat, at_step=at_step, log_steps=log_steps)
    return replace(
        match_view(match, eyes.seat, at_step=at_step, log_steps=log_steps, open_log=eyes.everyone), eyes_chosen=True
    )


def hidden_rows(match: Match, at_step: int) -> list[Row]:
    """Return the rows of a finished match's position that spectators could not see, as all seats together knew them."""
    game, state = game_of(match), state_after(match, at_step)
    if match.status != Match.Status.FINISHED:
        raise Forbidden("eyes_closed", CLOSED)
    public, *seen = (
        game.notation.rows(game.observation(state, viewer), over=False) for viewer in (None, *range(match.players))
    )
    together = [_merged(rows) for rows in zip(*seen, strict=True)]
    return [
        row for row, shown in zip(together, public, strict=True) if row.pieces != shown.pieces or row.note != shown.note
    ]


def _merged(rows: Sequence[Row]) -> Row:
    """Return one row as all who see it know it together."""
    best = min(rows, key=lambda row: (sum(map(_is_face_down, row.pieces)), -len(row.note)))
    same = [row.pieces for row in rows if len(row.pieces) == len(best.pieces)]
    pieces = (next((one for one in place if not _is_face_down(one)), place[0]) for place in zip(*same, strict=True))
    return best._replace(pieces=tuple(pieces), note=max((row.note for row in rows), key=len))


def _is_face_down(piece: str) -> bool:
    """True if a piece is of a kind alone, as those that a reader cannot identify are."""
    return len(piece) == 1
