"""The texts of Concealed Draw."""

from collections.abc import Sequence
from functools import singledispatchmethod

from engine import Mark, Names, Player
from engine.words import ordinal, sentence
from games.plaques.rules.concealed.actions import ConcealedAction, Declare, Discard, Draw, Nominate, Take
from games.plaques.rules.concealed.events import (
    ConcealedEvent,
    CountedAsDeclarer,
    Dealt,
    Declared,
    Discarded,
    Drew,
    LifeLost,
    MatchEnded,
    StoodPat,
    TableauxShown,
    Took,
    WentOut,
)
from games.plaques.rules.concealed.view import ConcealedObservation
from games.plaques.rules.explain import hand_words
from games.plaques.rules.pieces import plaque_title
from games.plaques.rules.words import dealt_words, lives_words, number_of, people, the_plaque, the_plaques


class ConcealedWording:
    """The texts of a match of Concealed Draw."""

    def stage(self, seen: ConcealedObservation) -> str:
        """Return the round, and whether it is about to end."""
        if seen.phase == "over":
            return f"{number_of(seen.round, 'round')} played"
        if seen.phase == "nominate":
            return f"round {seen.round}, tableaux shown"
        return f"round {seen.round}, {'last turns' if seen.declarer is not None else 'nobody has declared'}"

    def task(self, seen: ConcealedObservation, player: Player) -> str:
        """Return what the player has to do now."""
        if seen.phase == "draw":
            return "Draw a plaque, or declare" if seen.declarer is None else "Draw a plaque, or pass: your last turn"
        return "Discard a plaque" if seen.phase == "discard" else "Name a player who loses a life"

    def seal(self, seen: ConcealedObservation) -> str:
        """Return the label of the button."""
        return {"discard": "Discard this plaque", "nominate": "Name this player"}.get(seen.phase, "Play my turn")

    def choice(self, action: ConcealedAction, seen: ConcealedObservation, names: Names) -> str:
        """Return an action in words."""
        match action:
            case Draw():
                return "Draw the top of the pile"
            case Take(plaque=plaque):
                return f"Take the {plaque_title(plaque)} from the centre"
            case Declare():
                return "Declare" if seen.declarer is None else "Pass and keep my tableau"
            case Discard(plaque=plaque):
                return f"{plaque_title(plaque)}{', just drawn' if plaque == seen.drawn else ''}"
            case Nominate(player=player):
                return f"{names.who(player)}, with {lives_words(seen.lives[player])}"

    def events(self, events: Sequence[ConcealedEvent], names: Names) -> list[str]:
        """Return a sentence for each event of a step."""
        return [sentence(line) for event in events for line in self._event(event, names)]

    def marks(self, events: Sequence[ConcealedEvent]) -> list[Mark]:
        """Return a mark for each round that ended."""
        return [
            Mark(event.round, event.winner, "out" if event.left == 0 else "−1")
            for event in events
            if isinstance(event, LifeLost)
        ]

    def result(self, seen: ConcealedObservation) -> str:
        """Return the lives the winner had left."""
        return f"{lives_words(seen.lives[seen.turn])} left after {number_of(seen.round, 'round')}"

    @singledispatchmethod
    def _event(self, event: object, names: Names) -> list[str]:
        raise TypeError(f"Concealed Draw has no words for {event!r}")

    @_event.register
    def _(self, event: Dealt, names: Names) -> list[str]:
        began = f"{names.who(event.dealer)} dealt round {event.round} to {people(event.seated, names)}"
        return [began, *dealt_words(event.tableaux, names)]

    @_event.register
    def _(self, event: Drew, names: Names) -> list[str]:
        what = f"{the_plaque(event.plaque)} from the pile" if event.plaque else "from the pile"
        return [f"{names.who(event.player)} drew {what}, which had {event.left or 'none'} left"]

    @_event.register
    def _(self, event: Took, names: Names) -> list[str]:
        return [f"{names.who(event.player)} took {the_plaque(event.plaque)} from the centre"]

    @_event.register
    def _(self, event: Discarded, names: Names) -> list[str]:
        return [f"{names.who(event.player)} discarded {the_plaque(event.plaque)}"]

    @_event.register
    def _(self, event: Declared, names: Names) -> list[str]:
        return [f"{names.who(event.player)} declared; everyone else had one more turn"]

    @_event.register
    def _(self, event: CountedAsDeclarer, names: Names) -> list[str]:
        reasons = {
            "last_plaque": "took the last plaque of the pile",
            "last_turn": "ended a twelfth turn",
        }
        return [f"{names.who(event.player)} {reasons[event.why]} and so counted as the declarer"]

    @_event.register
    def _(self, event: StoodPat, names: Names) -> list[str]:
        return [f"{names.who(event.player)} passed"]

    @_event.register
    def _(self, event: TableauxShown, names: Names) -> list[str]:
        shown = [
            f"{names.who(seat)} showed {the_plaques(tableau)}: {hand_words(tableau)}"
            for seat, tableau in enumerate(event.tableaux)
            if tableau
        ]
        winner = names.who(event.winner)
        best = f"{winner} had the best tableau"
        if event.tied:
            equal = people((event.winner, *event.tied), names)
            best = f"{equal} had equal tableaux, and the right to name fell to {winner}"
        return [*shown, best]

    @_event.register
    def _(self, event: LifeLost, names: Names) -> list[str]:
        winner, loser = names.who(event.winner), names.who(event.player)
        return [f"{winner} named {loser}, who lost a life: {event.left or 'none'} left"]

    @_event.register
    def _(self, event: WentOut, names: Names) -> list[str]:
        return [f"{names.who(event.player)} went out in {ordinal(event.place)} place"]

    @_event.register
    def _(self, event: MatchEnded, names: Names) -> list[str]:
        return [f"{names.who(event.winner)} won the match with {lives_words(event.lives)} left"]
