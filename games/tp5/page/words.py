"""What a table of TP5 says beside its rows, with the names of those who sit there."""

from collections.abc import Iterable
from typing import cast

from games.logview import ReaderNames
from games.matchview import MatchView
from games.rules.core import IllegalAction, Player
from games.rules.piecepack import and_list, tile_words
from games.rules.tp5.actions import Claim
from games.rules.tp5.claims import is_bound, refuse_claim
from games.rules.tp5.programme import programme
from games.rules.tp5.state import ROW, Tp5State, claims_of
from games.rules.tp5.statements import statement_words
from games.rules.tp5.values import MANY
from games.rules.tp5.view import Tp5Observation

BARRED = {
    "already_claimed": "claimed already",
    "tile_full": "full, with four identifiers",
    "tile_hogged": "hogged",
    "evicted_from_row": "an evicted identifier goes elsewhere",
    "two_on_own_row": "two of its owner lie in this row",
}
"""Why an identifier may not go on a tile, by the code with which the rules refuse it."""

PLACING = frozenset({"claim", "send_back", "place_anew"})
"""Parts of a round in which identifiers leave hands."""


def seen_of(view: MatchView) -> Tp5Observation:
    """What the reader of a table of TP5 sees."""
    return cast("Tp5Observation", view.seen)


def public(seen: Tp5Observation) -> Tp5State:
    """An observation where the rules ask for a state, for rules that read its public fields alone."""
    return cast("Tp5State", seen)


def names_of(view: MatchView) -> ReaderNames:
    """How the reader calls the seats."""
    return ReaderNames([seat.name for seat in view.seats], view.me)


def my_hand(seen: Tp5Observation) -> tuple[Player, ...]:
    """Owners of the identifiers that the reader holds."""
    return () if seen.viewer is None or not seen.held else seen.held[seen.viewer]


def number_of_place(seen: Tp5Observation, place: int) -> int:
    """A tile's number in its row or in the centre, from 1."""
    return place - seen.centre.start + 1 if place in seen.centre else place % ROW + 1


def spot_words(view: MatchView, place: int) -> str:
    """ "tile 2 of Odile's row", "tile 3 of the centre", with its face where the reader knows it."""
    seen = seen_of(view)
    where = "the centre" if place in seen.centre else f"{names_of(view).whose(place // ROW)} row"
    words = f"tile {number_of_place(seen, place)} of {where}"
    tile = seen.tiles[place]
    return f"{words}, the {tile_words(tile)}" if tile else words


def where_words(seen: Tp5Observation, seat: Player) -> str:
    """Where a seat is from the reader's own; "" where that is plain."""
    if seen.viewer in (None, seat) or seen.players == 2:
        return ""
    ahead = (seat - seen.seat) % seen.players
    if ahead in (1, seen.players - 1):
        return "to your left" if ahead == 1 else "to your right"
    return f"{ahead} to your left"


def said_words(seen: Tp5Observation, seat: Player) -> str:
    """A player's statement: "Tile 2: its suit is Suns."."""
    said = seen.statements[seat] if seen.statements else None
    return f"Tile {said.slot + 1}: {statement_words(said.suits, said.values)}." if said else ""


def hand_line(view: MatchView, seat: Player) -> str:
    """Identifiers that a player is still to place, and whose they are where not all are the holder's own."""
    seen, names = seen_of(view), names_of(view)
    hand = seen.held[seat]
    if not hand or seen.phase not in PLACING:
        return ""
    others = [f"{hand.count(owner)} of {names.who(owner)}" for owner in sorted(set(hand)) if owner != seat]
    return f"{len(hand)} to place{', of them ' if others else ''}{and_list(others)}."


def duty_line(seen: Tp5Observation, owner: Player) -> str:
    """What an owner's claims are still bound to do, while identifiers are left to do it with (T5)."""
    duty = programme(seen.in_play).duty
    unplaced = sum(hand.count(owner) for hand in seen.held)
    if duty is None or not unplaced or seen.phase not in PLACING:
        return ""
    done = sum(duty.serves(public(seen), owner, place) for place in claims_of(seen.claims, owner))
    if done >= duty.duty:
        return ""
    last = ", so the next must go there" if is_bound(public(seen), owner) else ""
    return f"Owes {duty.duty - done} to {duty_place(seen)}{last}."


def duty_place(seen: Tp5Observation) -> str:
    """Where the duty in play calls."""
    return "the centre" if "centering_in" in seen.in_play else "rows of others"


def ruled_out_line(seen: Tp5Observation, seat: Player) -> str:
    """Values that face-down tiles of a row cannot have, since they stayed down when those were called."""
    told = [
        f"Tile {place % ROW + 1} is none of the {and_list([MANY[value] for value in seen.ruled_out[place]])}"
        for place in range(ROW * seat, ROW * seat + ROW)
        if seen.ruled_out[place] and place not in seen.up
    ]
    return f"{'. '.join(told)}." if told else ""


def refusal_of(seen: Tp5Observation, place: int, owner: Player) -> IllegalAction | None:
    """Why the reader may not put an identifier there, by the rules' own word; None where they may."""
    try:
        refuse_claim(public(seen), seen.seat, Claim(place, owner))
    except IllegalAction as error:
        return error
    return None


def barred_line(seen: Tp5Observation, places: Iterable[int]) -> str:
    """Which tiles of a row take none of the reader's identifiers, and why."""
    tiles: dict[str, list[int]] = {}
    for place in places:
        reasons = [refusal_of(seen, place, owner) for owner in sorted(set(my_hand(seen)))]
        codes = {reason.code for reason in reasons if reason}
        if None not in reasons and not codes & {"duty_open"}:
            words = " or ".join(BARRED.get(code, "not allowed") for code in sorted(codes))
            tiles.setdefault(words, []).append(number_of_place(seen, place))
    told = [f"{_numbers(numbers)}: {words}" for words, numbers in tiles.items()]
    return f"Not for you now: {'; '.join(told)}." if told else ""


def _numbers(numbers: list[int]) -> str:
    """ "tile 2", "tiles 1 and 3"."""
    return f"tile{'s' if len(numbers) > 1 else ''} {and_list([str(number) for number in numbers])}"
