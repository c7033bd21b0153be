"""The interface of a game, in OpenSpiel's terms.

A game is a value that knows its rules. A *state* is a frozen value; players answer with *actions*,
and the answers of all who are asked (the *joint action*) take effect together in `Game.apply`.

Example, one random round of any game::

    step = game.initial_state(3, game.Options(), chance)
    asked = game.current_players(step.state)
    joint = {player: choice(chance, game.legal_actions(step.state, player)) for player in asked}
    step = game.apply(step.state, joint, chance)
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

import msgspec

from games.rules.core.chance import Chance
from games.rules.core.notation import Notation
from games.rules.core.plans import Planning
from games.rules.core.points import Point

Player = int
"""A seat's number, clockwise from 0."""


class IllegalAction(Exception):
    """An answer that the rules refuse: a stable code for programs, a sentence for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class IllegalOptions(IllegalAction):
    """Options that cannot be played together, or not with this number of seats."""


class State(msgspec.Struct, frozen=True, gc=False):
    """Base of every game's state: a frozen value that goes to JSON and back unchanged."""


class Action(msgspec.Struct, frozen=True, gc=False, tag_field="act", forbid_unknown_fields=True):
    """Base of every game's actions, named in the imperative. Give each subclass its own `tag`."""


class Observation(msgspec.Struct, frozen=True, gc=False):
    """Base of what one viewer may know of a state."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of a game's options. Describe each field with `msgspec.Meta(title=…, description=…)`.

    Allowed field types: `bool`, `int` with `ge` and `le` (and `multiple_of`), `int | None`, `Literal[…]` of strings or
    integers, `frozenset[Literal[…]]`; `Meta(extra={"labels": {value: words}})` names the values of a `Literal`.
    """


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="event"):
    """Base of what happened in a step, named in the past tense. Give each subclass its own `tag`."""

    def seen_by(self, viewer: Player | None) -> Self | None:
        """Return the event as `viewer` may know it (None: a spectator), or None if not at all."""
        return self

    @property
    def of_round(self) -> int | None:
        """The round or turn that the event names, by which the log is numbered; None: the one before goes on."""
        number: int | None = getattr(self, "round", None) or getattr(self, "turn", None)
        return number


S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)
V = TypeVar("V", bound=Observation)
P = TypeVar("P", bound=Options)
O_contra = TypeVar("O_contra", bound=Observation, contravariant=True)
A_bound = TypeVar("A_bound", bound=Action)
A_contra = TypeVar("A_contra", bound=Action, contravariant=True)
E_contra = TypeVar("E_contra", bound=Event, contravariant=True)


class Step(NamedTuple, Generic[S]):
    """What became of a joint action."""

    state: S
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Budget:
    """How long a bot may think about one decision, in seconds of one core."""

    seconds: float = 2.0


class Bot(Protocol[O_contra, A_bound]):
    """An AI player. It is given what its seat may know and nothing else."""

    def __call__(self, seen: O_contra, legal_actions: Sequence[A_bound], budget: Budget, chance: Chance) -> A_bound:
        """Choose one of the legal actions."""


class Names(Protocol):
    """How a reader calls the seats: their own is *you*."""

    def who(self, player: Player) -> str:
        """Subject or object: "Marek" or "you"."""

    def whose(self, player: Player) -> str:
        """Possessive: "Marek's" or "your"."""


@dataclass(frozen=True)
class Mark:
    """One box of the strip that steps back through a match: a round, who took it and how."""

    round: int
    player: Player | None
    text: str


class Wording(Protocol[O_contra, A_contra, E_contra]):
    """A game's words. Every sentence people read about a match is made here.

    All but `events` are given an observation, so no sentence can tell more than its reader may know.
    """

    def stage(self, seen: O_contra) -> str:
        """Where the match stands, in a few words: "round 12, first to 100"."""

    def task(self, seen: O_contra, player: Player) -> str:
        """What `player` is asked for now, as an order: "Seal one tile as your bid"."""

    def seal(self, seen: O_contra) -> str:
        """The words on the button that answers: "Seal my bid"."""

    def choice(self, action: A_contra, seen: O_contra, names: Names) -> str:
        """One legal action in words: "The 4 of Arms", "Force Marek to discard a tile at random"."""

    def events(self, events: Sequence[E_contra], names: Names) -> list[str]:
        """Past-tense sentences for the events of one step, as their reader saw them."""

    def marks(self, events: Sequence[E_contra]) -> list[Mark]:
        """Boxes that these events add to the strip of rounds; most steps add none."""

    def result(self, seen: O_contra) -> str:
        """The outcome of an ended match: "104 points to 93, 71 and 40"."""


