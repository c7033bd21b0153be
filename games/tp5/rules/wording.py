"""The texts of TP5 for questions, actions and results."""

from collections import Counter
from collections.abc import Sequence

from engine import Mark, Names, Player
from engine.piecepack import tile_words
from engine.words import and_list, counted, sentence, upper_first
from games.tp5.rules.actions import (
    CallNumber,
    Choose,
    Claim,
    Disgrace,
    Evict,
    Give,
    Hog,
    LayMine,
    MakeStatement,
    Pass,
    PassOn,
    SendBack,
    Tp5Action,
    TurnUp,
    Warp,
)
from games.tp5.rules.clashes import ruling_in
from games.tp5.rules.events import HandsDeclared, Tp5Event
from games.tp5.rules.hands import kind_words
from games.tp5.rules.options import TITLES
from games.tp5.rules.sayings import event_words
from games.tp5.rules.state import ROW, Phase
from games.tp5.rules.statements import statement_words
from games.tp5.rules.values import MANY
from games.tp5.rules.view import Tp5Observation

LISTED_ONE_BY_ONE = 4
"""The highest number of players besides the winner whose points a result lists one by one."""

_STAGES: dict[Phase, str] = {
    "choose": "the dealer chooses",
    "pass_on": "tiles are passed on",
    "turn_up": "tiles are revealed",
    "statement": "statements",
    "give": "identifiers given away",
    "claim": "claims",
    "before_roll": "before the roll",
    "send_back": "an eviction",
    "place_again": "claims are placed again",
    "disgrace": "an ace was rolled",
    "mine": "after the roll",
    "over": "ended",
}
_TASKS: dict[Phase, str] = {
    "choose": "Choose the phestivities of this round",
    "pass_on": "Choose a tile to pass to your right",
    "turn_up": "Choose a tile to turn up for all to see",
    "statement": "Say something true about one of your tiles",
    "give": "Give three players one of your identifiers each",
    "claim": "Choose a tile to claim",
    "before_roll": "Pass, or give up a claim before the die is rolled",
    "send_back": "Choose an identifier to send out of your row",
    "place_again": "Choose another tile for this identifier",
    "disgrace": "Pass, or give up a claim to have the ace rolled again",
    "mine": "Pass, or give up a claim to lay a land mine",
}
_SEALS: dict[Phase, str] = {
    "choose": "Start the round",
    "pass_on": "Seal my tile",
    "turn_up": "Turn it up",
    "statement": "Say it",
    "give": "Seal my gifts",
    "claim": "Place it",
    "send_back": "Send it back",
    "place_again": "Place it",
}


class Tp5Wording:
    """The texts of a match of TP5."""

    def stage(self, seen: Tp5Observation) -> str:
        """Return the round and its phase."""
        stage = "the dealer rules" if is_ruling(seen) else _STAGES.get(seen.phase, seen.phase)
        return f"round {seen.round} of {seen.rounds}, {stage}"

    def task(self, seen: Tp5Observation, player: Player) -> str:
        """Return what the player has to do now."""
        if is_ruling(seen):
            return "Rule which phestivities are followed this round"
        return _TASKS.get(seen.phase, "Wait")

    def seal(self, seen: Tp5Observation) -> str:
        """Return the label of the button."""
        return _SEALS.get(seen.phase, "Seal my answer")

    def choice(self, action: Tp5Action, seen: Tp5Observation, names: Names) -> str:
        """Return an action in words."""
        words = _row_choice(action, seen) or _claim_choice(action, seen, names) or _window_choice(action, seen, names)
        return upper_first(words)

    def events(self, events: Sequence[Tp5Event], names: Names) -> list[str]:
        """Return a sentence for each event of a step."""
        return [sentence(event_words(event, names)) for event in events]

    def marks(self, events: Sequence[Tp5Event]) -> list[Mark]:
        """Return a mark for each contest."""
        return [_mark(event) for event in events if isinstance(event, HandsDeclared)]

    def result(self, seen: Tp5Observation) -> str:
        """Return points, best first, and the players beaten if they decide first place (T9)."""
        ranked = sorted(zip(seen.points, seen.beaten, strict=True), reverse=True)
        best, *others = [points for points, _ in ranked]
        words = f"{counted(best, 'point')} to {_points_of(others)}"
        first, second = ranked[:2]
        if first[0] == second[0] and first[1] > second[1]:
            words += f", with {first[1]} players beaten to {second[1]}"
        return words


