"""The texts of Concealed Draw."""

from collections.abc import Sequence
from functools import singledispatchmethod

from engine import Mark, Names, Player
from engine.language import mark, plural, say
from engine.words import ordinal, people, sentence
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
from games.plaques.rules.pieces import plaque_title, the_plaque, the_plaque_title
from games.plaques.rules.words import dealt_words, left_words, lives_words, showed_words

_SEALS = {
    "draw": mark("Play my turn"),
    "discard": mark("Discard this plaque"),
    "nominate": mark("Name this player"),
}


class ConcealedWording:
    """The texts of a match of Concealed Draw."""

    def stage(self, seen: ConcealedObservation) -> str:
        """Return the round, and whether it is about to end."""
        if seen.phase == "over":
            return plural(seen.round, "{count} round played", "{count} rounds played")
        if seen.phase == "nominate":
            return say("round {round}, tableaux shown", round=seen.round)
        if seen.declarer is not None:
            return say("round {round}, last turns", round=seen.round)
        return say("round {round}, nobody has declared", round=seen.round)

    def task(self, seen: ConcealedObservation, player: Player) -> str:
        """Return what the player has to do now."""
        if seen.phase == "discard":
            return say("Discard a plaque")
        if seen.phase == "nominate":
            return say("Name a player who loses a life")
        if seen.declarer is None:
            return say("Draw a plaque, or declare")
        return say("Draw a plaque, or pass: your last turn")

    def seal(self, seen: ConcealedObservation) -> str:
        """Return the label of the button."""
        return say(_SEALS.get(seen.phase, _SEALS["draw"]))

    def choice(self, action: ConcealedAction, seen: ConcealedObservation, names: Names) -> str:
        """Return an action in words."""
        match action:
            case Draw():
                return say("Draw the top of the pile")
            case Take(plaque=plaque):
                return say("Take {plaque} from the centre", plaque=the_plaque_title(plaque))
            case Declare():
                return say("Declare") if seen.declarer is None else say("Pass and keep my tableau")
            case Discard(plaque=plaque) if plaque == seen.drawn:
                return say("{plaque}, just drawn", plaque=plaque_title(plaque))
            case Discard(plaque=plaque):
                return plaque_title(plaque)
            case Nominate(player=player):
                return say("{who}, with {lives}", who=names.who(player), lives=lives_words(seen.lives[player]))

    def events(self, events: Sequence[ConcealedEvent], names: Names) -> list[str]:
        """Return a sentence for each event of a step."""
        return [sentence(line) for event in events for line in self._event(event, names)]

    def marks(self, events: Sequence[ConcealedEvent]) -> list[Mark]:
        """Return a mark for each round that ended."""
        return [
            Mark(event.round, event.winner, say("out", context="mark") if event.left == 0 else "−1")
            for event in events
            if isinstance(event, LifeLost)
        ]

    def result(self, seen: ConcealedObservation) -> str:
        """Return the lives the winner had left."""
        lives = lives_words(seen.lives[seen.turn])
        return plural(
            seen.round,
            "the winner has {lives} left after {count} round",
            "the winner has {lives} left after {count} rounds",
            lives=lives,
        )

    @singledispatchmethod
    def _event(self, event: object, names: Names) -> list[str]:
        raise TypeError(f"Concealed Draw has no words for {event!r}")

    @_event.register
    def _(self, event: Dealt, names: Names) -> list[str]:
        seated = people([names.who(seat) for seat in event.seated])
        began = say(
            "{who} dealt round {round} to {people}", who=names.who(event.dealer), round=event.round, people=seated
        )
        return [began, *dealt_words(event.tableaux, names)]

    @_event.register
    def _(self, event: Drew, names: Names) -> list[str]:
        who, left = names.who(event.player), left_words(event.left)
        if not event.plaque:
            return [say("{who} drew from the pile, which had {left} left", who=who, left=left)]
        drawn = the_plaque(event.plaque)
        return [say("{who} drew {plaque} from the pile, which had {left} left", who=who, plaque=drawn, left=left)]

    @_event.register
    def _(self, event: Took, names: Names) -> list[str]:
        who, plaque = names.who(event.player), the_plaque(event.plaque)
        return [say("{who} took {plaque} from the centre", who=who, plaque=plaque)]

    @_event.register
    def _(self, event: Discarded, names: Names) -> list[str]:
        return [say("{who} discarded {plaque}", who=names.who(event.player), plaque=the_plaque(event.plaque))]

    @_event.register
    def _(self, event: Declared, names: Names) -> list[str]:
        return [say("{who} declared; everyone else had one more turn", who=names.who(event.player))]

    @_event.register
    def _(self, event: CountedAsDeclarer, names: Names) -> list[str]:
        who = names.who(event.player)
        if event.why == "last_plaque":
            return [say("{who} took the last plaque of the pile and so counted as the declarer", who=who)]
        return [say("{who} ended a twelfth turn and so counted as the declarer", who=who)]

    @_event.register
    def _(self, event: StoodPat, names: Names) -> list[str]:
        return [say("{who} passed", who=names.who(event.player))]

    @_event.register
    def _(self, event: TableauxShown, names: Names) -> list[str]:
        shown, winner = showed_words(event.tableaux, names), names.who(event.winner)
        if not event.tied:
            return [*shown, say("{who} had the best tableau", who=winner)]
        equal = people([names.who(seat) for seat in (event.winner, *event.tied)])
        return [
            *shown,
            # The winner comes first, since the list names the winner too.
            say("{people} had equal tableaux, and the right to name fell to {who}", who=winner, people=equal),
        ]

    @_event.register
    def _(self, event: LifeLost, names: Names) -> list[str]:
        lost = say(
            "{who} named {who_lost}, who lost a life: {left} left",
            who=names.who(event.winner),
            who_lost=names.who(event.player),
            left=left_words(event.left),
        )
        return [lost]

    @_event.register
    def _(self, event: WentOut, names: Names) -> list[str]:
        return [say("{who} went out in {place} place", who=names.who(event.player), place=ordinal(event.place))]

    @_event.register
    def _(self, event: MatchEnded, names: Names) -> list[str]:
        lives = lives_words(event.lives)
        return [say("{who} won the match with {lives} left", who=names.who(event.winner), lives=lives)]