class Game(ABC, Generic[S, A, P, V]):
    """One game: its rules as functions of values. Instances hold no data of any match."""

    slug: ClassVar[str]
    title: ClassVar[str]
    blurb: ClassVar[str]
    """Two sentences for people who do not know the game."""
    length: ClassVar[str]
    """What to expect: "about 20 rounds, one answer each"."""
    authors: ClassVar[str]
    licence: ClassVar[str]
    """The licence of the text that its rules come from, or who holds the rights where it names none."""
    players: ClassVar[range]
    rules_version: ClassVar[int]
    points: ClassVar[tuple[Point, ...]]
    """What its rules leave open and how it is settled, as the rules page shows it."""
    Options: type[P]
    State: type[S]
    Observation: type[V]
    Action: ClassVar[Any]
    """The union of the game's action types."""
    Event: ClassVar[Any]
    """The union of the game's event types."""
    wording: Wording[V, A, Any]
    planning: Planning[V, A] = Planning()
    """What players may plan by; see `games.rules.core.plans`."""
    notation: Notation[V] = Notation()
    """How positions are drawn and written down; see `games.rules.core.notation`."""
    form_fields: ClassVar[frozenset[str]] = frozenset({"action"})
    """The fields that `read_form` reads; a form with others is refused."""
    bots: Mapping[str, Bot[V, A]]
    """AI players by name. "random" is added for every game by `games.bots`."""

    @abstractmethod
    def initial_state(self, players: int, options: P, chance: Chance) -> Step[S]:
        """Set up a match. Raises `IllegalOptions` when the options do not suit the table."""

    @abstractmethod
    def current_players(self, state: S) -> tuple[Player, ...]:
        """Players whose answers are awaited, in seat order; () when the match is over.

        Must follow from public information alone.
        """

    @abstractmethod
    def legal_actions(self, state: S, player: Player) -> Sequence[A]:
        """All answers open to a current player, never none; none for others.

        Must follow from what `player` may know. The order is fixed: the site shows it as a list.
        """

    @abstractmethod
    def apply(self, state: S, joint: Mapping[Player, A], chance: Chance) -> Step[S]:
        """Let the answers of all current players take effect together.

        Raises `IllegalAction` if any of them is illegal; see `check`.
        """

    @abstractmethod
    def default_action(self, state: S, player: Player) -> A:
        """What a missed deadline plays."""

    @abstractmethod
    def observation(self, state: S, viewer: Player | None) -> V:
        """What `viewer` may know of the state; None is a spectator."""

    @abstractmethod
    def places(self, state: S) -> tuple[int, ...] | None:
        """Final places by seat, 1 for the first; None while the match is on."""

    @abstractmethod
    def imagine(self, seen: V, player: Player, chance: Chance) -> S:
        """Draw a state from all that `player`, who sees `seen`, cannot tell from the real one."""

    def tally(self, state: S) -> Sequence[float] | None:
        """How far each seat has come, more is better, for a game that can say so before the end; it may use secrets.

        Used on matches that have ended, to weigh what an answer did for others. None: only the end tells.
        """
        return None

    def reshuffled(self, state: S, chance: Chance) -> S:
        """Shuffle anew what is still to be drawn and nobody has seen. Nobody's observation may change.

        Used when a match is taken back: what was drawn since then is known. Override it where the state holds a pile.
        """
        return state

    def check_options(self, players: int, options: P) -> None:
        """Raise `IllegalOptions` when the options do not suit the table."""
        if players not in self.players:
            raise IllegalOptions(
                "seats_out_of_range",
                f"{self.title} takes {self.players[0]} to {self.players[-1]} players.",
            )

    def check(self, state: S, player: Player, action: A) -> None:
        """Raise `IllegalAction` when `player` may not answer so now. Override to name the reason."""
        if action in self.legal_actions(state, player):
            return
        if player not in self.current_players(state):
            raise IllegalAction("not_asked", "You are not asked for an answer now.")
        raise IllegalAction("illegal_action", "The rules do not allow this now. Choose one of the answers listed.")

    def check_joint(self, state: S, joint: Mapping[Player, A]) -> None:
        """Raise `IllegalAction` unless exactly the current players answer, each legally."""
        asked = self.current_players(state)
        if not asked:
            raise IllegalAction("match_over", "This match is over and takes no more answers.")
        if tuple(joint) != asked and {*joint} != {*asked}:
            raise IllegalAction("wrong_players", "Exactly the players who are asked must answer.")
        for player, action in joint.items():
            self.check(state, player, action)

    def carried_out(self, state: S, joint: Mapping[Player, A]) -> Mapping[Player, A]:
        """Replace answers that come to nothing and are never shown by ones that say nothing.

        The log keeps what this returns, and `apply` must do the same with it as with `joint`.
        """
        return joint

    def read_form(self, fields: Mapping[str, Sequence[str]]) -> object:
        """Make the raw action, as JSON would hold it, of a submitted form's fields.

        Every form may send `action` as JSON; a game whose board composes answers of several fields
        overrides this. Raises `IllegalAction`.
        """
        texts = fields.get("action", ())
        if len(texts) != 1:
            raise IllegalAction("answer_missing", "Choose one of the answers, then seal it.")
        try:
            return msgspec.json.decode(texts[0])
        except (msgspec.DecodeError, RecursionError) as error:
            raise IllegalAction("malformed_answer", "This answer cannot be read. Load the page again.") from error

    def action_from(self, raw: object) -> A:
        """Make an action of decoded JSON. Raises `IllegalAction` with the field that is wrong."""
        try:
            action: A = msgspec.convert(raw, self.Action)
        except (msgspec.ValidationError, RecursionError) as error:
            raise IllegalAction("malformed_answer", f"This answer cannot be read: {error}.") from error
        return action


def places_by_score(scores: Sequence[Any]) -> tuple[int, ...]:
    """Return places by score, best first; a place counts everyone ahead (1, 2, 2, 4)."""
    return tuple(1 + sum(other > mine for other in scores) for mine in scores)
