"""The texts of TP5 for questions, actions and results."""

from collections import Counter
from collections.abc import Sequence

from engine import Mark, Names, Player
from engine.language import mark, plural, say
from engine.piecepack import the_tile_words
from engine.words import and_list, people, points_words, sentence, upper_first
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
from games.tp5.rules.options import titles
from games.tp5.rules.sayings import event_words, identifier_words, phestivities_words, spot_words
from games.tp5.rules.state import ROW, Phase
from games.tp5.rules.statements import statement_words
from games.tp5.rules.values import many
from games.tp5.rules.view import Tp5Observation

Paying = CallNumber | Warp | Evict | Disgrace | LayMine

LISTED_ONE_BY_ONE = 4
"""The highest number of players besides the winner whose points a result lists one by one."""

_STAGES: dict[Phase, str] = {
    "choose": mark("the dealer chooses"),
    "pass_on": mark("tiles are passed on"),
    "turn_up": mark("tiles are revealed"),
    "statement": mark("statements"),
    "give": mark("identifiers given away"),
    "claim": mark("claims"),
    "before_roll": mark("before the roll"),
    "send_back": mark("an eviction"),
    "place_again": mark("claims are placed again"),
    "disgrace": mark("an ace was rolled"),
    "mine": mark("after the roll"),
    "over": mark("ended"),
}
_TASKS: dict[Phase, str] = {
    "choose": mark("Choose the phestivities of this round"),
    "pass_on": mark("Choose a tile to pass to your right"),
    "turn_up": mark("Choose a tile to turn up for all to see"),
    "statement": mark("Say something true about one of your tiles"),
    "give": mark("Give three players one of your identifiers each"),
    "claim": mark("Choose a tile to claim"),
    "before_roll": mark("Pass, or give up a claim before the die is rolled"),
    "send_back": mark("Choose an identifier to send out of your row"),
    "place_again": mark("Choose another tile for this identifier"),
    "disgrace": mark("Pass, or give up a claim to have the ace rolled again"),
    "mine": mark("Pass, or give up a claim to lay a land mine"),
}
_SEALS: dict[Phase, str] = {
    "choose": mark("Start the round"),
    "pass_on": mark("Seal my tile"),
    "turn_up": mark("Turn it up"),
    "statement": mark("Say it"),
    "give": mark("Seal my gifts"),
    "claim": mark("Place it"),
    "send_back": mark("Send it back"),
    "place_again": mark("Place it"),
}


class Tp5Wording:
    """The texts of a match of TP5."""

    def stage(self, seen: Tp5Observation) -> str:
        """Return the round and its phase."""
        stage = say("the dealer rules") if is_ruling(seen) else say(_STAGES.get(seen.phase, seen.phase))
        return say("round {round} of {rounds}, {stage}", round=seen.round, rounds=seen.rounds, stage=stage)

    def task(self, seen: Tp5Observation, player: Player) -> str:
        """Return what the player has to do now."""
        if is_ruling(seen):
            return say("Rule which phestivities are followed this round")
        return say(_TASKS[seen.phase]) if seen.phase in _TASKS else say("Wait")

    def seal(self, seen: Tp5Observation) -> str:
        """Return the label of the button."""
        return say(_SEALS[seen.phase]) if seen.phase in _SEALS else say("Seal my answer")

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
        best, *rest = [points for points, _ in ranked]
        points, others = points_words(best), _points_of(rest)
        first, second = ranked[:2]
        if first[0] != second[0] or first[1] == second[1]:
            return say("{points} to {others}", points=points, others=others)
        return say(
            "{points} to {others}, with {beaten} players beaten to {fewer}",
            points=points,
            others=others,
            beaten=first[1],
            fewer=second[1],
        )


def is_ruling(seen: Tp5Observation) -> bool:
    """True if the dealer is asked for a ruling on a host's phestivities (T21)."""
    return seen.phase == "choose" and seen.chosen_by == "host"


def _points_of(others: list[int]) -> str:
    """Return the points of all but the first, best first; with many players, how many have each."""
    if len(others) <= LISTED_ONE_BY_ONE:
        return and_list([str(points) for points in others])
    have = Counter(others)
    first, *later = have
    players = plural(have[first], "{count} player", "{count} players")
    listed = [say("{points} for {players}", points=first, players=players)]
    listed += [say("{points} for {players}", points=points, players=have[points]) for points in later]
    return and_list(listed)


