"""The rows on the mat and below the question, and what their lines say."""

from engine import Player
from engine.language import say
from engine.view import Choice, MatchView
from engine.words import upper_first
from games.tp5.page.board import Cell, Row, centre_row, seat_row
from games.tp5.page.words import seen_of

OF_OWN_TILES = frozenset({"pass_on", "turn_up", "statement", "send_back"})
"""The phases in which one chooses from one's own tiles."""


def row_on_mat(view: MatchView, seat: Player) -> Row | None:
    """Return a player's row as it lies on the mat."""
    return seat_row(view, seat, claiming=claims_on_mat(view) and seat != view.me) if view.seen else None


def own_row(view: MatchView) -> Row | None:
    """Return the viewer's own row as it lies below the question."""
    return None if view.me is None else seat_row(view, view.me, claiming=claims_on_mat(view))


def own_choices(view: MatchView) -> list[tuple[int, Choice, Cell]]:
    """Return the answers that are each about a tile of the viewer's own row, each with its number and its tile."""
    row, choices = own_row(view), view.asked.choices if view.asked else ()
    numbered = list(enumerate(choices, start=1))
    return [(number, one, cell) for number, one in numbered for cell in (row.cells if row else ()) if _is_at(one, cell)]


def _is_at(choice: Choice, cell: Cell) -> bool:
    slot, place = getattr(choice.action, "slot", None), getattr(choice.action, "place", None)
    return cell.place == place or (slot is not None and cell.number == slot + 1)


def centre_on_mat(view: MatchView) -> Row | None:
    """Return the tiles in the centre."""
    return centre_row(view, claiming=claims_on_mat(view))


def claims_on_mat(view: MatchView) -> bool:
    """True if the viewer is asked to claim, so that the tiles on the mat are choices."""
    return view.is_asked and seen_of(view).phase in ("claim", "place_again")


def own_row_is_below(view: MatchView) -> bool:
    """True if the viewer's tiles lie below the question, to be chosen from, and not on the mat."""
    return view.is_my_turn and (claims_on_mat(view) or seen_of(view).phase in OF_OWN_TILES)


def known_about(view: MatchView) -> list[str]:
    """Return what the rows' lines say of identifiers, duties and tiles, with the player each is about."""
    if not seen_of(view).tiles:
        return []
    rows = [
        (upper_first(seat.person), own_row(view)) if seat.is_me else (seat.name, row_on_mat(view, seat.player))
        for seat in view.seats
    ]
    rows.append((say("The centre"), centre_on_mat(view)))
    said = [(name, [row.statement, *row.lines]) for name, row in rows if row]
    return [say("{what}: {more}", what=name, more=" ".join(filter(None, lines))) for name, lines in said if any(lines)]


def beaten_words(view: MatchView) -> str:
    """Say how many others each player has beaten, which decides ties."""
    beaten = ", ".join(
        f"{upper_first(seat.person) if seat.is_me else seat.name} {seen_of(view).beaten[seat.player]}"
        for seat in view.seats
    )
    return say("Ties go to the player who beat more others: {beaten}.", beaten=beaten)
