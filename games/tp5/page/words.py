"""The texts next to the rows of a TP5 page, with the players' names."""

from collections.abc import Iterable
from typing import cast

from engine import IllegalAction, Player
from engine.language import mark, plural, say
from engine.names import ReaderNames
from engine.view import MatchView
from engine.words import and_list, clauses, or_list
from games.tp5.rules.actions import Claim
from games.tp5.rules.claims import is_bound, refuse_claim
from games.tp5.rules.programme import programme
from games.tp5.rules.state import ROW, Tp5State, claims_of
from games.tp5.rules.statements import statement_words
from games.tp5.rules.values import many
from games.tp5.rules.view import Tp5Observation
from games.tp5.rules.wording import place_words

BARRED = {
    "already_claimed": mark("claimed already"),
    "tile_full": mark("full, with four identifiers"),
    "tile_hogged": mark("hogged"),
    "evicted_from_row": mark("an evicted identifier goes elsewhere"),
    "two_on_own_row": mark("two of its owner lie in this row"),
}
"""Why an identifier may not go on a tile, by the code of the refusal."""
NOT_ALLOWED = mark("not allowed")

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
    return place_words(seen_of(view), place, names_of(view))


def spot_label(view: MatchView, place: int) -> str:
    """Return a tile's place as a short label: "Odile 2", "centre 3"."""
    seen = seen_of(view)
    number = number_of_place(seen, place)
    if place in seen.centre:
        return say("centre {number}", number=number)
    return f"{names_of(view).who(place // ROW)} {number}"


def where_words(seen: Tp5Observation, seat: Player) -> str:
    """Return a seat's position relative to the viewer; empty if that is obvious."""
    if seen.viewer in (None, seat) or seen.players == 2:
        return ""
    ahead = (seat - seen.seat) % seen.players
    if ahead == 1:
        return say("to your left")
    return say("to your right") if ahead == seen.players - 1 else say("{number} to your left", number=ahead)


def tile_number(number: int) -> str:
    """Name a tile by its number in its row: "Tile 2"."""
    return say("Tile {number}", number=number)


def seat_statement_words(seen: Tp5Observation, seat: Player) -> str:
    """Return a player's statement: "Tile 2: its suit is Suns."."""
    statement = seen.statements[seat] if seen.statements else None
    if statement is None:
        return ""
    return say("{tile}: {statement}.", tile=tile_number(statement.slot + 1), statement=statement_words(statement))


def hand_line(view: MatchView, seat: Player) -> str:
    """Return the identifiers a player still has to place, with their owners if they are not all the player's own."""
    seen, names = seen_of(view), names_of(view)
    hand = seen.held[seat]
    if not hand or seen.phase not in PLACING:
        return ""
    others = [
        say("{number} of {who}", number=hand.count(owner), who=names.who(owner))
        for owner in sorted(set(hand))
        if owner != seat
    ]
    if not others:
        return say("{number} to place.", number=len(hand))
    return say("{number} to place, of them {others}.", number=len(hand), others=and_list(others))


def duty_line(seen: Tp5Observation, owner: Player) -> str:
    """Return the duty that an owner's claims still have to meet while identifiers are left (T5)."""
    duty = programme(seen.in_play).duty
    unplaced = sum(hand.count(owner) for hand in seen.held)
    if duty is None or not unplaced or seen.phase not in PLACING:
        return ""
    open_ones = duty.duty - sum(place in duty.places(seen.players, owner) for place in claims_of(seen.claims, owner))
    if open_ones <= 0:
        return ""
    if is_bound(public(seen), owner):
        if is_to_centre(seen):
            return say("Owes {number} to the centre, so the next must go there.", number=open_ones)
        return say("Owes {number} to another player’s row, so the next must go there.", number=open_ones)
    if is_to_centre(seen):
        return say("Owes {number} to the centre.", number=open_ones)
    return say("Owes {number} to another player’s row.", number=open_ones)


def bound_line(view: MatchView, owner: Player) -> str:
    """Return where an owner's next identifier must go, by the current duty."""
    who = names_of(view).who(owner)
    if is_to_centre(seen_of(view)):
        return say(
            "{who}'s identifier must go to the centre now.",
            you="Your identifier must go to the centre now.",
            who=who,
        )
    return say(
        "{who}'s identifier must go to another player’s row now.",
        you="Your identifier must go to another player’s row now.",
        who=who,
    )


def is_to_centre(seen: Tp5Observation) -> bool:
    """True if the current duty is to claim tiles of the centre."""
    return "centering_in" in seen.in_play


def ruled_out_line(seen: Tp5Observation, seat: Player) -> str:
    """Return the values that face-down tiles of a row cannot have, as they stayed down when those were called."""
    sentences = [
        say(
            "Tile {number} is not one of the {values}.",
            number=place % ROW + 1,
            values=and_list([many(value) for value in seen.ruled_out[place]]),
        )
        for place in range(ROW * seat, ROW * seat + ROW)
        if seen.ruled_out[place] and place not in seen.up
    ]
    return " ".join(sentences)


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
            words = or_list([say(BARRED.get(code, NOT_ALLOWED)) for code in sorted(codes)])
            tiles.setdefault(words, []).append(number_of_place(seen, place))
    reasons_said = [say("{tiles}: {reason}", tiles=_numbers(numbers), reason=words) for words, numbers in tiles.items()]
    return say("Not for you now: {reasons}.", reasons=clauses(reasons_said)) if reasons_said else ""


def _numbers(numbers: list[int]) -> str:
    """Return tile numbers in words: "tile 2", "tiles 1 and 3"."""
    listed = and_list([str(number) for number in numbers])
    return plural(len(numbers), "tile {numbers}", "tiles {numbers}", numbers=listed)