def _mark(event: HandsDeclared) -> Mark:
    """Return the mark of a contest: the winner and their kind of hand; no winner if it was shared."""
    kind = kind_words(event.hands[event.winners[0]])
    if event.contest == 2:
        kind = say("dip: {kind}", kind=kind)
    if len(event.winners) == 1:
        return Mark(event.round, event.winners[0], kind)
    return Mark(event.round, None, say("{kind}, shared by {count}", kind=kind, count=len(event.winners)))


def _row_choice(action: Tp5Action, seen: Tp5Observation) -> str:
    """Return words for actions about the player's own tiles, and for the dealer's choice."""
    match action:
        case Choose(phestivities=chosen) if is_ruling(seen):
            followed, _ = ruling_in(seen.offered, chosen)
            return say("follow {phestivities}", phestivities=and_list(titles(followed)))
        case Choose(phestivities=chosen):
            return phestivities_words(chosen)
        case PassOn(slot=slot):
            return say("pass {tile}", tile=own_tile(seen, slot))
        case TurnUp(slot=slot):
            return say("turn up {tile}", tile=own_tile(seen, slot))
        case MakeStatement(slot=slot):
            tile, statement = own_tile(seen, slot), statement_words(action)
            if "," in tile:
                return say("say of {tile}, that {statement}", tile=tile, statement=statement)
            return say("say of {tile} that {statement}", tile=tile, statement=statement)
        case Hog(slot=slot):
            return say("hog {tile}", tile=own_tile(seen, slot))
    return ""


def _claim_choice(action: Tp5Action, seen: Tp5Observation, names: Names) -> str:
    """Return words for actions about identifiers."""
    match action:
        case Claim(place=place, owner=owner) if owner == seen.viewer:
            return place_words(seen, place, names)
        case Claim(place=place, owner=owner):
            identifier = identifier_words(owner, names)
            return say("{place}, with {identifier}", place=place_words(seen, place, names), identifier=identifier)
        case Give(to=to):
            return say("give to {people}", people=people([names.who(player) for player in to]))
        case SendBack(owner=owner, place=place):
            identifier = identifier_words(owner, names)
            return say(
                "send back {identifier} on {place}", identifier=identifier, place=place_words(seen, place, names)
            )
    return ""


def _window_choice(action: Tp5Action, seen: Tp5Observation, names: Names) -> str:
    """Return words for actions in windows."""
    if isinstance(action, Pass):
        return say("pass")
    place = place_words(seen, action.paid, names) if isinstance(action, Paying) else ""
    match action:
        case CallNumber(value=value):
            return say("give up {place} and call {values}", place=place, values=many(value))
        case Warp():
            return say("give up {place} and place my other claims again", place=place)
        case Evict():
            return say("give up {place} and evict others from my row", place=place)
        case Disgrace():
            return say("give up {place} to have the die rolled again", place=place)
        case LayMine(tile=tile):
            return say("give up {place} and mine {tile}", place=place, tile=the_tile_words(tile))
    raise TypeError(f"TP5 has no words for {action!r}")


def own_tile(seen: Tp5Observation, slot: int) -> str:
    """Return a tile of the viewer's row in words: "tile 2, the 5 of Suns"."""
    tile = None if seen.viewer is None else seen.tiles[ROW * seen.viewer + slot]
    return with_face(say("tile {number}", number=slot + 1), tile)


def place_words(seen: Tp5Observation, place: int, names: Names) -> str:
    """Return a place in words: "tile 2 of your row", "tile 3 of the centre", with its face if known."""
    seat, slot = divmod(place, ROW)
    spot = (None, place - ROW * seen.players) if seat >= seen.players else (seat, slot)
    return with_face(spot_words(spot, names), seen.tiles[place])


def with_face(place: str, tile: str | None) -> str:
    """Return a place with the face of its tile, if that is known: "tile 2, the 5 of Suns"."""
    return say("{place}, {tile}", context="place", place=place, tile=the_tile_words(tile)) if tile else place
