"""The texts next to the rows of a TP5 page, with the players' names."""

from collections.abc import Iterable
from typing import cast

from engine import IllegalAction, Player
from engine.names import ReaderNames
from engine.piecepack import tile_words
from engine.view import MatchView
from engine.words import and_list
from games.tp5.rules.actions import Claim
from games.tp5.rules.claims import is_bound, refuse_claim
from games.tp5.rules.programme import programme
from games.tp5.rules.state import ROW, Tp5State, claims_of
from games.tp5.rules.statements import statement_words
from games.tp5.rules.values import MANY
from games.tp5.rules.view import Tp5Observation

BARRED = {
    "already_claimed": "claimed already",
    "tile_full": "full, with four identifiers",
    "tile_hogged": "hogged",
    "evicted_from_row": "an evicted identifier goes elsewhere",
    "two_on_own_row": "two of its owner lie in this row",
}
"""Why an identifier may not go on a tile, by the code of the refusal."""

PLACING = frozenset({"claim", "send_back", "place_again"})
"""The phases in which identifiers leave hands."""


def seen_of(view: MatchView) -> Tp5Observation:
    """Return the viewer's observation."""
    return cast("Tp5Observation", view.seen)


def public(seen: Tp5Observation) -> Tp5State:
    """Return an observation typed as a state, for rules that read only public fields."""
    return cast("Tp5State", seen)


def names_of(view: MatchView) -> ReaderNames:
    """Return the names of the seats as the viewer reads them."""
    return ReaderNames([seat.name for seat in view.seats], view.me)


def my_hand(seen: Tp5Observation) -> tuple[Player, ...]:
    """Return the owners of the identifiers that the viewer holds."""
    return () if seen.viewer is None or not seen.held else seen.held[seen.viewer]


def number_of_place(seen: Tp5Observation, place: int) -> int:
    """Return a tile's number in its row or in the centre, from 1."""
    return place - seen.centre.start + 1 if place in seen.centre else place % ROW + 1


def spot_words(view: MatchView, place: int) -> str:
    """Return a tile in words: "tile 2 of Odile's row", "tile 3 of the centre", with its face if known."""
    seen = seen_of(view)
    where = "the centre" if place in seen.centre else f"{names_of(view).whose(place // ROW)} row"
    words = f"tile {number_of_place(seen, place)} of {where}"
    tile = seen.tiles[place]
    return f"{words}, the {tile_words(tile)}" if tile else words


def spot_label(view: MatchView, place: int) -> str:
    """Return a tile's place as a short label: "Odile 2", "centre 3"."""
    seen = seen_of(view)
    where = "centre" if place in seen.centre else names_of(view).who(place // ROW)
    return f"{where} {number_of_place(seen, place)}"


def where_words(seen: Tp5Observation, seat: Player) -> str:
    """Return a seat's position relative to the viewer; empty if that is obvious."""
    if seen.viewer in (None, seat) or seen.players == 2:
        return ""
    ahead = (seat - seen.seat) % seen.players
    if ahead in (1, seen.players - 1):
        return "to your left" if ahead == 1 else "to your right"
    return f"{ahead} to your left"


def seat_statement_words(seen: Tp5Observation, seat: Player) -> str:
    """Return a player's statement: "Tile 2: its suit is Suns."."""
    statement = seen.statements[seat] if seen.statements else None
    return f"Tile {statement.slot + 1}: {statement_words(statement)}." if statement else ""


def hand_line(view: MatchView, seat: Player) -> str:
    """Return the identifiers a player still has to place, with their owners if they are not all the player's own."""
    seen, names = seen_of(view), names_of(view)
    hand = seen.held[seat]
    if not hand or seen.phase not in PLACING:
        return ""
    others = [f"{hand.count(owner)} of {names.who(owner)}" for owner in sorted(set(hand)) if owner != seat]
    return f"{len(hand)} to place{', of them ' if others else ''}{and_list(others)}."


def duty_line(seen: Tp5Observation, owner: Player) -> str:
    """Return the duty that an owner's claims still have to meet while identifiers are left (T5)."""
    duty = programme(seen.in_play).duty
    unplaced = sum(hand.count(owner) for hand in seen.held)
    if duty is None or not unplaced or seen.phase not in PLACING:
        return ""
    done = sum(place in duty.places(seen.players, owner) for place in claims_of(seen.claims, owner))
    if done >= duty.duty:
        return ""
    last = ", so the next must go there" if is_bound(public(seen), owner) else ""
    return f"Owes {duty.duty - done} to {duty_place(seen)}{last}."


def duty_place(seen: Tp5Observation) -> str:
    """Return the place that the current duty names."""
    return "the centre" if "centering_in" in seen.in_play else "another player’s row"


def ruled_out_line(seen: Tp5Observation, seat: Player) -> str:
    """Return the values that face-down tiles of a row cannot have, as they stayed down when those were called."""
    sentences = [
        f"Tile {place % ROW + 1} is not one of the {and_list([MANY[value] for value in seen.ruled_out[place]])}"
        for place in range(ROW * seat, ROW * seat + ROW)
        if seen.ruled_out[place] and place not in seen.up
    ]
    return f"{'. '.join(sentences)}." if sentences else ""


def refusal_of(seen: Tp5Observation, place: int, owner: Player) -> IllegalAction | None:
    """Return the rules' reason why the viewer may not put an identifier there, or None if they may."""
    try:
        refuse_claim(public(seen), seen.seat, Claim(place, owner))
    except IllegalAction as error:
        return error
    return None


def barred_line(seen: Tp5Observation, places: Iterable[int]) -> str:
    """Return which tiles of a row take none of the viewer's identifiers, and why."""
    tiles: dict[str, list[int]] = {}
    for place in places:
        reasons = [refusal_of(seen, place, owner) for owner in sorted(set(my_hand(seen)))]
        codes = {reason.code for reason in reasons if reason}
        if None not in reasons and not codes & {"duty_open"}:
            words = " or ".join(BARRED.get(code, "not allowed") for code in sorted(codes))
            tiles.setdefault(words, []).append(number_of_place(seen, place))
    sentences = [f"{_numbers(numbers)}: {words}" for words, numbers in tiles.items()]
    return f"Not for you now: {'; '.join(sentences)}." if sentences else ""


def _numbers(numbers: list[int]) -> str:
    """Return tile numbers in words: "tile 2", "tiles 1 and 3"."""
    return f"tile{'s' if len(numbers) > 1 else ''} {and_list([str(number) for number in numbers])}"
