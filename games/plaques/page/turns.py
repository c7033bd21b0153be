"""Turns on the page of Concealed Draw: whose it is, what was drawn, and who declared."""

from typing import cast

from engine import Player
from engine.language import plural, say
from engine.view import MatchView, SeatView
from engine.words import sentence
from games.plaques.rules.concealed.view import ConcealedObservation
from games.plaques.rules.pieces import TABLEAU_SIZE, Tableau, the_plaque
from games.plaques.rules.seats import round_from


def unseen_of(known: Tableau) -> range:
    """Return a range with one number for each plaque of a tableau that others have not seen."""
    return range(TABLEAU_SIZE - len(known))


def turn_words(view: MatchView) -> str:
    """Return whose turn it is and which of theirs: "This is turn 3 of Marek."."""
    seen = cast(ConcealedObservation, view.seen)
    who = view.seats[seen.turn].person
    return say(
        "This is turn {turn} of {who}.", you="This is turn {turn} of yours.", turn=seen.turns[seen.turn] + 1, who=who
    )


def seat_notes(seen: ConcealedObservation, player: Player) -> str:
    """Return what a player's card says of the round: "dealer, declarer"."""
    notes = [say("dealer")] * (player == seen.dealer) + [say("declarer")] * (player == seen.declarer)
    return ", ".join(notes)


def declarer_words(view: MatchView) -> str:
    """Say who has declared."""
    seen = cast(ConcealedObservation, view.seen)
    who = view.seats[cast(Player, seen.declarer)].person
    return sentence(say("{who} is the declarer", you="you are the declarer", who=who))


def last_turns_words(view: MatchView) -> str:
    """Say who still has a turn after a declaration: "Last turns: you, Marek."."""
    seats = still_to_play(view)
    players = ", ".join(seat.person for seat in seats)
    return plural(len(seats), "Last turn: {players}.", "Last turns: {players}.", players=players)


def drew_words(view: MatchView) -> str:
    """Say what the player who has yet to discard has drawn, as far as all know it."""
    seen = cast(ConcealedObservation, view.seen)
    who = view.seats[seen.turn].person
    if seen.source == "centre" and seen.drawn:
        return sentence(say("{who} took {plaque}", who=who, plaque=the_plaque(seen.drawn)))
    return sentence(say("{who} drew from the pile", who=who))


def still_to_play(view: MatchView) -> list[SeatView]:
    """Return the players with a last turn to play after a declaration, including the current one."""
    seen = cast(ConcealedObservation, view.seen)
    if seen.declarer is None or seen.phase not in ("draw", "discard"):
        return []
    order = round_from(seen.seated, seen.turn)
    return [view.seats[player] for player in order[: order.index(seen.declarer)]]


def held(seen: ConcealedObservation) -> Tableau:
    """Return the viewer's plaques, with the one just drawn while they choose a discard."""
    return (*seen.own, seen.drawn) if seen.drawn else seen.own


def draw_lead(view: MatchView) -> str:
    """The words before what is chosen in Concealed Draw."""
    phase = cast(ConcealedObservation, view.seen).phase
    if phase == "discard":
        return say("You discard the")
    return say("You name") if phase == "nominate" else say("Your choice:")
