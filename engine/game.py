"""The interface of a game, in OpenSpiel's terms.

A game is an object that knows its rules. A *state* is a frozen value; players answer with *actions*,
and the answers of all current players (the *joint action*) take effect together in `Game.apply`.

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

from engine.chance import Chance
from engine.conditional_moves import Conditionals
from engine.language import mark, say
from engine.notation import Notation
from engine.rulings import Ruling
from engine.scenes import Scenes

Player = int
"""A seat's number, clockwise from 0."""


class IllegalAction(Exception):
    """An answer that the rules reject: a stable code for programs, a sentence for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class NotAsked(IllegalAction):
    """An answer of a seat that is not to give one now."""

    def __init__(self) -> None:
        super().__init__("not_asked", say("You are not asked for an answer now."))


class IllegalOptions(IllegalAction):
    """Options that do not fit together, or do not fit the number of seats."""


class State(msgspec.Struct, frozen=True, gc=False):
    """Base of every game's state: a frozen value that survives a round trip through JSON."""


class Action(msgspec.Struct, frozen=True, gc=False, tag_field="act", forbid_unknown_fields=True):
    """Base of every game's actions, named in the imperative. Give each subclass its own `tag`."""


class Observation(msgspec.Struct, frozen=True, gc=False):
    """Base of a game's observations: what one viewer may know of a state."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of a game's options. Describe each field with `msgspec.Meta(title=…, description=…)`.

    Allowed field types: `bool`, `int` with `ge` and `le` (and `multiple_of`), `int | None`, `Literal[…]` of strings or
    integers, `frozenset[Literal[…]]`; `Meta(extra={"labels": {value: words}})` names the values of a `Literal`.
    """


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="event"):
    """Base of a game's events, named in the past tense. Give each subclass its own `tag`."""

    def seen_by(self, viewer: Player | None) -> Self | None:
        """Return the event as `viewer` may see it (None: a spectator), or None if it is hidden."""
        return self

    begins_round: ClassVar[bool] = False
    """True if its round begins with it: what comes before it in a step belongs to the round before."""

    @property
    def of_round(self) -> int | None:
        """The round or turn that the event belongs to, used to number the log; None: the current one continues."""
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
    """The result of a joint action."""

    state: S
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Budget:
    """How long a bot may think about one decision, in seconds of one core."""

    seconds: float = 2.0
    simulations: int | None = None
    """The most matches that a bot may simulate for it; None: as many as the time allows."""

    def lasting(self, seconds: float) -> "Budget":
        """Return a budget of another time that allows as many simulations in each second."""
        simulations = self.simulations and max(1, round(self.simulations * seconds / self.seconds))
        return Budget(seconds, simulations)


class Bot(Protocol[O_contra, A_bound]):
    """A bot. It sees only what its seat may know."""

    def __call__(self, seen: O_contra, legal_actions: Sequence[A_bound], budget: Budget, chance: Chance) -> A_bound:
        """Choose one of the legal actions."""


class Names(Protocol):
    """The names of seats for one reader, whose own seat is "you"."""

    def who(self, player: Player) -> str:
        """The name as subject or object: "Marek" or "you"."""

    def whose(self, player: Player) -> str:
        """The possessive form: "Marek's" or "your"."""


@dataclass(frozen=True)
class Mark:
    """One box of the strip of rounds: the round, its winner and a short text."""

    round: int
    player: Player | None
    text: str


class Wording(Protocol[O_contra, A_contra, E_contra]):
    """A game's wording: every sentence that people read about a match.

    All methods but `events` and `marks` take an observation, so a sentence reveals only what its reader may know.
    """

    def stage(self, seen: O_contra) -> str:
        """The state of the match in a few words: "round 12, first to 100"."""

    def task(self, seen: O_contra, player: Player) -> str:
        """The current task of `player` as an instruction: "Seal one tile as your bid"."""

    def seal(self, seen: O_contra) -> str:
        """The label of the answer button: "Seal my bid"."""

    def choice(self, action: A_contra, seen: O_contra, names: Names) -> str:
        """Describe one legal action: "The 4 of Arms", "Force Marek to discard a tile at random"."""

    def events(self, events: Sequence[E_contra], names: Names) -> list[str]:
        """Past-tense sentences for the events of one step, as the reader may see them."""

    def marks(self, events: Sequence[E_contra]) -> list[Mark]:
        """The boxes that these events add to the strip of rounds, usually none."""

    def result(self, seen: O_contra) -> str:
        """The outcome of an ended match: "104 points to 93, 71 and 40"."""


