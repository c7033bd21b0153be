"""How the last rounds opened, made from the log of a view, so that it shows what its reader may know and no more."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine import AnyGame, Player
from engine.scenes import WORDS, Opened, Scene, Scenes, Transfer, continued
from engine.view import LogEntry, MatchView, SeatView
from engine.words import upper_first
from games.registry import GAMES
from matches.view.round_words import round_words

SHOWN = 3
"""How many scenes a page has at most; the others are in the log."""
DRAWN = 8
"""How many steps of the log are drawn: each takes some kilobytes, and the page comes again with every step."""
PIECES_ABREAST = 2


@dataclass(frozen=True)
class Part:
    """A scene with the steps it was made of."""

    scene: Scene
    round: int | None
    steps: dict[Player, int]
    """The step in which each seat's envelope opened."""
    sentences: tuple[str, ...]
    last: int
    """The last step of it."""


@dataclass(frozen=True)
class Gain:
    """A piece that came to a seat, or left it."""

    piece: str
    seat: Player
    source: Player | None
    is_loss: bool
    is_own: bool
    """True if it is what the seat opened, and so is not drawn twice."""


@dataclass(frozen=True)
class Column:
    """One seat of a scene."""

    seat: SeatView
    pieces: tuple[str, ...]
    made: str
    """What the pieces make together, if they make something."""
    gains: tuple[Gain, ...]
    is_best: bool
    opens: bool
    """True if an envelope of the seat opened."""
    step: int

    @property
    def gains_alone(self) -> list[str]:
        """The pieces that came from no other seat, or went away."""
        return [gain.piece for gain in self.gains if gain.source is None or gain.is_loss]


@dataclass(frozen=True)
class OpenedRound:
    """A round that opened, seat beside seat."""

    title: str
    place: str
    """Its round, as the game calls it: "Turn 7"; "" if it has no number."""
    step: int
    table: tuple[str, ...]
    columns: tuple[Column, ...]
    sentences: tuple[str, ...]

    @property
    def says_all(self) -> bool:
        """True if its picture says what happened: seats beside each other, each with a piece or what came of it."""
        return len(self.columns) > 1 and all(column.pieces or column.gains for column in self.columns)

    @property
    def is_drawn(self) -> bool:
        """True if it shows more than words."""
        pieces = [*self.table, *(piece for column in self.columns for piece in column.pieces)]
        return any(not piece.startswith(WORDS) for piece in pieces)

    @property
    def is_line(self) -> bool:
        """True if one seat did something that a sentence says and no piece shows, such as a pass."""
        return len(self.columns) == 1 and not self.is_drawn and not self.columns[0].gains

    @property
    def has_hands(self) -> bool:
        """True if seats opened whole hands, which lie in a row each."""
        return any(len(column.pieces) > PIECES_ABREAST for column in self.columns)


def opened_rounds(view: MatchView, count: int = SHOWN, seen: int | None = None) -> list[OpenedRound]:
    """Return the last rounds that opened, oldest first: with `seen`, those after this step, and always the last."""
    parts = _whole(_joined(_parts(view)), view)[-count:]
    if seen is not None:
        parts = [part for part in parts if part.last > seen] or parts[-1:]
    return [_opened(part, view) for part in parts]


def last_seen(view: MatchView) -> int | None:
    """Return the step up to which the reader has surely seen the table; None if they have not played here yet.

    Who answers a round has seen what came before it, on any device. Answers that were given for them prove nothing.
    """
    by_hand = max((entry.step for entry in view.log if entry.by_reader), default=None)
    if by_hand is not None:
        return by_hand - 1
    goes_back_to_setup = any(entry.step == 0 for entry in view.log)
    return None if view.me is None or goes_back_to_setup else 0


def opened_in(view: MatchView, entry: LogEntry) -> list[OpenedRound]:
    """Return what one of the last entries of the log opened, if it counts; what is older is not drawn."""
    if entry.moderated or entry.taken_back or entry.part or entry.step <= view.step - DRAWN:
        return []
    scenes = _scenes(GAMES.get(view.slug), entry)
    opened = [_opened(Part(scene, entry.round, {}, (), entry.step), view) for scene in scenes]
    return [one for one in opened if one.says_all or one.is_drawn]


def _parts(view: MatchView) -> Iterator[Part]:
    """Return the scenes of each step that counts, oldest first."""
    game = GAMES.get(view.slug)
    for entry in sorted(_counted(view), key=lambda entry: entry.step):
        scenes = _scenes(game, entry)
        for scene in scenes:
            steps_of = {one.player: entry.step for one in scene.opened}
            # What is said of a step goes with the last that it shows, which is what it led to.
            sentences = entry.sentences[: entry.closing] if scene is scenes[-1] else ()
            yield Part(scene, entry.round, steps_of, sentences, entry.step)


def _counted(view: MatchView) -> list[LogEntry]:
    return [entry for entry in view.log if not (entry.moderated or entry.taken_back)]


def _scenes(game: AnyGame | None, entry: LogEntry) -> tuple[Scene, ...]:
    if game is None:
        return Scenes().of(entry.events, entry.answered, ())
    return game.scenes.of(entry.events, entry.answered, game.wording.marks(entry.events))


def _joined(parts: Iterator[Part]) -> list[Part]:
    """Join turns that follow each other within a round."""
    found: list[Part] = []
    for part in parts:
        before = found[-1] if found else None
        one = continued(before.scene, part.scene) if before and before.round == part.round else None
        if before is None or one is None:
            found.append(part)
        else:
            steps, sentences = before.steps | part.steps, (*before.sentences, *part.sentences)
            found[-1] = replace(part, scene=one, steps=steps, sentences=sentences)
    return found


def _whole(parts: list[Part], view: MatchView) -> list[Part]:
    """Return the parts without the first if seats of it may be older than the log, unless it is the only one."""
    oldest = min(_counted(view), key=lambda entry: entry.step, default=None)
    if oldest is None or oldest.step <= 1 or len(parts) < 2 or oldest.round != parts[0].round:
        return parts
    return parts[1:]


def _opened(part: Part, view: MatchView) -> OpenedRound:
    """Return a scene with its seats; those that get something without an envelope follow the others."""
    scene = part.scene
    gains = [gain for transfer in scene.transfers if (gain := _gain(transfer)) is not None]
    opened = {one.player: one for one in scene.opened}
    others = {gain.seat: Opened(gain.seat) for gain in gains if gain.seat not in opened}
    columns = tuple(
        Column(
            view.seats[player],
            one.pieces,
            one.made,
            tuple(gain for gain in gains if gain.seat == player),
            player in scene.best,
            player in opened,
            part.steps.get(player, part.last),
        )
        for player, one in (opened | others).items()
    )
    place = "" if part.round is None else upper_first(round_words(view.slug, part.round))
    return OpenedRound(scene.title, place, part.last, scene.table, columns, part.sentences)


def _gain(transfer: Transfer) -> Gain | None:
    """Return what a seat gained or lost; None for a piece that went from nobody to nobody."""
    seat = transfer.source if transfer.to is None else transfer.to
    if seat is None:
        return None
    return Gain(transfer.piece, seat, transfer.source, transfer.to is None, transfer.source == transfer.to)