def is_ruling(seen: Tp5Observation) -> bool:
    """Return True if the dealer is asked for a ruling on a host's phestivities (T21)."""
    return seen.phase == "choose" and seen.chosen_by == "host"


def _points_of(others: list[int]) -> str:
    """Return the points of all but the first, best first; with many players, how many have each."""
    if len(others) <= LISTED_ONE_BY_ONE:
        return and_list([str(points) for points in others])
    have = Counter(others)
    first, *later = have
    return and_list([f"{first} for {counted(have[first], 'player')}", *[f"{one} for {have[one]}" for one in later]])


def _mark(event: HandsDeclared) -> Mark:
    """Return the mark of a contest: the winner and their kind of hand; no winner if it was shared."""
    kind = kind_words(event.hands[event.winners[0]])
    if event.contest == 2:
        kind = f"dip: {kind}"
    if len(event.winners) == 1:
        return Mark(event.round, event.winners[0], kind)
    return Mark(event.round, None, f"{kind}, shared by {len(event.winners)}")


def _row_choice(action: Tp5Action, seen: Tp5Observation) -> str:
    """Return words for actions about the player's own tiles, and for the dealer's choice."""
    match action:
        case Choose(phestivities=chosen) if is_ruling(seen):
            followed, _ = ruling_in(seen.offered, chosen)
            return f"follow {and_list([TITLES[key] for key in followed])}"
        case Choose(phestivities=chosen):
            return and_list([TITLES[key] for key in chosen]) or "no phestivities"
        case PassOn(slot=slot):
            return f"pass {own_tile(seen, slot)}"
        case TurnUp(slot=slot):
            return f"turn up {own_tile(seen, slot)}"
        case MakeStatement(slot=slot):
            tile = own_tile(seen, slot)
            return f"say of {tile}{',' if ',' in tile else ''} that {statement_words(action)}"
        case Hog(slot=slot):
            return f"hog {own_tile(seen, slot)}"
    return ""


def _claim_choice(action: Tp5Action, seen: Tp5Observation, names: Names) -> str:
    """Return words for actions about identifiers."""
    match action:
        case Claim(place=place, owner=owner):
            whose = "" if owner == seen.viewer else f", with {names.whose(owner)} identifier"
            return f"{place_words(seen, place, names)}{whose}"
        case Give(to=to):
            return f"give to {and_list([names.who(player) for player in to])}"
        case SendBack(owner=owner, place=place):
            return f"send back {names.whose(owner)} identifier on {place_words(seen, place, names)}"
    return ""


def _window_choice(action: Tp5Action, seen: Tp5Observation, names: Names) -> str:
    """Return words for actions in windows."""
    match action:
        case Pass():
            return "pass"
        case CallNumber(paid=paid, value=value):
            return f"give up {place_words(seen, paid, names)} and call {MANY[value]}"
        case Warp(paid=paid):
            return f"give up {place_words(seen, paid, names)} and place my other claims again"
        case Evict(paid=paid):
            return f"give up {place_words(seen, paid, names)} and evict others from my row"
        case Disgrace(paid=paid):
            return f"give up {place_words(seen, paid, names)} to have the die rolled again"
        case LayMine(paid=paid, tile=tile):
            return f"give up {place_words(seen, paid, names)} and mine the {tile_words(tile)}"
    raise TypeError(f"TP5 has no words for {action!r}")


def own_tile(seen: Tp5Observation, slot: int) -> str:
    """Return a tile of the viewer's row in words: "tile 2, the 5 of Suns"."""
    tile = None if seen.viewer is None else seen.tiles[ROW * seen.viewer + slot]
    return f"tile {slot + 1}, the {tile_words(tile)}" if tile else f"tile {slot + 1}"


def place_words(seen: Tp5Observation, place: int, names: Names) -> str:
    """Return a place in words: "tile 2 of your row", "tile 3 of the centre", with its face if known."""
    seat, slot = divmod(place, ROW)
    if seat >= seen.players:
        where = f"tile {place - ROW * seen.players + 1} of the centre"
    else:
        where = f"tile {slot + 1} of {names.whose(seat)} row"
    tile = seen.tiles[place]
    return f"{where}, the {tile_words(tile)}" if tile else where