class Game(ABC, Generic[S, A, P, V]):
    """One game: its rules as pure functions. Instances hold no match data."""

    slug: ClassVar[str]
    title: ClassVar[str]
    blurb: ClassVar[str]
    """Two sentences for people who are new to the game."""
    length: ClassVar[str]
    """The usual length: "about 20 rounds, one answer each"."""
    authors: ClassVar[str]
    licence: ClassVar[str]
    """The licence of the published rules, or the rights holder if they name no licence."""
    players: ClassVar[range]
    rules_version: ClassVar[int]
    rulings: ClassVar[tuple[Ruling, ...]]
    """The rulings on questions that the rules leave open, as shown on the rules page."""
    Options: type[P]
    State: type[S]
    Observation: type[V]
    Action: ClassVar[Any]
    """The union of the game's action types."""
    Event: ClassVar[Any]
    """The union of the game's event types."""
    wording: Wording[V, A, Any]
    conditionals: Conditionals[V, A] = Conditionals()
    """The vocabulary of conditional moves; see `engine.conditional_moves`."""
    notation: Notation[V] = Notation()
    """How positions are drawn and exported; see `engine.notation`."""
    scenes: Scenes = Scenes()
    """How a round opens, as pieces; see `engine.scenes`."""
    form_fields: ClassVar[frozenset[str]] = frozenset({"action"})
    """The form fields that `read_form` accepts; any other field is refused."""
    answers_on_mat: ClassVar[bool] = False
    """True if the page's mat shows a reader's own answer outside of their place card."""
    chance_words: ClassVar[str] = mark("draws")
    """What chance decides in a match, as its players call it: "dice"."""
    round_words: ClassVar[str] = mark("round {number}")
    """What the log counts, as players call it: "turn {number}" where its numbers are those of turns."""
    bots: Mapping[str, Bot[V, A]]
    """Bots by name. `engine.bots` adds "random" to every game."""

    @abstractmethod
    def initial_state(self, players: int, options: P, chance: Chance) -> Step[S]:
        """Set up a match. Raises `IllegalOptions` if the options do not suit the table."""

    @abstractmethod
    def current_players(self, state: S) -> tuple[Player, ...]:
        """The players to answer, in seat order; () when the match is over.

        Must depend on public information only.
        """

    @abstractmethod
    def legal_actions(self, state: S, player: Player) -> Sequence[A]:
        """The legal answers of a current player, never empty; for anyone else, even a seat that does not exist, none.

        Must depend only on what `player` may know. The order is fixed, as the site shows it as a list.
        """

    @abstractmethod
    def apply(self, state: S, joint: Mapping[Player, A], chance: Chance) -> Step[S]:
        """Apply the answers of all current players together.

        Raises `IllegalAction` if any answer is illegal; see `check`.
        """

    @abstractmethod
    def default_action(self, state: S, player: Player) -> A:
        """The action played when a player misses the deadline."""

    @abstractmethod
    def observation(self, state: S, viewer: Player | None) -> V:
        """What `viewer` may know of the state; None is a spectator."""

    @abstractmethod
    def places(self, state: S) -> tuple[int, ...] | None:
        """The final places by seat, 1 for first; None until the match ends."""

    @abstractmethod
    def imagine(self, seen: V, player: Player, chance: Chance) -> S:
        """Draw a random state that `player`, who sees `seen`, cannot distinguish from the real one."""

    def tally(self, state: S) -> Sequence[float] | None:
        """Each seat's progress, higher is better, for a game that can measure it before the end. May use secrets.

        Used on ended matches to measure how an answer affected other players. None: only the final places count.
        """
        return None

    def reshuffle(self, state: S, chance: Chance) -> S:
        """Reshuffle everything undrawn and unseen. No one's observation may change.

        Used after a rewind, when later draws are already known. Override it if the state holds a pile.
        """
        return state

    def rules_out(self, before: S, after: S) -> bool:
        """True if an answer told everyone that something hidden is not so. Must depend on public information only.

        Such a round is never taken back by a vote. Override it where that is rare: `imagine` may overlook it then.
        """
        return False

    def check_options(self, players: int, options: P) -> None:
        """Raise `IllegalOptions` if the options do not suit the table."""
        if players not in self.players:
            raise IllegalOptions(
                "seats_out_of_range",
                say(
                    "{game} takes {least} to {most} players.",
                    game=self.title,
                    least=self.players[0],
                    most=self.players[-1],
                ),
            )

    def check(self, state: S, player: Player, action: A) -> None:
        """Raise `IllegalAction` if `player` may not play this action now. Override to explain why."""
        if action in self.legal_actions(state, player):
            return
        if player not in self.current_players(state):
            raise NotAsked
        raise IllegalAction("illegal_action", say("The rules do not allow this now. Choose one of the answers listed."))

    def check_joint(self, state: S, joint: Mapping[Player, A]) -> None:
        """Raise `IllegalAction` unless exactly the current players answer, each legally."""
        asked = self.current_players(state)
        if not asked:
            raise IllegalAction("match_over", say("This match is over and takes no more answers."))
        if tuple(joint) != asked and {*joint} != {*asked}:
            raise IllegalAction("wrong_players", say("Exactly the players who are asked must answer."))
        for player, action in joint.items():
            self.check(state, player, action)

    def effective_actions(self, state: S, joint: Mapping[Player, A]) -> Mapping[Player, A]:
        """Replace answers that come to nothing and are never shown by neutral ones.

        The log keeps the result, and `apply` must treat it exactly like `joint`.
        """
        return joint

    def read_form(self, fields: Mapping[str, Sequence[str]]) -> object:
        """Return the raw action, as in JSON, from a submitted form's fields.

        Every form may send `action` as JSON. Override this if the game's board sends an answer in several fields.
        Raises `IllegalAction`.
        """
        texts = fields.get("action", ())
        if len(texts) != 1:
            raise IllegalAction("answer_missing", say("Choose one of the answers, then seal it."))
        try:
            return msgspec.json.decode(texts[0])
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            raise IllegalAction("malformed_answer", say("This answer cannot be read. Load the page again.")) from error

    def action_from(self, raw: object) -> A:
        """Convert decoded JSON to an action. Raises `IllegalAction` naming the invalid field."""
        try:
            action: A = msgspec.convert(raw, self.Action)
            # A lone surrogate passes as text until it is encoded.
            msgspec.json.encode(action)
        except (msgspec.ValidationError, RecursionError) as error:
            raise IllegalAction("malformed_answer", say("This answer cannot be read: {error}.", error=error)) from error
        except UnicodeError as error:
            raise IllegalAction(
                "malformed_answer", say("This answer cannot be read: it holds a broken character.")
            ) from error
        return action


AnyGame = Game[Any, Any, Any, Any]


def places_by_score(scores: Sequence[Any]) -> tuple[int, ...]:
    """Return places by score, highest first; ties share a place (1, 2, 2, 4)."""
    return tuple(1 + sum(other > mine for other in scores) for mine in scores)
